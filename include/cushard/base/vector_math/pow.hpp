// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Powers for the host's vector loops: float in double, as e^(y log|x|) with the cases of IEEE 754 chosen after; double
// by the C library, whose calls keep a loop scalar. Layer: base; host only.

#include "cushard/base/vector_math/exp.hpp"
#include "cushard/base/vector_math/log.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_math {

[[gnu::always_inline]] inline float pow(float base, float exponent) {
    const double x = static_cast<double>(base);
    const double y = static_cast<double>(exponent);
    const double size = magnitude(x);
    const double log_size = choose(size == 0.0, -infinity64, choose(size == infinity64, infinity64, short_log(size)));
    const double unsigned_power = short_exp(at_most(90.0, at_least(-110.0, y * log_size)));

    // Floats from 2^24 on are even integers; so is infinity.
    const double reach = at_most(0x1p25, magnitude(y));
    const double shifted = reach + rounder;
    const bool whole = shifted - rounder == reach;
    const bits64 odd = bits_of(shifted) & choose(whole, 1ULL, 0ULL);
    const double power = double_of(bits_of(unsigned_power) | ((odd << 63) & bits_of(x)));

    const bool no_root = (x < 0.0) & (size < infinity64) & !whole;
    const bool one = (y == 0.0) | (x == 1.0) | ((size == 1.0) & (magnitude(y) == infinity64));
    const bool unknown = (x != x) | (y != y);
    return static_cast<float>(choose(one, 1.0, choose(unknown, x + y, choose(no_root, nan64, power))));
}

[[gnu::always_inline]] inline double pow(double base, double exponent) { return __builtin_pow(base, exponent); }

}  // namespace detail::host_math
}  // namespace v0
}  // namespace cushard
