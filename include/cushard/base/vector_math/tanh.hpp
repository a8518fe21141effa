// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The hyperbolic tangent for the host's vector loops. Layer: base; host only.

#include "cushard/base/vector_math/exp.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_math {

/// 1 - 2 / (e^2|x| + 1); near zero, where that cancels, x - x^3/3.
[[gnu::always_inline]] inline float tanh(float x) {
    const double size = static_cast<double>(at_most(12.0F, magnitude(x)));
    const double far = 1.0 - 2.0 / (short_exp(2.0 * size) + 1.0);
    const double near = size - size * size * size * (1.0 / 3.0);
    const float result = static_cast<float>(choose(size < 0x1p-11, near, far));
    return choose(x != x, x + x, float_of(bits_of(result) | (bits_of(x) & sign32)));
}

/// 1 - 2 / (e^2|x| + 1) from 5/8 on; below, x - x^3 A / D from the eighth convergent of Lambert's continued fraction
/// tanh(x) = x / (1 + x^2 / (3 + x^2 / (5 + ...))), which is nearer than a rounding there. One division serves both.
[[gnu::always_inline]] inline double tanh(double x) {
    const double size = at_most(24.0, magnitude(x));
    const bool small = size < 0.625;
    const double z = size * size;
    const power_parts parts = exp_parts(2.0 * size);
    const double power = parts.mantissa * power_of_two(parts.exponent + rounder);
    const double top = choose(small, size * z * polynomial(z, 1.0, 594.0, 45045.0, 675675.0), 2.0);
    const double bottom = choose(small, polynomial(z, 1.0, 630.0, 51975.0, 945945.0, 2027025.0), power + 1.0);
    const double result = choose(small, size, 1.0) - top / bottom;
    return choose(x != x, x + x, double_of(bits_of(result) | (bits_of(x) & sign64)));
}

}  // namespace detail::host_math
}  // namespace v0
}  // namespace cushard
