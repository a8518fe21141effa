// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of slice.hpp. Layer: layout.

#include "cushard/base/error.hpp"
#include "cushard/layout/shape.hpp"
#include "cushard/layout/slice.hpp"

#include <cstddef>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline void slice::refuse_step() { throw axis_error("slice: step cannot be zero"); }

namespace detail {

/// Collects the axes of the view that `index` gives. An axis too many is counted, not stored, for the error.
class view_builder {
public:
    explicit view_builder(const strided_layout& base) : base_(base) { result_.offset = base.offset; }

    void integer(index_t at) {
        const index_t extent = base_.extents[axis_];
        if (at < -extent || at >= extent)
            throw axis_error("index: " + std::to_string(at) + " is out of bounds for axis " + std::to_string(axis_) +
                             " with size " + std::to_string(extent));
        result_.offset += (at < 0 ? at + extent : at) * base_.stride(axis_++);
    }

    void range(const slice& chosen) {
        const slice_range elements = chosen.over(base_.extents[axis_]);
        const index_t stride = base_.stride(axis_++);
        // The offset of a view without elements stays inside the block. A step that is never taken is left out: it may
        // be too large to multiply.
        if (elements.count > 0) result_.offset += elements.first * stride;
        add(elements.count, elements.count > 1 ? elements.step * stride : stride);
    }

    void whole(int axes) {
        for (int i = 0; i < axes; ++i, ++axis_) add(base_.extents[axis_], base_.stride(axis_));
    }

    void add(index_t extent, index_t stride) {
        if (rank_ < max_rank) {
            extents_[rank_] = extent;
            result_.strides[static_cast<std::size_t>(rank_)] = stride;
        }
        ++rank_;
    }

    strided_layout finish() {
        whole(base_.rank() - axis_);
        if (rank_ > max_rank)
            throw shape_error("index: the view of " + to_string(base_.extents) + " has " + std::to_string(rank_) +
                              " axes: at most " + std::to_string(max_rank) + " are supported");
        result_.extents = shape(span<const index_t>(extents_, static_cast<std::size_t>(rank_)));
        return result_;
    }

private:
    const strided_layout& base_;
    strided_layout result_;
    index_t extents_[max_rank] = {};
    int rank_ = 0;
    int axis_ = 0;
};

}  // namespace detail

inline strided_layout index(const strided_layout& base, detail::span<const index_arg> indices) {
    using kind = index_arg::kind;
    int consumed = 0;
    int ellipses = 0;
    for (const index_arg& i : indices) {
        if (i.what() == kind::integer || i.what() == kind::range) ++consumed;
        if (i.what() == kind::rest) ++ellipses;
    }
    if (consumed > base.rank())
        throw axis_error("index: too many indices for " + to_string(base.extents) + ": array is " +
                         std::to_string(base.rank()) + "-dimensional, but " + std::to_string(consumed) +
                         " were indexed");
    if (ellipses > 1) throw axis_error("index: an index can only have a single ellipsis");

    detail::view_builder view(base);
    for (const index_arg& i : indices) switch (i.what()) {
            case kind::integer:
                view.integer(i.at());
                break;
            case kind::range:
                view.range(i.range());
                break;
            case kind::added:
                view.add(1, 0);
                break;
            case kind::rest:
                view.whole(base.rank() - consumed);
                break;
        }
    return view.finish();
}

}  // namespace v0
}  // namespace cushard
