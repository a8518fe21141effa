// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Long copies and fills, split over the loop pool: one core does not fill the memory's bandwidth. Layer: backend.

#include "cushard/backend/host/loop_pool.hpp"
#include "cushard/base/config.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Below this many bytes, a copy costs less than waking a thread for half of it.
inline constexpr index_t bytes_grain = index_t{1} << 20;

inline bool overlap(const void* left, const void* right, std::size_t bytes) noexcept {
    const auto a = reinterpret_cast<std::uintptr_t>(left);
    const auto b = reinterpret_cast<std::uintptr_t>(right);
    return a < b + bytes && b < a + bytes;
}

inline void copy_bytes(void* target, const void* source, std::size_t bytes) {
    if (bytes == 0) return;
    if (overlap(target, source, bytes)) {
        std::memmove(target, source, bytes);
        return;
    }
    struct ends {
        char* target;
        const char* source;
    } both{static_cast<char*>(target), static_cast<const char*>(source)};
    loops().run(
        [](void* context, index_t begin, index_t end) {
            const ends& at = *static_cast<const ends*>(context);
            std::memcpy(at.target + begin, at.source + begin, static_cast<std::size_t>(end - begin));
        },
        &both, static_cast<index_t>(bytes), bytes_grain);
}

inline void fill_bytes(void* target, int byte, std::size_t bytes) {
    struct range {
        char* target;
        int byte;
    } all{static_cast<char*>(target), byte};
    loops().run(
        [](void* context, index_t begin, index_t end) {
            const range& at = *static_cast<const range*>(context);
            std::memset(at.target + begin, at.byte, static_cast<std::size_t>(end - begin));
        },
        &all, static_cast<index_t>(bytes), bytes_grain);
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
