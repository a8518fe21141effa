// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// NumPy's broadcasting: shapes are aligned at their last axes, and an extent of 1 repeats. Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/error.hpp"
#include "cushard/layout/shape.hpp"
#include "cushard/layout/strided.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The shape to which both broadcast (NumPy's `broadcast_shapes`). `what` names the operation in errors.
/// @throws shape_error `add: cannot broadcast [3, 4] with [5]: axis 1 is 4 and 5`, axes counted in the result.
inline shape broadcast(const char* what, const shape& a, const shape& b) {
    if (a == b) return a;
    const int rank = std::max(a.rank(), b.rank());
    std::array<index_t, max_rank> extents{};
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
        extents[static_cast<std::size_t>(axis)] = extent_a == 1 ? extent_b : extent_a;
    }
    const std::span<const index_t> result(extents.data(), static_cast<std::size_t>(rank));
    if (!detail::product_fits(result)) refuse(detail::bracketed(result) + " has too many elements");
    return shape(result);
}

/// The layout that reads `from` as an array of shape `to`, repeated axes with stride 0 (NumPy's `broadcast_to`).
/// @throws shape_error `assign: cannot broadcast [5] to [3, 4]: axis 1 is 5, expected 4`.
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
