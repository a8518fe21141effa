// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// `half`, IEEE binary16. Layer: base; device code.

#include "cushard/base/small_float.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// NumPy's float16: 1 sign, 5 exponent and 10 fraction bits, with subnormals, infinities and NaN; the bits of CUDA's
/// `__half`. Conversions are explicit and round to nearest even, once, also from double and 64-bit integers; a NaN
/// stays a NaN, without its payload.
struct half : detail::small_float_operators<half> {
    half() = default;

    template <class T>
    requires detail::is_any_of_v<T, float, double> || detail::integer<T> || detail::boolean<T>
        CUSHARD_HD constexpr explicit half(T value) : bits_(detail::fp::half_bits(detail::fp::to_float_odd(value))) {}

    CUSHARD_HD constexpr explicit operator float() const { return detail::fp::float_of_half(bits_); }
    CUSHARD_HD constexpr explicit operator double() const { return detail::fp::float_of_half(bits_); }

    [[nodiscard]] static CUSHARD_HD constexpr half from_bits(unsigned short bits) {
        half result{};
        result.bits_ = bits;
        return result;
    }
    [[nodiscard]] CUSHARD_HD constexpr unsigned short bits() const { return bits_; }

private:
    unsigned short bits_;
};

}  // namespace v0
}  // namespace cushard
