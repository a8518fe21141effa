// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Where the elements of an array stand in a block of memory, and what can be told from that alone: contiguity, the
// range that is touched, whether two arrays share bytes. Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/layout/shape.hpp"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <limits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// A half-open range of elements relative to the start of a block; empty where `begin == end`.
struct element_range {
    index_t begin = 0;
    index_t end = 0;

    [[nodiscard]] friend constexpr bool operator==(const element_range&, const element_range&) = default;
};

/// Element (i0, i1, …) stands `offset + sum(i_d * strides[d])` elements after the start of the block. Strides may be 0
/// (a broadcast axis) or negative; those of axes with fewer than two elements mean nothing. Strides beyond the rank are
/// 0. Trivially copyable.
struct strided_layout {
    shape extents;
    std::array<index_t, max_rank> strides{};
    index_t offset = 0;

    [[nodiscard]] constexpr int rank() const noexcept { return extents.rank(); }
    [[nodiscard]] constexpr index_t size() const noexcept { return extents.size(); }
    [[nodiscard]] constexpr index_t stride(int axis) const noexcept { return strides[static_cast<std::size_t>(axis)]; }

    /// Whether the elements, in C order, follow one another (NumPy's `flags.c_contiguous`): axes of extent 1 do not
    /// matter, and an array without elements is contiguous.
    [[nodiscard]] constexpr bool is_c_contiguous() const noexcept {
        index_t expected = 1;
        bool dense = true;
        for (int axis = rank() - 1; axis >= 0; --axis) {
            const index_t extent = extents[axis];
            if (extent == 0) return true;
            if (extent == 1) continue;
            dense = dense && stride(axis) == expected;
            expected *= extent;
        }
        return dense;
    }

    /// The same in Fortran's order: the first axis runs fastest (NumPy's `flags.f_contiguous`).
    [[nodiscard]] constexpr bool is_f_contiguous() const noexcept {
        index_t expected = 1;
        bool dense = true;
        for (int axis = 0; axis < rank(); ++axis) {
            const index_t extent = extents[axis];
            if (extent == 0) return true;
            if (extent == 1) continue;
            dense = dense && stride(axis) == expected;
            expected *= extent;
        }
        return dense;
    }

    /// From the lowest element touched to one past the highest; empty at `offset` where there is no element.
    [[nodiscard]] constexpr element_range bounds() const noexcept {
        element_range touched{offset, offset + 1};
        for (int axis = 0; axis < rank(); ++axis) {
            if (extents[axis] == 0) return {offset, offset};
            if (extents[axis] == 1) continue;
            const index_t reach = (extents[axis] - 1) * stride(axis);
            (reach < 0 ? touched.begin : touched.end) += reach;
        }
        return touched;
    }
};

/// The layout of a new array in C order. A zero extent counts as 1 in the strides (as in NumPy).
constexpr strided_layout c_contiguous(const shape& extents) noexcept {
    strided_layout result{extents, {}, 0};
    index_t stride = 1;
    for (int axis = extents.rank() - 1; axis >= 0; --axis) {
        result.strides[static_cast<std::size_t>(axis)] = stride;
        if (extents[axis] != 0) stride *= extents[axis];
    }
    return result;
}

/// The layout of a new array in Fortran's order.
constexpr strided_layout f_contiguous(const shape& extents) noexcept {
    strided_layout result{extents, {}, 0};
    index_t stride = 1;
    for (int axis = 0; axis < extents.rank(); ++axis) {
        result.strides[static_cast<std::size_t>(axis)] = stride;
        if (extents[axis] != 0) stride *= extents[axis];
    }
    return result;
}

/// Whether each index names the same element of the block in both: what makes reading one and writing the other in
/// place safe element by element.
constexpr bool same_elements(const strided_layout& a, const strided_layout& b) noexcept {
    if (!(a.extents == b.extents)) return false;
    bool same = a.offset == b.offset;
    for (int axis = 0; axis < a.rank(); ++axis) {
        if (a.extents[axis] == 0) return true;
        if (a.extents[axis] != 1) same = same && a.stride(axis) == b.stride(axis);
    }
    return same;
}

namespace detail {

/// Of numbers that are not negative; that of 0 and `b` is `b`.
constexpr index_t greatest_divisor(index_t a, index_t b) noexcept {
    while (b != 0) {
        const index_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// A layout in bytes with every stride made positive: it touches `[low + sum(i_d * strides[d]), … + bytes)` for
/// `0 <= i_d <= lasts[d]`.
struct byte_pattern {
    index_t low = 0;
    index_t bytes = 0;
    int rank = 0;
    std::array<index_t, max_rank> strides{};
    std::array<index_t, max_rank> lasts{};

    /// Of a layout with at least one element.
    constexpr byte_pattern(const strided_layout& of, index_t element_bytes) noexcept
        : low(of.bounds().begin * element_bytes), bytes(element_bytes) {
        for (int axis = 0; axis < of.rank(); ++axis) {
            if (of.extents[axis] == 1 || of.stride(axis) == 0) continue;
            const auto slot = static_cast<std::size_t>(rank++);
            strides[slot] = (of.stride(axis) < 0 ? -of.stride(axis) : of.stride(axis)) * element_bytes;
            lasts[slot] = of.extents[axis] - 1;
        }
    }

    /// The bytes from the lowest to the highest touched by the axes whose stride is below `limit`.
    [[nodiscard]] constexpr index_t width_below(index_t limit) const noexcept {
        index_t width = bytes;
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(rank); ++axis)
            if (strides[axis] < limit) width += strides[axis] * lasts[axis];
        return width;
    }

    /// The greatest common divisor of `divisor` and the strides that are `limit` or more.
    [[nodiscard]] constexpr index_t divisor_from(index_t limit, index_t divisor) const noexcept {
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(rank); ++axis)
            if (strides[axis] >= limit) divisor = greatest_divisor(divisor, strides[axis]);
        return divisor;
    }
};

/// Whether the patterns are surely disjoint when each is seen as a run of bytes (the strides below `limit`) repeated at
/// multiples of one period (the greatest common divisor of the others).
constexpr bool disjoint_with_period(const byte_pattern& a, const byte_pattern& b, index_t limit) noexcept {
    const index_t width_a = a.width_below(limit);
    const index_t width_b = b.width_below(limit);
    const index_t distance = b.low - a.low;
    const index_t period = b.divisor_from(limit, a.divisor_from(limit, 0));
    if (period == 0) return distance >= width_a || -distance >= width_b;
    const index_t phase = ((distance % period) + period) % period;
    return phase >= width_a && period - phase >= width_b;
}

}  // namespace detail

/// Whether elements of `a` and `b`, of so many bytes each, may share a byte of the block in which both stand. False is
/// certain; true may be false alarm for irregular patterns. Exact for ranges that do not meet, for interleaved elements
/// (`x[0::2]` against `x[1::2]`), and for side-by-side blocks of a matrix (`m[:, :4]` against `m[:, 4:]`).
constexpr bool may_overlap(const strided_layout& a, index_t bytes_a, const strided_layout& b,
                           index_t bytes_b) noexcept {
    if (a.size() == 0 || b.size() == 0) return false;
    const detail::byte_pattern first(a, bytes_a);
    const detail::byte_pattern second(b, bytes_b);
    // Above every stride there is no period: the plain test of bounds.
    if (detail::disjoint_with_period(first, second, std::numeric_limits<index_t>::max())) return false;
    for (const detail::byte_pattern* pattern : {&first, &second})
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(pattern->rank); ++axis)
            if (detail::disjoint_with_period(first, second, pattern->strides[axis])) return false;
    return true;
}

}  // namespace v0
}  // namespace cushard
