// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/math/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>

#include "lazy.hpp"

namespace cs = cushard;
namespace ops = cushard::ops;
using lazy_test::array;

namespace {

/// Units in the last place of the type that a result may be off; libraries promise 1 to 2 for float and double.
template <class T>
double relative_tolerance() {
    if constexpr (std::is_same_v<T, cs::half>)
        return 0x1p-10;
    else if constexpr (std::is_same_v<T, cs::bfloat16>)
        return 0x1p-7;
    else
        return 4 * static_cast<double>(std::numeric_limits<T>::epsilon());
}

template <class T>
void expect_close(T got, double expected, double argument) {
    ASSERT_NEAR(static_cast<double>(got), expected, std::fabs(expected) * relative_tolerance<T>() + 1e-300) << argument;
}

}  // namespace

template <class T>
class Elementary : public testing::Test {};
using floats = testing::Types<cs::half, cs::bfloat16, float, double>;
TYPED_TEST_SUITE(Elementary, floats);

TYPED_TEST(Elementary, AgreesWithDouble) {
    using T = TypeParam;
    std::mt19937 random(5);
    std::uniform_real_distribution<double> arguments(-8, 8);
    for (int i = 0; i < 20000; ++i) {
        const T x = static_cast<T>(arguments(random)), y = static_cast<T>(arguments(random));
        const double a = static_cast<double>(x), b = static_cast<double>(y);
        if (a == 0) continue;
        expect_close(ops::exp{}(x), std::exp(a), a);
        expect_close(ops::sin{}(x), std::sin(a), a);
        expect_close(ops::cos{}(x), std::cos(a), a);
        expect_close(ops::tanh{}(x), std::tanh(a), a);
        const T positive = ops::abs{}(x);
        expect_close(ops::sqrt{}(positive), std::sqrt(std::fabs(a)), a);
        expect_close(ops::log{}(positive), std::log(std::fabs(a)), a);
        if (std::fabs(std::log2(std::fabs(a)) * b) < 14)
            expect_close(ops::pow{}(positive, y), std::pow(std::fabs(a), b), a);
        ASSERT_EQ(static_cast<double>(positive), std::fabs(a));
    }
}

TYPED_TEST(Elementary, HoldsAtZeroInfinityAndNaN) {
    using T = TypeParam;
    const T zero(0), infinity(HUGE_VALF), nan(std::nanf(""));
    EXPECT_EQ(ops::exp{}(-infinity), zero);
    EXPECT_EQ(ops::exp{}(infinity), infinity);
    EXPECT_EQ(ops::log{}(zero), -infinity);
    EXPECT_TRUE(std::isnan(static_cast<double>(ops::log{}(T(-1)))));
    EXPECT_TRUE(std::isnan(static_cast<double>(ops::sqrt{}(T(-1)))));
    EXPECT_TRUE(std::isnan(static_cast<double>(ops::sin{}(infinity))));
    EXPECT_TRUE(std::isnan(static_cast<double>(ops::exp{}(nan))));
    EXPECT_EQ(ops::tanh{}(-infinity), T(-1));
    EXPECT_EQ(ops::pow{}(nan, zero), T(1));
    EXPECT_EQ(ops::abs{}(-infinity), infinity);
    EXPECT_FALSE(std::signbit(static_cast<double>(ops::abs{}(-zero))));
}

TEST(ElementaryType, OfIntegersIsDoubleAndOfSmallFloatsTheirOwn) {
    EXPECT_TRUE((std::is_same_v<decltype(ops::sqrt{}(std::int32_t(4))), double>));
    EXPECT_TRUE((std::is_same_v<decltype(ops::exp{}(true)), double>));
    EXPECT_TRUE((std::is_same_v<decltype(ops::sin{}(cs::half(1))), cs::half>));
    EXPECT_TRUE((std::is_same_v<decltype(ops::log{}(cs::complex<float>(1))), cs::complex<float>>));
    EXPECT_TRUE((std::is_same_v<decltype(ops::pow{}(std::int64_t(2), 0.5f)), float>));
    EXPECT_EQ(ops::sqrt{}(std::uint8_t(16)), 4.0);
}

template <class T>
class IntegerElementary : public testing::Test {};
using promoted_integers = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                         std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(IntegerElementary, promoted_integers);

TYPED_TEST(IntegerElementary, PowMultipliesAndWraps) {
    using T = TypeParam;
    for (int base = -12; base <= 12; ++base) {
        T product = 1;
        for (int exponent = 0; exponent <= 70; ++exponent) {
            ASSERT_EQ(ops::pow{}(static_cast<T>(base), static_cast<T>(exponent)), product) << base << " " << exponent;
            product = static_cast<T>(static_cast<std::uint64_t>(product) * static_cast<std::uint64_t>(base));
        }
    }
    EXPECT_TRUE((std::is_same_v<decltype(ops::pow{}(T(1), T(1))), T>));
}

TYPED_TEST(IntegerElementary, AbsWrapsAtTheSmallest) {
    using T = TypeParam;
    EXPECT_EQ(ops::abs{}(T(5)), 5);
    EXPECT_EQ(ops::abs{}(std::numeric_limits<T>::max()), std::numeric_limits<T>::max());
    EXPECT_EQ(ops::abs{}(std::numeric_limits<T>::min()), std::numeric_limits<T>::min());
    if constexpr (std::is_signed_v<T>) {
        EXPECT_EQ(ops::abs{}(T(-5)), 5);
    }
    EXPECT_TRUE((std::is_same_v<decltype(ops::abs{}(T(1))), T>));
}

TEST(IntegerPow, OfANegativeExponentIsTheTruncatedReciprocal) {
    EXPECT_EQ(ops::pow{}(-5, 2), 25);
    EXPECT_EQ(ops::pow{}(2, -1), 0);
    EXPECT_EQ(ops::pow{}(0, -1), 0);
    EXPECT_EQ(ops::pow{}(1, -7), 1);
    EXPECT_EQ(ops::pow{}(-1, -7), -1);
    EXPECT_EQ(ops::pow{}(-1, -8), 1);
    EXPECT_EQ(ops::pow{}(-1, std::numeric_limits<int>::min()), 1);
    EXPECT_EQ(ops::pow{}(0, 0), 1);
}

TEST(BoolPow, IsAnImplication) {
    EXPECT_TRUE(ops::pow{}(false, false));
    EXPECT_FALSE(ops::pow{}(false, true));
    EXPECT_TRUE(ops::pow{}(true, true));
    EXPECT_TRUE(ops::abs{}(true));
}

TEST(ElementaryNodes, AreNamedAfterTheFunction) {
    const array<float> a;
    EXPECT_TRUE((std::is_same_v<decltype(cs::abs(a)), cs::call<ops::abs, array<float>>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::sqrt(a)), cs::call<ops::sqrt, array<float>>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::exp(a)), cs::call<ops::exp, array<float>>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::log(a)), cs::call<ops::log, array<float>>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::sin(a)), cs::call<ops::sin, array<float>>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::cos(a)), cs::call<ops::cos, array<float>>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::tanh(a)), cs::call<ops::tanh, array<float>>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::pow(a, 2)), cs::call<ops::pow, array<float>, int>>));
}

TEST(ElementaryNodes, RefuseStructs) {
    struct point {
        float x, y;
    };
    const auto has_root = []<class A>(A x) {
        return requires { cs::sqrt(x); };
    };
    EXPECT_TRUE(has_root(array<float>{}));
    EXPECT_FALSE(has_root(array<point>{}));
}
