// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Rounding to a small floating-point format by double arithmetic, without looking at bits: what the conversions of half
// and bfloat16 are tested against. For tests.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace reference {

struct format {
    int fraction_bits;
    int least_exponent;  // of normal numbers
    double largest;
};
inline constexpr format half{10, -14, 65504.0};
inline constexpr format bfloat16{7, -126, 0x1.fep127};

/// `x` rounded to nearest even in `to`. Exact for every double: the quotient by a power of two is.
inline double round_to(format to, double x) {
    if (std::isnan(x) || std::isinf(x) || x == 0) return x;
    const int exponent = std::max(std::ilogb(x), to.least_exponent);
    const double rounded =
        std::ldexp(std::nearbyint(std::ldexp(x, to.fraction_bits - exponent)), exponent - to.fraction_bits);
    return std::fabs(rounded) > to.largest ? std::copysign(std::numeric_limits<double>::infinity(), x) : rounded;
}

/// Every finite value of a 16-bit format, its ties with the next one, and the floats and doubles next to both.
template <class Small>
std::vector<double> hard_values() {
    std::vector<double> values;
    for (unsigned bits = 0; bits < 0x8000u; ++bits) {
        const double value = static_cast<double>(Small::from_bits(static_cast<unsigned short>(bits)));
        const double next = static_cast<double>(Small::from_bits(static_cast<unsigned short>(bits + 1)));
        if (!std::isfinite(value)) break;
        const double after =
            std::isinf(next) ? 2 * value - static_cast<double>(Small::from_bits(static_cast<unsigned short>(bits - 1)))
                             : next;
        for (const double centre : {value, value + (after - value) / 2}) {
            const float narrow = static_cast<float>(centre);
            values.insert(values.end(), {centre, static_cast<double>(std::nextafterf(narrow, 0.0f)),
                                         static_cast<double>(std::nextafterf(narrow, HUGE_VALF)),
                                         std::nextafter(centre, 0.0), std::nextafter(centre, HUGE_VAL)});
        }
    }
    return values;
}

}  // namespace reference
