// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// `bfloat16`, the upper half of a float. Layer: base; device code.

#include "cushard/base/small_float.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// 1 sign, 8 exponent and 7 fraction bits: float's range with fewer digits; the bits of CUDA's `__nv_bfloat16`.
/// Conversions are explicit and round to nearest even, once, also from double and 64-bit integers; a NaN stays a NaN,
/// without its payload.
struct bfloat16 : detail::small_float_operators<bfloat16> {
    bfloat16() = default;

    template <class T>
    requires detail::is_any_of_v<T, float, double> || detail::integer<T> || detail::boolean<T>
        CUSHARD_HD constexpr explicit bfloat16(T value)
        : bits_(detail::fp::bfloat16_bits(detail::fp::to_float_odd(value))) {}

    CUSHARD_HD constexpr explicit operator float() const { return detail::fp::float_of_bfloat16(bits_); }
    CUSHARD_HD constexpr explicit operator double() const { return detail::fp::float_of_bfloat16(bits_); }

    [[nodiscard]] static CUSHARD_HD constexpr bfloat16 from_bits(unsigned short bits) {
        bfloat16 result{};
        result.bits_ = bits;
        return result;
    }
    [[nodiscard]] CUSHARD_HD constexpr unsigned short bits() const { return bits_; }

private:
    unsigned short bits_;
};

}  // namespace v0
}  // namespace cushard
