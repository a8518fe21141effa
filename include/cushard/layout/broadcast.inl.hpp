// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of broadcast.hpp. Layer: layout.

#include "cushard/base/error.hpp"
#include "cushard/base/span.hpp"
#include "cushard/layout/broadcast.hpp"

#include <cstddef>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline shape broadcast(const char* what, const shape& a, const shape& b) {
    if (a == b) return a;
    const int rank = a.rank() > b.rank() ? a.rank() : b.rank();
    index_t extents[max_rank] = {};
    const auto refuse = [&](const std::string& why) {
        throw shape_error(std::string(what) + ": cannot broadcast " + to_string(a) + " with " + to_string(b) + ": " +
                          why);
    };
    for (int axis = 0; axis < rank; ++axis) {
        const int in_a = axis - (rank - a.rank());
        const int in_b = axis - (rank - b.rank());
        const index_t extent_a = in_a < 0 ? 1 : a[in_a];
        const index_t extent_b = in_b < 0 ? 1 : b[in_b];
        if (extent_a != extent_b && extent_a != 1 && extent_b != 1)
            refuse("axis " + std::to_string(axis) + " is " + std::to_string(extent_a) + " and " +
                   std::to_string(extent_b));
        extents[axis] = extent_a == 1 ? extent_b : extent_a;
    }
    const detail::span<const index_t> result(extents, static_cast<std::size_t>(rank));
    if (!detail::product_fits(result)) refuse(detail::bracketed(result) + " has too many elements");
    return shape(result);
}

inline strided_layout broadcast_to(const char* what, const strided_layout& from, const shape& to) {
    if (from.extents == to) return from;
    const auto refuse = [&](const std::string& why) {
        throw shape_error(std::string(what) + ": cannot broadcast " + to_string(from.extents) + " to " + to_string(to) +
                          ": " + why);
    };
    const int added = to.rank() - from.rank();
    if (added < 0) refuse("rank " + std::to_string(from.rank()) + ", expected at most " + std::to_string(to.rank()));
    strided_layout result{to, {}, from.offset};
    for (int axis = added; axis < to.rank(); ++axis) {
        const index_t extent = from.extents[axis - added];
        if (extent == to[axis])
            result.strides[static_cast<std::size_t>(axis)] = from.stride(axis - added);
        else if (extent != 1)
            refuse("axis " + std::to_string(axis) + " is " + std::to_string(extent) + ", expected " +
                   std::to_string(to[axis]));
    }
    return result;
}

}  // namespace v0
}  // namespace cushard
