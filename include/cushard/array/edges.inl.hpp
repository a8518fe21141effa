// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of edges.hpp. Layer: array.

#include "cushard/array/edges.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline shown_ranges::shown_ranges(const shape& extents) : rank_(extents.rank()) {
    const bool summarised = extents.size() > print_threshold;
    for (int axis = 0; axis < rank_; ++axis) {
        const index_t extent = extents[axis];
        const bool cut = summarised && extent > 2 * edge_items;
        axes_[axis] = {{0, cut ? extent - edge_items : extent}, {cut ? edge_items : extent, extent}};
        is_cut_[axis] = cut;
        any_cut_ = any_cut_ || cut;
    }
}

inline shape shape_of(span<const axis_ranges> ranges) {
    index_t counts[max_rank] = {};
    for (std::size_t axis = 0; axis < ranges.size(); ++axis) counts[axis] = ranges[axis].count();
    return span<const index_t>(counts, ranges.size());
}

inline shown_corner corner_of(span<const axis_ranges> ranges, unsigned which, const strided_layout& from,
                              const strided_layout& to) {
    index_t extents[max_rank] = {};
    shown_corner out{{{}, from.strides, from.offset}, {{}, to.strides, to.offset}};
    bool empty = false;
    for (std::size_t axis = 0; axis < ranges.size(); ++axis) {
        const int half = which >> axis & 1;
        extents[axis] = ranges[axis].count(half);
        empty = empty || extents[axis] == 0;
        out.read.offset += ranges[axis].first[half] * from.strides[axis];
        out.written.offset += half == 0 ? 0 : ranges[axis].count(0) * to.strides[axis];
    }
    if (empty) return {{{0}, {}, from.offset}, {{0}, {}, to.offset}};
    out.read.extents = out.written.extents = shape(span<const index_t>(extents, ranges.size()));
    return out;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
