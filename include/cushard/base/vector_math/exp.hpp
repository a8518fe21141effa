// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The exponential for the host's vector loops: Cody & Waite's reduction to |r| <= ln(2)/2 (Software Manual for the
// Elementary Functions, 1980), a polynomial for (e^r - 1 - r) / r^2 interpolated at Chebyshev's points, and the power
// of two put into the exponent's bits. Layer: base; host only.

#include "cushard/base/vector_math/bits.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_math {

/// e^x for |x| <= 700, off by 2^-31 of it: what the functions of float need. NaN gives anything.
[[gnu::always_inline]] inline double short_exp(double x) {
    const double shifted = multiply_add(x, log2_e, rounder);
    const double r = multiply_add(shifted - rounder, -ln2, x);
    const double p = polynomial(r, 0x1.a124e3f154d32p-13, 0x1.6d431504c53d3p-10, 0x1.1110e0f726534p-7,
                                0x1.5554e9114ecf9p-5, 0x1.5555555a78232p-3, 0x1.0000000b8f62bp-1, 1.0, 1.0);
    return double_of(bits_of(p) + (bits_of(shifted) << 52));
}

/// (e^r - 1 - r) / r^2 for |r| <= ln(2)/2, off by 2^-52 of it.
[[gnu::always_inline]] inline double exp_remainder(double r) {
    return polynomial(r, 0x1.af389ecfc4b9cp-26, 0x1.28917c89a43a7p-22, 0x1.71de0db2f6b19p-19, 0x1.a019b9149a41cp-16,
                      0x1.a01a01a7c2efep-13, 0x1.6c16c17889ef1p-10, 0x1.11111111109b5p-7, 0x1.5555555553d68p-5,
                      0x1.5555555555556p-3, 0x1.0000000000001p-1);
}

/// In double, where all of float's results, subnormals included, are normal: only the last conversion rounds.
[[gnu::always_inline]] inline float exp(float x) {
    // Beyond these the result is 0 or infinity all the same.
    const float reach = at_most(90.0F, at_least(-110.0F, x));
    return choose(x != x, x + x, static_cast<float>(short_exp(static_cast<double>(reach))));
}

/// e^x = mantissa * 2^exponent for |x| <= 750, the mantissa within 2^(1/2) of 1. NaN gives anything.
struct power_parts {
    double mantissa;
    double exponent;
};

[[gnu::always_inline]] inline power_parts exp_parts(double x) {
    const double exponent = multiply_add(x, log2_e, rounder) - rounder;
    const double high = multiply_add(exponent, -ln2_high, x);
    const double low = exponent * ln2_low;
    const double r = high - low;
    const double lost = (high - r) - low;
    return {1.0 + (r + multiply_add(r * r, exp_remainder(r), lost)), exponent};
}

[[gnu::always_inline]] inline double exp(double x) {
    const power_parts parts = exp_parts(at_most(710.0, at_least(-750.0, x)));
    // 2^exponent in two factors, for neither end of the range is a double; a subnormal result is rounded once.
    const double half = multiply_add(parts.exponent, 0.5, rounder);
    const double rest = (parts.exponent - (half - rounder)) + rounder;
    return choose(x != x, x + x, parts.mantissa * power_of_two(half) * power_of_two(rest));
}

}  // namespace detail::host_math
}  // namespace v0
}  // namespace cushard
