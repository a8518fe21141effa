// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Axes in another order, and one more axis: views, always. Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/error.hpp"
#include "cushard/layout/axis.hpp"
#include "cushard/layout/shape.hpp"
#include "cushard/layout/strided.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The layout whose axis `d` is axis `axes[d]` of `from` (NumPy's `transpose`); negative axes count from the last.
/// @throws axis_error unless `axes` names every axis once.
inline strided_layout transpose(const char* what, const strided_layout& from, std::span<const int> axes) {
    if (axes.size() != static_cast<std::size_t>(from.rank()))
        throw axis_error(std::string(what) + ": " + std::to_string(axes.size()) + " axes given for " +
                         to_string(from.extents) + ": expected " + std::to_string(from.rank()));
    std::array<index_t, max_rank> extents{};
    std::array<bool, max_rank> taken{};
    strided_layout result{{}, {}, from.offset};
    for (std::size_t d = 0; d < axes.size(); ++d) {
        const int axis = normalize_axis(what, axes[d], from.rank());
        bool& seen = taken[static_cast<std::size_t>(axis)];
        if (seen) throw axis_error(std::string(what) + ": axis " + std::to_string(axis) + " is given twice");
        seen = true;
        extents[d] = from.extents[axis];
        result.strides[d] = from.stride(axis);
    }
    result.extents = shape(std::span<const index_t>(extents.data(), axes.size()));
    return result;
}

/// The layout with the axes reversed (NumPy's `transpose` without axes, `.T`).
inline strided_layout transpose(const strided_layout& from) {
    std::array<int, max_rank> reversed{};
    for (int d = 0; d < from.rank(); ++d) reversed[static_cast<std::size_t>(d)] = from.rank() - 1 - d;
    return transpose("transpose", from, std::span(reversed).first(static_cast<std::size_t>(from.rank())));
}

/// The layout with a new axis of extent 1, which is axis `axis` of the result (NumPy's `expand_dims`); -1 puts it last.
/// @throws axis_error if `axis` is no axis of the result; shape_error if there is no room for one more.
inline strided_layout expand_dims(const char* what, const strided_layout& from, index_t axis) {
    const int place = normalize_axis(what, axis, from.rank() + 1);
    if (from.rank() == max_rank)
        throw shape_error(std::string(what) + ": cannot add an axis to " + to_string(from.extents) + ": at most " +
                          std::to_string(max_rank) + " are supported");
    std::array<index_t, max_rank> extents{};
    strided_layout result{{}, {}, from.offset};
    for (int d = 0; d <= from.rank(); ++d) {
        const int source = d < place ? d : d - 1;
        const auto slot = static_cast<std::size_t>(d);
        extents[slot] = d == place ? 1 : from.extents[source];
        result.strides[slot] = d == place ? 0 : from.stride(source);
    }
    result.extents = shape(std::span<const index_t>(extents.data(), static_cast<std::size_t>(from.rank() + 1)));
    return result;
}

}  // namespace v0
}  // namespace cushard
