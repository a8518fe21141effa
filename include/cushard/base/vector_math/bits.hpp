// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The alphabet of the host's vector functions: bit patterns, and choices without a branch. A choice is made with masks
// because g++ moves the arms of `?:` into branches, which then stop its vectoriser. Layer: base; host only.

#include "cushard/base/config.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_math {

using bits32 = unsigned int;
using bits64 = unsigned long long;

inline constexpr bits32 sign32 = 0x8000'0000U;
inline constexpr bits64 sign64 = 0x8000'0000'0000'0000ULL;

[[gnu::always_inline]] inline bits32 bits_of(float x) { return __builtin_bit_cast(bits32, x); }
[[gnu::always_inline]] inline bits64 bits_of(double x) { return __builtin_bit_cast(bits64, x); }
[[gnu::always_inline]] inline float float_of(bits32 x) { return __builtin_bit_cast(float, x); }
[[gnu::always_inline]] inline double double_of(bits64 x) { return __builtin_bit_cast(double, x); }

[[gnu::always_inline]] inline float magnitude(float x) { return float_of(bits_of(x) & ~sign32); }
[[gnu::always_inline]] inline double magnitude(double x) { return double_of(bits_of(x) & ~sign64); }

/// `condition ? yes : no`
[[gnu::always_inline]] inline bits32 choose(bool condition, bits32 yes, bits32 no) {
    const bits32 mask = 0U - static_cast<bits32>(condition);
    return (yes & mask) | (no & ~mask);
}
[[gnu::always_inline]] inline bits64 choose(bool condition, bits64 yes, bits64 no) {
    const bits64 mask = 0ULL - static_cast<bits64>(condition);
    return (yes & mask) | (no & ~mask);
}
[[gnu::always_inline]] inline float choose(bool condition, float yes, float no) {
    return float_of(choose(condition, bits_of(yes), bits_of(no)));
}
[[gnu::always_inline]] inline double choose(bool condition, double yes, double no) {
    return double_of(choose(condition, bits_of(yes), bits_of(no)));
}

/// Clamps that let NaN through.
[[gnu::always_inline]] inline float at_least(float bound, float x) { return choose(x < bound, bound, x); }
[[gnu::always_inline]] inline float at_most(float bound, float x) { return choose(x > bound, bound, x); }
[[gnu::always_inline]] inline double at_least(double bound, double x) { return choose(x < bound, bound, x); }
[[gnu::always_inline]] inline double at_most(double bound, double x) { return choose(x > bound, bound, x); }

inline constexpr float infinity32 = __builtin_huge_valf();
inline constexpr double infinity64 = __builtin_huge_val();
inline constexpr float nan32 = __builtin_nanf("");
inline constexpr double nan64 = __builtin_nan("");

/// `a * b + c`, rounded twice. Two statements, for clang contracts what stands in one.
[[gnu::always_inline]] inline double multiply_add(double a, double b, double c) {
    const double product = a * b;
    return product + c;
}

/// The polynomial of `x` with these coefficients, the highest power first (Horner's scheme).
template <class... Lower>
[[gnu::always_inline]] inline double polynomial(double x, double highest, Lower... lower) {
    double sum = highest;
    ((sum = multiply_add(sum, x, lower)), ...);
    return sum;
}

/// 1.5 * 2^52: adding it to a double below 2^51 in magnitude leaves the nearest integer in the low bits of the sum, and
/// taking it away again gives that integer as a double.
inline constexpr double rounder = 0x1.8p52;

/// 2^k for `shifted = k + rounder`, -1023 < k < 1024.
[[gnu::always_inline]] inline double power_of_two(double shifted) {
    return double_of((bits_of(shifted) << 52) + bits_of(1.0));
}

inline constexpr double ln2 = 0x1.62e42fefa39efp-1;
/// ln(2) in two parts; the first has 32 bits, so that its product with an exponent is exact.
inline constexpr double ln2_high = 0x1.62e42fee00000p-1;
inline constexpr double ln2_low = 0x1.a39ef35793c76p-33;
inline constexpr double log2_e = 0x1.71547652b82fep0;

}  // namespace detail::host_math
}  // namespace v0
}  // namespace cushard
