// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of transpose.hpp. Layer: layout.

#include "cushard/base/error.hpp"
#include "cushard/layout/axis.hpp"
#include "cushard/layout/shape.hpp"
#include "cushard/layout/transpose.hpp"

#include <cstddef>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline strided_layout transpose(const char* what, const strided_layout& from, detail::span<const int> axes) {
    if (axes.size() != static_cast<std::size_t>(from.rank()))
        throw axis_error(std::string(what) + ": " + std::to_string(axes.size()) + " axes given for " +
                         to_string(from.extents) + ": expected " + std::to_string(from.rank()));
    index_t extents[max_rank] = {};
    bool taken[max_rank] = {};
    strided_layout result{{}, {}, from.offset};
    for (std::size_t d = 0; d < axes.size(); ++d) {
        const int axis = normalize_axis(what, axes[d], from.rank());
        bool& seen = taken[axis];
        if (seen) throw axis_error(std::string(what) + ": axis " + std::to_string(axis) + " is given twice");
        seen = true;
        extents[d] = from.extents[axis];
        result.strides[d] = from.stride(axis);
    }
    result.extents = shape(detail::span<const index_t>(extents, axes.size()));
    return result;
}

inline strided_layout transpose(const strided_layout& from) {
    int reversed[max_rank] = {};
    for (int d = 0; d < from.rank(); ++d) reversed[d] = from.rank() - 1 - d;
    return transpose("transpose", from, {reversed, static_cast<std::size_t>(from.rank())});
}

inline strided_layout expand_dims(const char* what, const strided_layout& from, index_t axis) {
    const int place = normalize_axis(what, axis, from.rank() + 1);
    if (from.rank() == max_rank)
        throw shape_error(std::string(what) + ": cannot add an axis to " + to_string(from.extents) + ": at most " +
                          std::to_string(max_rank) + " are supported");
    index_t extents[max_rank] = {};
    strided_layout result{{}, {}, from.offset};
    for (int d = 0; d <= from.rank(); ++d) {
        const int source = d < place ? d : d - 1;
        const auto slot = static_cast<std::size_t>(d);
        extents[slot] = d == place ? 1 : from.extents[source];
        result.strides[slot] = d == place ? 0 : from.stride(source);
    }
    result.extents = shape(detail::span<const index_t>(extents, static_cast<std::size_t>(from.rank() + 1)));
    return result;
}

}  // namespace v0
}  // namespace cushard
