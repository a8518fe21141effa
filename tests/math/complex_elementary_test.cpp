// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/math/complex_elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <vector>

namespace fp = cushard::detail::fp;

namespace {

using wide = std::complex<long double>;

template <class T>
std::vector<cushard::complex<T>> arguments() {
    std::mt19937 random(9);
    std::uniform_real_distribution<T> parts(-6, 6);
    std::vector<cushard::complex<T>> values;
    for (int i = 0; i < 5000; ++i) values.emplace_back(parts(random), parts(random));
    for (const T re : {T(0), T(1), T(-1), T(0.6), T(1e-30), T(-1e30)}) {
        for (const T im : {T(0), T(1), T(-1), T(0.8), T(1e-30), T(30)}) values.emplace_back(re, im);
    }
    return values;
}

/// Relative to the size of the number: the smaller part may lose digits, as in every library.
template <class T>
void expect_close(cushard::complex<T> got, wide expected, cushard::complex<T> z, long double bound = 8) {
    if (!std::isfinite(expected.real()) || !std::isfinite(expected.imag())) return;
    if (std::abs(expected) > static_cast<long double>(std::numeric_limits<T>::max())) return;
    const wide difference = wide(got.real(), got.imag()) - expected;
    const long double smallest = static_cast<long double>(std::numeric_limits<T>::denorm_min());
    ASSERT_LE(std::abs(difference),
              bound * static_cast<long double>(std::numeric_limits<T>::epsilon()) * std::abs(expected) + smallest)
        << z.real() << " " << z.imag();
}

}  // namespace

template <class T>
class ComplexElementary : public testing::Test {};
using parts = testing::Types<float, double>;
TYPED_TEST_SUITE(ComplexElementary, parts);

TYPED_TEST(ComplexElementary, AgreesWithLongDouble) {
    for (const cushard::complex<TypeParam> z : arguments<TypeParam>()) {
        const wide w(z.real(), z.imag());
        expect_close(fp::exp(z), std::exp(w), z);
        expect_close(fp::sqrt(z), std::sqrt(w), z);
        if (w != wide(0)) expect_close(fp::log(z), std::log(w), z);
        if (std::fabs(z.real()) > 1e20) continue;
        expect_close(fp::sin(z), std::sin(w), z);
        expect_close(fp::cos(z), std::cos(w), z);
        expect_close(fp::tanh(z), std::tanh(w), z);
    }
}

TYPED_TEST(ComplexElementary, PowAgreesWithLongDouble) {
    const cushard::complex<TypeParam> exponent(TypeParam(1.25), TypeParam(-0.5));
    for (const cushard::complex<TypeParam> z : arguments<TypeParam>()) {
        if (std::fabs(z.real()) > 1e20 || std::hypot(z.real(), z.imag()) < TypeParam(0.01)) continue;
        expect_close(fp::pow(z, exponent), std::pow(wide(z.real(), z.imag()), wide(1.25L, -0.5L)), z, 32);
        const wide square = wide(z.real(), z.imag()) * wide(z.real(), z.imag());
        expect_close(fp::pow(z, cushard::complex<TypeParam>(2)), square, z);
        expect_close(fp::pow(z, cushard::complex<TypeParam>(-2)), wide(1) / square, z, 16);
    }
}

TYPED_TEST(ComplexElementary, PowOfWholeExponentsIsExactWhereTheProductIs) {
    using number = cushard::complex<TypeParam>;
    EXPECT_EQ(fp::pow(number(0, 1), number(2)), number(-1));
    EXPECT_EQ(fp::pow(number(0, 1), number(4)), number(1));
    EXPECT_EQ(fp::pow(number(1, 1), number(-2)), number(0, TypeParam(-0.5)));
    EXPECT_EQ(fp::pow(number(3, 4), number(0)), number(1));
    EXPECT_EQ(fp::pow(number(0), number(0)), number(1));
    EXPECT_EQ(fp::pow(number(0), number(TypeParam(0.5))), number(0));
}

TYPED_TEST(ComplexElementary, SquareRootStandsOnTheSideOfTheBranchCutThatTheSignOfZeroSays) {
    using number = cushard::complex<TypeParam>;
    EXPECT_EQ(fp::sqrt(number(-4, TypeParam(0))), number(0, 2));
    EXPECT_EQ(fp::sqrt(number(-4, TypeParam(-0.0))), number(0, -2));
    EXPECT_EQ(fp::log(number(-1, TypeParam(-0.0))).imag(), -static_cast<TypeParam>(M_PI));
}

TYPED_TEST(ComplexElementary, SquareRootAndLogarithmReachTheEndsOfTheRange) {
    using number = cushard::complex<TypeParam>;
    using limits = std::numeric_limits<TypeParam>;
    for (const TypeParam part : {limits::max(), limits::min(), limits::denorm_min()}) {
        const number z(part, -part);
        const wide w(part, -part);
        expect_close(fp::sqrt(z), std::sqrt(w), z);
        expect_close(fp::log(z), std::log(w), z);
    }
}

TYPED_TEST(ComplexElementary, GrowsToTheEndOfTheRangeAlthoughOneFactorOverflows) {
    using number = cushard::complex<TypeParam>;
    const TypeParam top = std::log(std::numeric_limits<TypeParam>::max());
    const number z(top + TypeParam(0.25), static_cast<TypeParam>(M_PI / 4 * 1.1));
    expect_close(fp::exp(z), std::exp(wide(z.real(), z.imag())), z);
    EXPECT_TRUE(std::isfinite(fp::exp(z).real()));
    const number w(TypeParam(0.75), top + TypeParam(0.5));
    expect_close(fp::sin(w), std::sin(wide(w.real(), w.imag())), w);
    EXPECT_TRUE(std::isfinite(fp::cos(w).real()));
}

TYPED_TEST(ComplexElementary, TakesInfinitiesAndNaNAsTheCStandard) {
    using number = cushard::complex<TypeParam>;
    const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
    EXPECT_EQ(fp::exp(number(-infinity, nan)), number(0));
    EXPECT_EQ(fp::exp(number(infinity, 0)), number(infinity));
    EXPECT_EQ(fp::sqrt(number(nan, infinity)).real(), infinity);
    EXPECT_EQ(fp::sqrt(number(-infinity, 1)), number(0, infinity));
    EXPECT_EQ(fp::sqrt(number(infinity, -1)), number(infinity, 0));
    EXPECT_EQ(fp::tanh(number(infinity, 1)), number(1, 0));
    EXPECT_EQ(fp::tanh(number(-infinity, nan)).real(), -1);
    EXPECT_EQ(fp::log(number(0)).real(), -infinity);
    EXPECT_EQ(fp::log(number(-infinity, nan)).real(), infinity);
    EXPECT_EQ(fp::sin(number(0, infinity)), number(0, infinity));
    EXPECT_TRUE(std::isnan(fp::exp(number(nan, 1)).real()));
    EXPECT_TRUE(std::isnan(fp::tanh(number(1, nan)).real()));
}
