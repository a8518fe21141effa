// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The extents of an array: a small value, valid from construction on, so that nobody checks for overflow again.
// Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/span.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// `[3, 4]`; `[]` for none. For messages about extents that make no valid shape, too.
std::string bracketed(span<const index_t> values);

/// Whether the product of the extents that are not 0 fits in an `index_t`. A zero does not excuse the others, so that
/// the strides of an empty array fit as well (NumPy's rule).
constexpr bool product_fits(span<const index_t> extents) noexcept {
    index_t product = 1;
    for (index_t extent : extents)
        if (extent != 0 && __builtin_mul_overflow(product, extent, &product)) return false;
    return true;
}

}  // namespace detail

/// The extents of an array (NumPy's `shape`), outermost axis first: rank 0 to `max_rank`, no extent negative, and a
/// number of elements that fits in an `index_t`. Trivially copyable.
class shape {
public:
    /// Rank 0: one element.
    constexpr shape() noexcept = default;

    /// @throws shape_error for more than `max_rank` axes, a negative extent, or too many elements.
    /// @note `{0, n}` is refused where `{1, n}` would be: see `detail::product_fits`.
    constexpr shape(std::initializer_list<index_t> extents)
        : shape(detail::span<const index_t>(extents.begin(), extents.size()), checked{}) {}

    /// Of a `std::vector`, `std::array`, `std::span`, … of `index_t`.
    template <class Extents>
    requires requires(const Extents& extents) { detail::span<const index_t>(extents); }
    // NOLINTNEXTLINE(google-explicit-constructor): shapes are passed as ranges
    constexpr shape(const Extents& extents) : shape(detail::span<const index_t>(extents), checked{}) {}

    /// Rank 1. Explicit: a number is not a shape by accident.
    constexpr explicit shape(index_t extent) : shape(detail::span<const index_t>(&extent, 1), checked{}) {}

    [[nodiscard]] constexpr int rank() const noexcept { return rank_; }

    /// The number of elements: 1 for rank 0.
    [[nodiscard]] constexpr index_t size() const noexcept {
        index_t product = 1;
        for (index_t extent : *this) product *= extent;
        return product;
    }

    /// The extent of an axis, `0 <= axis < rank()` (unchecked).
    [[nodiscard]] constexpr index_t operator[](int axis) const noexcept { return extents_[axis]; }

    [[nodiscard]] constexpr const index_t* begin() const noexcept { return extents_; }
    [[nodiscard]] constexpr const index_t* end() const noexcept { return extents_ + rank_; }
    /// For the library: the extents as a list.
    constexpr operator detail::span<const index_t>() const noexcept {
        return {extents_, static_cast<std::size_t>(rank_)};
    }

    [[nodiscard]] friend constexpr bool operator==(const shape& a, const shape& b) noexcept {
        if (a.rank_ != b.rank_) return false;
        for (int axis = 0; axis < a.rank_; ++axis)
            if (a[axis] != b[axis]) return false;
        return true;
    }

private:
    struct checked {};

    constexpr shape(detail::span<const index_t> extents, checked) : rank_(static_cast<std::int32_t>(extents.size())) {
        if (extents.size() > static_cast<std::size_t>(max_rank)) refuse(extents);
        bool valid = detail::product_fits(extents);
        for (std::size_t axis = 0; axis < extents.size(); ++axis) {
            valid = valid && extents[axis] >= 0;
            extents_[axis] = extents[axis];
        }
        if (!valid) refuse(extents);
    }

    [[noreturn]] static void refuse(detail::span<const index_t> extents);

    std::int32_t rank_ = 0;
    index_t extents_[max_rank] = {};
};

}  // namespace v0
}  // namespace cushard

/// As a range, a shape has `rank()` elements; `size()` counts those of the array. Without this a `std::span` of a shape
/// would run past its end.
template <>
inline constexpr bool std::ranges::disable_sized_range<cushard::shape> = true;

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// `[3, 4]`; rank 0 is `[]`.
std::string to_string(const shape& extents);

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/layout/shape.inl.hpp")
