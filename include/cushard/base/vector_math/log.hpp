// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The natural logarithm for the host's vector loops: x = 2^e m with m in [sqrt(1/2), sqrt(2)), and
// log(m) = 2 atanh(s) for s = (m - 1) / (m + 1), with a polynomial for (atanh(s) / s - 1) / s^2. Layer: base; host
// only.

#include "cushard/base/vector_math/bits.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_math {

/// x = 2^exponent * mantissa, the mantissa in [sqrt(1/2), sqrt(2)).
struct binary_parts {
    double exponent;
    double mantissa;
};

/// For a positive normal x; else anything. The shift of the bits that makes the exponent change at sqrt(2) is fdlibm's.
[[gnu::always_inline]] inline binary_parts split_exponent(double x) {
    constexpr bits64 root_half = 0x3fe6'a09e'667f'3bcdULL;
    const bits64 shifted = bits_of(x) + (0x3ff0'0000'0000'0000ULL - root_half);
    const bits64 mantissa = (shifted & 0x000f'ffff'ffff'ffffULL) + root_half;
    // The biased exponent becomes a double in the low bits of 2^52, without a conversion of 64-bit integers.
    const double biased = double_of((shifted >> 52) | bits_of(0x1p52));
    return {biased - (0x1p52 + 1023.0), double_of(mantissa)};
}

/// log(x) for a positive normal x, off by 2^-43 of it: what the functions of float need.
[[gnu::always_inline]] inline double short_log(double x) {
    const binary_parts parts = split_exponent(x);
    const double s = (parts.mantissa - 1.0) / (parts.mantissa + 1.0);
    const double z = s * s;
    const double series = polynomial(z, 0x1.8c8c11e54d389p-4, 0x1.c67ada017cf97p-4, 0x1.249323e4d7fc7p-3,
                                     0x1.999998cafbf2ap-3, 0x1.5555555564e96p-2, 1.0);
    return multiply_add(parts.exponent, ln2, 2.0 * s * series);
}

[[gnu::always_inline]] inline float log(float x) {
    const float positive = static_cast<float>(short_log(static_cast<double>(x)));
    const float zero_or_more = choose(x == 0.0F, -infinity32, positive);
    const float finite = choose(x < 0.0F, nan32, zero_or_more);
    return choose(magnitude(x) < infinity32, finite, choose(x < 0.0F, nan32, x + x));
}

/// The order of the sums is fdlibm's (Sun Microsystems, 1993): log(1 + f) = f - (f^2/2 - s (f^2/2 + R)).
[[gnu::always_inline]] inline double log(double x) {
    const bool subnormal = magnitude(x) < 0x1p-1022;
    const binary_parts parts = split_exponent(x * choose(subnormal, 0x1p54, 1.0));
    const double exponent = parts.exponent - choose(subnormal, 54.0, 0.0);
    const double f = parts.mantissa - 1.0;
    const double s = f / (2.0 + f);
    const double z = s * s;
    const double series =
        2.0 * z *
        polynomial(z, 0x1.0c039c49989c6p-4, 0x1.0fbe95d716020p-4, 0x1.3b1c355a8f7a2p-4, 0x1.745cf9048dd95p-4,
                   0x1.c71c720159177p-4, 0x1.2492492476cccp-3, 0x1.9999999999a38p-3, 0x1.5555555555555p-2);
    const double half_square = 0.5 * f * f;
    const double correction = multiply_add(s, half_square + series, exponent * ln2_low);
    const double positive = multiply_add(exponent, ln2_high, f - (half_square - correction));
    const double zero_or_more = choose(x == 0.0, -infinity64, positive);
    const double finite = choose(x < 0.0, nan64, zero_or_more);
    return choose(magnitude(x) < infinity64, finite, choose(x < 0.0, nan64, x + x));
}

}  // namespace detail::host_math
}  // namespace v0
}  // namespace cushard
