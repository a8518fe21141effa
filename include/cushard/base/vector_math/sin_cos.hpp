// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Sine and cosine for the host's vector loops: float in double, with one reduction for the whole range; double by the
// C library, whose calls keep a loop scalar. Layer: base; host only.

#include "cushard/base/vector_math/bits.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_math {

/// 2^j * 2/pi modulo 4, for every scale 2^j of a float: `high` has 29 bits, so that its product with a float is exact
/// in double; `low` is the next 53, signed. After Payne & Hanek, Radian Reduction for Trigonometric Functions, 1983.
struct two_over_pi_table {
    static constexpr int size = 106;  ///< infinity and NaN find the last entry
    double high[size];
    double low[size];
};

constexpr two_over_pi_table make_two_over_pi() {
    // After 64 bits before the point.
    constexpr bits64 digits[] = {0, 0xa2f9'836e'4e44'1529ULL, 0xfc27'57d1'f534'ddc0ULL, 0xdb62'9599'3c43'9041ULL, 0};
    two_over_pi_table table{};
    for (int j = 0; j < two_over_pi_table::size; ++j) {
        // The first `count` of the digits from `place` behind the point on.
        const auto take = [&](int place, int count) {
            const int word = (place + 64) / 64;
            const int skipped = (place + 64) % 64;
            const bits64 behind = skipped == 0 ? 0 : digits[word + 1] >> (64 - skipped);
            return static_cast<long long>((digits[word] << skipped | behind) >> (64 - count));
        };
        const long long high = take(j - 2, 29);  // of weight 2^-27
        const long long low = take(j + 27, 54);  // of weight 2^-81
        // The nearest `high`, not the one below: it halves what `low` can add to the reduced argument.
        const bool up = low >= (1LL << 53);
        table.high[j] = static_cast<double>(high + (up ? 1 : 0)) * 0x1p-27;
        table.low[j] = static_cast<double>(low - (up ? 1LL << 54 : 0)) * 0x1p-81;
    }
    return table;
}

inline constexpr two_over_pi_table two_over_pi = make_two_over_pi();

/// sin(x + turns * pi/2)
[[gnu::always_inline]] inline float sin_of_float(float x, bits64 turns) {
    // 64 bits wide as the table's elements are, without which g++ does not gather.
    const double wide = static_cast<double>(x);
    const bits64 exponent = (bits_of(wide) >> 52) & 0x7ffU;
    const bits64 scale = choose(magnitude(wide) < 0x1p24, 0ULL, (exponent - (1023U + 23U)) & 127U);
    const double scaled = wide * double_of((1023U - scale) << 52);
    const double quarters = scaled * two_over_pi.high[scale];
    const double shifted = quarters + rounder;
    const double rest = quarters - (shifted - rounder);  // exact
    const double r = multiply_add(scaled, two_over_pi.low[scale], rest) * 0x1.921fb54442d18p0;
    const double z = r * r;
    const double sine = r * polynomial(z, 0x1.6ca767ed129f1p-19, -0x1.a00fd9ed400cbp-13, 0x1.11110abac5245p-7,
                                       -0x1.55555552dc2b1p-3, 1.0);
    const double cosine = polynomial(z, -0x1.246a3a19cfa98p-22, 0x1.a0133a42f5c50p-16, -0x1.6c16bd3108b9ep-10,
                                     0x1.5555555481f9fp-5, -0.5, 1.0);
    const bits64 quadrant = bits_of(shifted) + turns;
    const double value = choose((quadrant & 1U) != 0, cosine, sine);
    return static_cast<float>(double_of(bits_of(value) ^ ((quadrant & 2U) << 62)));
}

[[gnu::always_inline]] inline float sin(float x) { return sin_of_float(x, 0); }
[[gnu::always_inline]] inline float cos(float x) { return sin_of_float(x, 1); }

[[gnu::always_inline]] inline double sin(double x) { return __builtin_sin(x); }
[[gnu::always_inline]] inline double cos(double x) { return __builtin_cos(x); }

}  // namespace detail::host_math
}  // namespace v0
}  // namespace cushard
