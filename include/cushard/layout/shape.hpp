// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The extents of an array: a small value, valid from construction on, so that nobody checks for overflow again.
// Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/error.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// `[3, 4]`; `[]` for none. For messages about extents that make no valid shape, too.
inline std::string bracketed(std::span<const index_t> values) {
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i != 0) text += ", ";
        text += std::to_string(values[i]);
    }
    return text + "]";
}

/// Whether the product of the extents that are not 0 fits in an `index_t`. A zero does not excuse the others, so that
/// the strides of an empty array fit as well (NumPy's rule).
constexpr bool product_fits(std::span<const index_t> extents) noexcept {
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
        : shape(std::span<const index_t>(extents.begin(), extents.size()), checked{}) {}

    /// Of a `std::vector`, `std::array`, `std::span`, … of `index_t`.
    template <class Extents>
    requires(!std::same_as<Extents, shape> && std::convertible_to<const Extents&, std::span<const index_t>>)
        // NOLINTNEXTLINE(google-explicit-constructor): shapes are passed as ranges
        constexpr shape(const Extents& extents)
        : shape(std::span<const index_t>(extents), checked{}) {}

    /// Rank 1. Explicit: a number is not a shape by accident.
    constexpr explicit shape(index_t extent) : shape(std::span<const index_t>(&extent, 1), checked{}) {}

    [[nodiscard]] constexpr int rank() const noexcept { return rank_; }

    /// The number of elements: 1 for rank 0.
    [[nodiscard]] constexpr index_t size() const noexcept {
        index_t product = 1;
        for (index_t extent : *this) product *= extent;
        return product;
    }

    /// The extent of an axis, `0 <= axis < rank()` (unchecked).
    [[nodiscard]] constexpr index_t operator[](int axis) const noexcept {
        return extents_[static_cast<std::size_t>(axis)];
    }

    [[nodiscard]] constexpr const index_t* begin() const noexcept { return extents_.data(); }
    [[nodiscard]] constexpr const index_t* end() const noexcept { return extents_.data() + rank_; }

    [[nodiscard]] friend constexpr bool operator==(const shape& a, const shape& b) noexcept {
        if (a.rank_ != b.rank_) return false;
        for (int axis = 0; axis < a.rank_; ++axis)
            if (a[axis] != b[axis]) return false;
        return true;
    }

private:
    struct checked {};

    constexpr shape(std::span<const index_t> extents, checked) : rank_(static_cast<std::int32_t>(extents.size())) {
        if (extents.size() > static_cast<std::size_t>(max_rank)) refuse(extents);
        bool valid = detail::product_fits(extents);
        for (std::size_t axis = 0; axis < extents.size(); ++axis) {
            valid = valid && extents[axis] >= 0;
            extents_[axis] = extents[axis];
        }
        if (!valid) refuse(extents);
    }

    [[noreturn]] static void refuse(std::span<const index_t> extents) {
        const std::string met = "shape: " + detail::bracketed(extents);
        if (extents.size() > static_cast<std::size_t>(max_rank))
            throw shape_error(met + " has " + std::to_string(extents.size()) + " axes: at most " +
                              std::to_string(max_rank) + " are supported");
        for (index_t extent : extents)
            if (extent < 0) throw shape_error(met + " has a negative extent: " + std::to_string(extent));
        throw shape_error(met + " is too large: at most 9223372036854775807 elements are possible");
    }

    std::int32_t rank_ = 0;
    std::array<index_t, max_rank> extents_{};
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
inline std::string to_string(const shape& extents) { return detail::bracketed(extents); }

}  // namespace v0
}  // namespace cushard
