// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Square roots for the host's vector loops, rounded to nearest as IEEE 754 asks. Not the processor's instruction: g++
// reaches it only through a builtin that may set errno, keeps a call for that, and so gives the loop up; no attribute
// of a function lifts this. In a vector loop the arithmetic below is as fast as the instruction. Layer: base; host
// only.

#include "cushard/base/vector_math/bits.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_math {

/// 1/sqrt(x) for a normal positive x, off by 2^-19 at most. The seed halves the exponent by a shift of the bits
/// (Lomont, Fast Inverse Square Root, 2003), 3.5 % off; then two of Newton's steps, the first one scaled so that its
/// one-sided error of 2^-9 lies around zero.
[[gnu::always_inline]] inline float rough_rsqrt(float x) {
    const float half = 0.5F * x;
    float y = float_of(0x5f37'5a86U - (bits_of(x) >> 1));
    y = y * (1.5013125F - 1.000875F * (half * y * y));
    return y * (1.5F - half * y * y);
}

/// A step of third order in double leaves the root off by less than 2^-51, which is nearer than the root of a float can
/// come to the middle of two floats: the conversion then rounds as IEEE asks.
[[gnu::always_inline]] inline float sqrt(float x) {
    // Tiny arguments are lifted by 2^48, for the seed needs a normal number.
    const bool tiny = magnitude(x) < 0x1p-100F;
    const float lifted = x * choose(tiny, 0x1p48F, 1.0F);
    const double inverse = static_cast<double>(rough_rsqrt(magnitude(lifted)));
    const double root = static_cast<double>(lifted) * inverse;
    const double rest = multiply_add(-root, inverse, 1.0);
    const double refined = multiply_add(root, rest * multiply_add(0.375, rest, 0.5), root);
    const float result = static_cast<float>(refined) * choose(tiny, 0x1p-24F, 1.0F);
    // Infinity and NaN give themselves, -0 did so above; below zero there is no root.
    return choose(x < 0.0F, nan32, choose(x < infinity32, result, x + x));
}

/// The root of a mantissa in [1, 4), off by less than a unit in the last place, then put right: the exact remainder, by
/// Dekker's split of the root into halves (A Floating-Point Technique for Extending the Available Precision, 1971),
/// tells on which side of the middle of two doubles the true root lies.
[[gnu::always_inline]] inline double sqrt(double x) {
    const bool subnormal = magnitude(x) < 0x1p-1022;
    const bits64 lifted = bits_of(magnitude(x) * choose(subnormal, 0x1p54, 1.0));
    const bits64 half_exponent = ((lifted >> 52) + 1U) >> 1;
    const double mantissa = double_of(lifted - ((half_exponent - 512U) << 53));

    const double inverse = static_cast<double>(rough_rsqrt(static_cast<float>(mantissa)));
    const double rough = mantissa * inverse;
    const double rest = multiply_add(-rough, inverse, 1.0);
    const double root = at_least(1.0, multiply_add(rough, rest * multiply_add(0.375, rest, 0.5), rough));

    const double high = double_of((bits_of(root) + 0x400'0000ULL) & ~0x7ff'ffffULL);
    const double low = root - high;
    const double remainder =
        multiply_add(-low, low, multiply_add(-2.0 * high, low, multiply_add(-high, high, mantissa)));
    const double middle = root * 0x1p-52;
    const double step = choose(remainder > middle, 0x1p-52, choose(remainder <= -middle, -0x1p-52, 0.0));

    const double scaled = double_of(bits_of(root + step) + ((half_exponent - 512U) << 52));
    const double result = scaled * choose(subnormal, 0x1p-27, 1.0);
    const double positive = choose(x < infinity64, result, x + x);
    return choose(x == 0.0, x, choose(x < 0.0, nan64, positive));
}

}  // namespace detail::host_math
}  // namespace v0
}  // namespace cushard
