// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What printing shows of a large array: along each long axis the first three indices and the last three. Only those
// elements leave the device. Layer: array.

#include "cushard/array/access.hpp"
#include "cushard/base/span.hpp"
#include "cushard/layout/shape.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Indices shown at each end of an axis; NumPy's `edgeitems`.
inline constexpr index_t edge_items = 3;
/// The most elements that are shown in full; NumPy's `threshold`.
inline constexpr index_t print_threshold = 1000;

/// Half-open ranges of indices along one axis: two where the middle is left out, the second empty where it is not.
struct axis_ranges {
    index_t first[2] = {};
    index_t last[2] = {};

    [[nodiscard]] index_t count(int which) const noexcept { return last[which] - first[which]; }
    [[nodiscard]] index_t count() const noexcept { return count(0) + count(1); }
};

/// The ranges shown of every axis, outermost first.
class shown_ranges {
public:
    explicit shown_ranges(const shape& extents);

    /// Whether the middle of this axis is left out.
    [[nodiscard]] bool is_cut(int axis) const noexcept { return is_cut_[axis]; }
    [[nodiscard]] bool is_cut() const noexcept { return any_cut_; }
    [[nodiscard]] span<const axis_ranges> axes() const noexcept { return {axes_, static_cast<std::size_t>(rank_)}; }

private:
    int rank_;
    axis_ranges axes_[max_rank];
    bool is_cut_[max_rank] = {};
    bool any_cut_ = false;
};

/// How many indices the ranges have, axis by axis.
[[nodiscard]] shape shape_of(span<const axis_ranges> ranges);

/// One corner of what is shown: where its elements are read and where they go.
struct shown_corner {
    strided_layout read;
    strided_layout written;
};

/// Of the first or the second range of each axis, as the bits of `which` say. Without elements where one is empty.
[[nodiscard]] shown_corner corner_of(span<const axis_ranges> ranges, unsigned which, const strided_layout& from,
                                     const strided_layout& to);

/// The elements at the ranges in new memory, C-contiguous: a copy for each corner of the array.
template <class T>
[[nodiscard]] array_ref take_ranges(const char* what, const array_body& source, span<const axis_ranges> ranges) {
    const array_ref target = new_body(what, shape_of(ranges), sizeof(T), source.memory().get_device());
    for (unsigned which = 0; which < 1u << ranges.size(); ++which) {
        const shown_corner corner = corner_of(ranges, which, source.layout(), target->layout());
        copy_elements<T>(what, array_body(target->shared_storage(), corner.written),
                         array_body(source.shared_storage(), corner.read));
    }
    return target;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/array/edges.inl.hpp")
