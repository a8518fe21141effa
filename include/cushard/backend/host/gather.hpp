// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Moves elements between a strided row and a contiguous tile. Elements are bytes here: any size, no alignment asked.
// Layer: backend.

#include "cushard/base/config.hpp"

#include <cstddef>
#include <cstring>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// `target[i * target_step] = source[i * source_step]` for `count` elements of `Bytes`; steps in bytes.
template <std::size_t Bytes>
void move_elements(char* target, index_t target_step, const char* source, index_t source_step, index_t count) {
    for (index_t i = 0; i < count; ++i) std::memcpy(target + i * target_step, source + i * source_step, Bytes);
}

/// The same for a size known at run time; the common ones become plain loads and stores.
inline void move_elements(std::size_t bytes, char* target, index_t target_step, const char* source, index_t source_step,
                          index_t count) {
    switch (bytes) {
        case 1:
            return move_elements<1>(target, target_step, source, source_step, count);
        case 2:
            return move_elements<2>(target, target_step, source, source_step, count);
        case 4:
            return move_elements<4>(target, target_step, source, source_step, count);
        case 8:
            return move_elements<8>(target, target_step, source, source_step, count);
        case 16:
            return move_elements<16>(target, target_step, source, source_step, count);
        default:
            for (index_t i = 0; i < count; ++i) std::memcpy(target + i * target_step, source + i * source_step, bytes);
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
