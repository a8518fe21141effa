// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What an operation touches, as byte ranges. Layer: backend.

#include "cushard/backend/launch.hpp"
#include "cushard/backend/table.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// From the lowest to behind the highest byte that may be touched. Elements in between that a stride leaves out count
/// as touched.
struct byte_range {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;

    [[nodiscard]] bool meets(byte_range other) const noexcept { return begin < other.end && other.begin < end; }
    [[nodiscard]] bool holds(byte_range other) const noexcept { return begin <= other.begin && other.end <= end; }
};

/// One operand of an operation, on the device `logical`. `first` is a byte that is certainly touched.
struct touch {
    std::string role;  ///< names the operand in messages
    std::uintptr_t first = 0;
    byte_range bytes;
    bool writes = false;
    int logical = 0;
};

/// Appends a touch of `bytes` contiguous bytes; none are no touch.
inline void add_touch(std::vector<touch>& to, const char* role, const void* data, std::size_t bytes, bool writes,
                      int logical) {
    if (bytes == 0) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    to.push_back({role, begin, {begin, begin + bytes}, writes, logical});
}

/// The touches of a launch, none where it has no elements.
inline std::vector<touch> touches_of(const geometry& loop, int logical) {
    std::vector<touch> found;
    if (loop.size() == 0) return found;
    for (int k = 0; k < loop.outputs + loop.inputs; ++k) {
        const operand& each = loop.operands[k];
        index_t lowest = 0;
        index_t highest = 0;
        for (int d = 0; d < loop.rank; ++d) {
            const index_t last = (loop.extents[d] - 1) * each.strides[d];
            (last < 0 ? lowest : highest) += last;
        }
        const auto first = reinterpret_cast<std::uintptr_t>(each.data);
        const byte_range bytes{first + static_cast<std::uintptr_t>(lowest * each.element_bytes),
                               first + static_cast<std::uintptr_t>((highest + 1) * each.element_bytes)};
        const std::string role =
            k < loop.outputs ? "output " + std::to_string(k) : "input " + std::to_string(k - loop.outputs);
        found.push_back({role, first, bytes, k < loop.outputs || each.written, logical});
    }
    return found;
}

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
