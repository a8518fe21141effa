// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The exponential for the host's vector loops: Cody & Waite's reduction to |r| <= ln(2)/2 (Software Manual for the
// Elementary Functions, 1980), a polynomial, the power of two added to the exponent's bits. Layer: base; host only.

#include "cushard/base/vector_math/bits.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_math {

/// In double: all of float's range, subnormals included, is normal there, so that only the last conversion rounds.
/// The polynomial is (e^r - 1 - r) / r^2 interpolated at Chebyshev's points, off by 2^-28.
[[gnu::always_inline]] inline float exp(float x) {
    // Beyond these the result is infinity or 0 all the same, and the exponent's bits would overflow.
    const double reach = static_cast<double>(at_most(90.0F, at_least(-110.0F, x)));
    const double shifted = reach * 0x1.71547652b82fep0 + rounder;
    const double r = reach - (shifted - rounder) * 0x1.62e42fefa39efp-1;
    double p = 0x1.a124e3f154d32p-13;
    p = p * r + 0x1.6d431504c53d3p-10;
    p = p * r + 0x1.1110e0f726534p-7;
    p = p * r + 0x1.5554e9114ecf9p-5;
    p = p * r + 0x1.5555555a78232p-3;
    p = p * r + 0x1.0000000b8f62bp-1;
    p = p * (r * r) + r + 1.0;
    const float result = static_cast<float>(double_of(bits_of(p) + (bits_of(shifted) << 52)));
    return choose(x != x, x + x, result);
}

}  // namespace detail::host_math
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
