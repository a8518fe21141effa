// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Basic indexing as in NumPy: integers, slices, new axes and the ellipsis choose a part of an array, without moving an
// element. Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/span.hpp"
#include "cushard/layout/strided.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

struct none_t {};
struct end_t {};
struct newaxis_t {};
struct ellipsis_t {};

/// An open bound of a slice (Python's `None`): as far as there are elements in the direction of the step.
inline constexpr none_t none;
/// The extent of the axis, as a bound of a slice: `slice(1, end)` is NumPy's `1:`.
inline constexpr end_t end;
/// Adds an axis of extent 1 (NumPy's `newaxis`).
inline constexpr newaxis_t newaxis;
/// As many whole axes as the other indices leave (NumPy's `...`).
inline constexpr ellipsis_t ellipsis;

/// Integers that may index; `bool` may not.
template <class Integer>
concept index_integer = std::integral<Integer> && !std::same_as<Integer, bool>;

/// One end of a slice: a number, negative ones counting from the end of the axis, `none` or `end`.
class slice_bound {
public:
    // NOLINTBEGIN(google-explicit-constructor): bounds are written as numbers
    constexpr slice_bound(none_t) noexcept : what_(kind::open) {}
    constexpr slice_bound(end_t) noexcept : what_(kind::extent) {}
    template <index_integer Integer>
    constexpr slice_bound(Integer at) noexcept
        : what_(kind::number),
          at_(std::in_range<index_t>(at) ? static_cast<index_t>(at) : std::numeric_limits<index_t>::max()) {}
    // NOLINTEND(google-explicit-constructor)

    /// The bound for an axis, clipped to `[lowest, highest]`; `open` stands in for `none`.
    [[nodiscard]] constexpr index_t resolve(index_t extent, index_t open, index_t lowest,
                                            index_t highest) const noexcept {
        if (what_ == kind::open) return open;
        const index_t at = what_ == kind::extent ? extent : at_ < 0 ? at_ + extent : at_;
        return at < lowest ? lowest : at > highest ? highest : at;
    }

private:
    enum class kind : std::int8_t { open, extent, number };
    kind what_;
    index_t at_ = 0;
};

/// The elements of an axis that a slice chooses: `first`, `first + step`, …, `count` of them.
struct slice_range {
    index_t first = 0;
    index_t step = 1;
    index_t count = 0;
};

/// A range of an axis (NumPy's `start:stop:step`); out-of-range bounds are clipped. `slice(none, none, -1)` is `::-1`.
class slice {
public:
    /// @throws axis_error if the step is 0.
    constexpr slice(slice_bound start, slice_bound stop, index_t step = 1)
        : start_(start),
          stop_(stop),
          // The smallest number has no negative; the next one chooses the same elements.
          step_(step < -std::numeric_limits<index_t>::max() ? -std::numeric_limits<index_t>::max() : step) {
        if (step == 0) refuse_step();
    }

    /// The elements chosen of an axis (Python's `slice.indices`).
    [[nodiscard]] constexpr slice_range over(index_t extent) const noexcept {
        const bool forward = step_ > 0;
        const index_t lowest = forward ? 0 : -1;
        const index_t highest = forward ? extent : extent - 1;
        const index_t first = start_.resolve(extent, forward ? lowest : highest, lowest, highest);
        const index_t stop = stop_.resolve(extent, forward ? highest : lowest, lowest, highest);
        const index_t length = forward ? stop - first : first - stop;
        if (length <= 0) return {first, step_, 0};
        return {first, step_, (length - 1) / (forward ? step_ : -step_) + 1};
    }

private:
    [[noreturn]] static void refuse_step();

    slice_bound start_;
    slice_bound stop_;
    index_t step_;
};

/// A whole axis (NumPy's `:`).
inline constexpr slice all{none, none};

/// One index of `a(i, slice(…), newaxis, …)`.
class index_arg {
public:
    enum class kind : std::int8_t { integer, range, added, rest };

    // NOLINTBEGIN(google-explicit-constructor): indices are written as numbers and slices
    template <index_integer Integer>
    constexpr index_arg(Integer at) noexcept
        : what_(kind::integer),
          at_(std::in_range<index_t>(at) ? static_cast<index_t>(at) : std::numeric_limits<index_t>::max()) {}
    constexpr index_arg(const slice& range) noexcept : what_(kind::range), range_(range) {}
    constexpr index_arg(newaxis_t) noexcept : what_(kind::added) {}
    constexpr index_arg(ellipsis_t) noexcept : what_(kind::rest) {}
    // NOLINTEND(google-explicit-constructor)

    [[nodiscard]] constexpr kind what() const noexcept { return what_; }
    [[nodiscard]] constexpr index_t at() const noexcept { return at_; }
    [[nodiscard]] constexpr const slice& range() const noexcept { return range_; }

private:
    kind what_;
    index_t at_ = 0;
    slice range_ = all;
};

/// The view that the indices choose (NumPy's basic indexing). An integer takes its axis away; fewer indices than axes
/// take the rest whole.
/// @throws axis_error for an integer out of range, too many indices, or more than one ellipsis.
/// @throws shape_error if new axes make more than `max_rank`.
strided_layout index(const strided_layout& base, detail::span<const index_arg> indices);

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/layout/slice.inl.hpp")
