// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Elementary functions of one complex number. complex<float> is computed in double and rounded. Infinities, NaN and
// signed zeros follow C's Annex G where a formula gives them, as in NumPy. Layer: math; device code.

#include "cushard/base/complex.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::fp {

/// A product in which a zero wins, over infinity and NaN too: a part that is absent stays absent.
CUSHARD_HD double zero_or_product(double a, double b) {
    if (a == 0 || b == 0) return copysign(0.0, a) * copysign(1.0, b);
    return mul(a, b);
}

/// `exp(x) * factor`, also where only exp(x) overflows.
CUSHARD_HD double scaled_exp(double x, double factor) {
    if (factor == 0) return factor;
    if (x < 700 || x == infinity_v<double>) return mul(exp(x), factor);
    const double root = exp(x / 2);
    return mul(mul(root, factor), root);
}

/// A factor by which numbers of an extreme size are brought to where |re| + |z| neither overflows nor loses digits.
struct scaling {
    double factor;
    double root;  // of the factor
    double log;   // of the factor
};
CUSHARD_HD scaling scaling_for(double size) {
    constexpr double log_of_2 = 0.6931471805599453;
    if (size > 0x1p1000) return {0x1p-4, 0x1p-2, -4 * log_of_2};
    if (size < 0x1p-900) return {0x1p200, 0x1p100, 200 * log_of_2};
    return {1, 1, 0};
}

CUSHARD_HD complex<double> exp(complex<double> z) {
    const double x = z.real();
    const double y = z.imag();
    if (x == -infinity_v<double> && !(abs(y) < infinity_v<double>)) return {0.0, 0.0};
    if (y == 0) return {exp(x), y};
    return {scaled_exp(x, cos(y)), scaled_exp(x, sin(y))};
}

CUSHARD_HD complex<double> log(complex<double> z) {
    const double re = abs(z.real());
    const double im = abs(z.imag());
    const double large = max(re, im);
    const double small = min(re, im);
    const double angle = atan2(z.imag(), z.real());
    // Near |z| = 1 the logarithm of the rounded |z| would lose its digits: log(1 + (|z|² - 1)) / 2.
    if (large > 0.5 && large < 2) return {log1p(add(mul(large - 1, large + 1), mul(small, small))) / 2, angle};
    const scaling by = scaling_for(large);
    return {log(cushard::abs(complex<double>(z.real() * by.factor, z.imag() * by.factor))) - by.log, angle};
}

/// After W. Kahan, "Branch cuts for complex elementary functions" (1987): the larger part by a sum without
/// cancellation, the other by division.
CUSHARD_HD complex<double> sqrt(complex<double> z) {
    const double large = max(abs(z.real()), abs(z.imag()));
    if (large == 0) return {0.0, z.imag()};
    if (abs(z.imag()) == infinity_v<double>) return {infinity_v<double>, z.imag()};
    const scaling by = scaling_for(large);
    const complex<double> scaled(z.real() * by.factor, z.imag() * by.factor);
    const double part = sqrt(add(abs(scaled.real()), cushard::abs(scaled)) / 2);
    const double other = div(scaled.imag(), 2 * part);
    if (z.real() < 0) return {abs(other) / by.root, copysign(part / by.root, z.imag())};
    return {part / by.root, other / by.root};
}

/// Whole exponents up to 100 by repeated squaring (as NumPy: i² is -1 exactly), others by exp(w log z).
CUSHARD_HD complex<double> pow(complex<double> z, complex<double> w) {
    if (w.imag() == 0 && abs(w.real()) <= 100 && floor(w.real()) == w.real()) {
        complex<double> result = 1.0;
        complex<double> power = w.real() < 0 ? 1.0 / z : z;
        for (int left = static_cast<int>(abs(w.real())); left != 0; left /= 2) {
            if (left % 2 != 0) result = result * power;
            power = power * power;
        }
        return result;
    }
    if (z == 0.0 && w.real() > 0) return 0.0;
    return exp(w * log(z));
}

CUSHARD_HD complex<double> sin_or_cos(double x_factor_cosh, double x_factor_sinh, double y) {
    if (abs(y) < 700) return {zero_or_product(x_factor_cosh, cosh(y)), zero_or_product(x_factor_sinh, sinh(y))};
    return {scaled_exp(abs(y), x_factor_cosh / 2), copysign(1.0, y) * scaled_exp(abs(y), x_factor_sinh / 2)};
}
/// sin x cosh y + i cos x sinh y
CUSHARD_HD complex<double> sin(complex<double> z) { return sin_or_cos(sin(z.real()), cos(z.real()), z.imag()); }
/// cos x cosh y - i sin x sinh y
CUSHARD_HD complex<double> cos(complex<double> z) { return sin_or_cos(cos(z.real()), -sin(z.real()), z.imag()); }

/// (sinh x cosh x + i sin y cos y) / (sinh² x + cos² y), and its limit for large x.
CUSHARD_HD complex<double> tanh(complex<double> z) {
    const double x = z.real();
    const double product = z.imag() == 0 ? z.imag() : mul(sin(z.imag()), cos(z.imag()));
    if (abs(x) > 22) return {copysign(1.0, x), zero_or_product(4 * exp(-2 * abs(x)), product)};
    const double divisor = add(mul(sinh(x), sinh(x)), mul(cos(z.imag()), cos(z.imag())));
    return {div(mul(sinh(x), cosh(x)), divisor), div(product, divisor)};
}

CUSHARD_HD complex<float> exp(complex<float> z) { return complex<float>(exp(complex<double>(z))); }
CUSHARD_HD complex<float> log(complex<float> z) { return complex<float>(log(complex<double>(z))); }
CUSHARD_HD complex<float> sqrt(complex<float> z) { return complex<float>(sqrt(complex<double>(z))); }
CUSHARD_HD complex<float> pow(complex<float> z, complex<float> w) {
    return complex<float>(pow(complex<double>(z), complex<double>(w)));
}
CUSHARD_HD complex<float> sin(complex<float> z) { return complex<float>(sin(complex<double>(z))); }
CUSHARD_HD complex<float> cos(complex<float> z) { return complex<float>(cos(complex<double>(z))); }
CUSHARD_HD complex<float> tanh(complex<float> z) { return complex<float>(tanh(complex<double>(z))); }

}  // namespace detail::fp
}  // namespace v0
}  // namespace cushard
