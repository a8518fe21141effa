// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What printing shows of a large array: along each long axis the first three indices and the last three. Only those
// elements leave the device. Layer: array.

#include "cushard/array/access.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Indices shown at each end of an axis; NumPy's `edgeitems`.
inline constexpr index_t edge_items = 3;
/// The most elements that are shown in full; NumPy's `threshold`.
inline constexpr index_t print_threshold = 1000;

/// Half-open ranges of indices along one axis: two where the middle is left out, the second empty where it is not.
struct axis_ranges {
    std::array<index_t, 2> first{};
    std::array<index_t, 2> last{};

    [[nodiscard]] index_t count(std::size_t which) const noexcept { return last[which] - first[which]; }
    [[nodiscard]] index_t count() const noexcept { return count(0) + count(1); }
};

/// The ranges shown of every axis, outermost first.
class shown_ranges {
public:
    explicit shown_ranges(const shape& extents) {
        const bool summarised = extents.size() > print_threshold;
        for (const index_t extent : extents) {
            const bool cut = summarised && extent > 2 * edge_items;
            const index_t stop = cut ? edge_items : extent;
            axes_.push_back({{0, cut ? extent - edge_items : extent}, {stop, extent}});
            is_cut_.push_back(cut);
            any_cut_ = any_cut_ || cut;
        }
    }

    /// Whether the middle of this axis is left out.
    [[nodiscard]] bool is_cut(int axis) const noexcept { return is_cut_[static_cast<std::size_t>(axis)]; }
    [[nodiscard]] bool is_cut() const noexcept { return any_cut_; }
    [[nodiscard]] std::span<const axis_ranges> axes() const noexcept { return axes_; }

private:
    std::vector<axis_ranges> axes_;
    std::vector<bool> is_cut_;
    bool any_cut_ = false;
};

/// How many indices the ranges have, axis by axis.
[[nodiscard]] inline shape shape_of(std::span<const axis_ranges> ranges) {
    std::vector<index_t> counts;
    for (const axis_ranges& axis : ranges) counts.push_back(axis.count());
    return shape(counts);
}

/// The elements at the ranges in new memory, C-contiguous: a copy for each corner of the array.
template <class T>
[[nodiscard]] array_ref take_ranges(const char* what, const array_body& source, std::span<const axis_ranges> ranges) {
    const strided_layout& from = source.layout();
    const array_ref target = new_body(what, shape_of(ranges), sizeof(T), source.memory().get_device());
    const strided_layout& to = target->layout();
    for (std::size_t corner = 0; corner < std::size_t{1} << ranges.size(); ++corner) {
        std::vector<index_t> extents;
        strided_layout read{{}, from.strides, from.offset};
        strided_layout written{{}, to.strides, to.offset};
        for (std::size_t d = 0; d < ranges.size(); ++d) {
            const std::size_t which = corner >> d & 1;
            extents.push_back(ranges[d].count(which));
            if (extents.back() == 0) break;
            read.offset += ranges[d].first[which] * from.strides[d];
            written.offset += which == 0 ? 0 : ranges[d].count(0) * to.strides[d];
        }
        if (extents.size() < ranges.size() || (!extents.empty() && extents.back() == 0)) continue;
        read.extents = written.extents = shape(extents);
        copy_elements<T>(what, array_body(target->shared_storage(), written),
                         array_body(source.shared_storage(), read));
    }
    return target;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
