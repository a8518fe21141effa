// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// `convert<To>(from)`: the one conversion between element types, total and the same on the host and the GPU.
// Layer: base; device code.

#include "cushard/base/bfloat16.hpp"
#include "cushard/base/complex.hpp"
#include "cushard/base/half.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Truncates towards zero; what does not fit becomes the nearest limit, a NaN becomes 0.
template <integer To, class From>
CUSHARD_HD constexpr To saturate(From x) {
    constexpr From low = static_cast<From>(smallest_v<To>);
    // 2^(value bits), which every floating type here holds exactly (the largest integer itself often not)
    constexpr From high = static_cast<From>(To(1) << (bit_width_v<To> - 2)) * (is_signed_v<To> ? From(2) : From(4));
    const bool inside = x >= low && x < high;
    const To truncated = static_cast<To>(inside ? x : From(0));
    const To limit = x >= high ? largest_v<To> : x < low ? smallest_v<To> : To(0);
    return inside ? truncated : limit;
}

}  // namespace detail

/// `from` as `To`, between any two element types (NumPy's `astype`). Floating to integer saturates and NaN gives 0;
/// integer to integer wraps; to bool is `!= 0`; real to complex adds a zero, complex to real takes the real part; to
/// half and bfloat16 rounds to nearest even, once.
template <class To, class From>
[[nodiscard]] CUSHARD_HD constexpr To convert(From from) {
    using namespace detail;
    if constexpr (is_same_v<To, From>) {
        return from;
    } else {
        static_assert(number<To> && number<From>,
                      "convert: only bool, integers, floating point and complex convert into each other");
        if constexpr (boolean<To>) {
            return from != From(0);
        } else if constexpr (complex_floating<From>) {
            if constexpr (complex_floating<To>) {
                return To(from);
            } else {
                return convert<To>(from.real());
            }
        } else if constexpr (complex_floating<To>) {
            return To(convert<typename To::value_type>(from));
        } else if constexpr (small_floating<From>) {
            return convert<To>(static_cast<float>(from));
        } else if constexpr (integer<To> && floating<From>) {
            return saturate<To>(from);
        } else {
            return static_cast<To>(from);
        }
    }
}

}  // namespace v0
}  // namespace cushard
