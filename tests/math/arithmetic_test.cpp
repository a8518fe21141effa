// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/math/arithmetic.hpp"
#include "cushard/math/division.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "lazy.hpp"

namespace cs = cushard;
namespace ops = cushard::ops;
using lazy_test::array;

namespace {

template <class T, class Result>
void expect_same(Result got, T expected) {
    EXPECT_TRUE((std::is_same_v<Result, T>));
    EXPECT_EQ(got, expected);
}

}  // namespace

TEST(Arithmetic, BringsOperandsToTheirCommonType) {
    expect_same<std::int16_t>(ops::add{}(std::int8_t(-1), std::uint8_t(255)), 254);
    expect_same<double>(ops::add{}(std::uint64_t(1), std::int64_t(-2)), -1.0);
    expect_same<float>(ops::add{}(std::int64_t(1), 0.5f), 1.5f);
    expect_same<float>(ops::multiply{}(cs::half(1.5), cs::bfloat16(2)), 3.0f);
    expect_same<cs::half>(ops::divide{}(cs::half(1), 2), cs::half(0.5));
    expect_same<cs::complex<double>>(ops::subtract{}(cs::complex<float>(1, 2), 0.5), {0.5, 2});
    expect_same<int>(ops::add{}(true, 2), 3);
}

TEST(Arithmetic, OfBoolsIsOrAndAnd) {
    expect_same<bool>(ops::add{}(true, true), true);
    expect_same<bool>(ops::add{}(false, false), false);
    expect_same<bool>(ops::multiply{}(true, false), false);
    expect_same<bool>(ops::multiply{}(true, true), true);
}

TEST(Arithmetic, RoundsOncePerOperation) {
    // A fused multiply and subtract would give 2^-24 here.
    const float x = 1 + 0x1p-12f;
    EXPECT_EQ(ops::subtract{}(ops::multiply{}(x, x), 1 + 0x1p-11f), 0.0f);
    // In half 2048 + 1 is a tie, to even.
    EXPECT_EQ(ops::add{}(cs::half(2048), cs::half(1)), cs::half(2048));
}

template <class T>
class IntegerArithmetic : public testing::Test {};
using added_integers = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, long long, std::uint8_t,
                                      std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(IntegerArithmetic, added_integers);

TYPED_TEST(IntegerArithmetic, Wraps) {
    using T = TypeParam;
    constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
    expect_same<T>(ops::add{}(most, T(1)), least);
    expect_same<T>(ops::subtract{}(least, T(1)), most);
    expect_same<T>(ops::multiply{}(most, most), 1);
    expect_same<T>(ops::negative{}(least), least);
    expect_same<T>(ops::negative{}(T(1)), static_cast<T>(-1));
    expect_same<T>(ops::positive{}(least), least);
    static_assert(ops::add{}(most, T(1)) == least);
}

TYPED_TEST(IntegerArithmetic, DividesTowardsZero) {
    using T = TypeParam;
    std::mt19937_64 random(11);
    for (int i = 0; i < 1000; ++i) {
        const T a = static_cast<T>(random()), b = static_cast<T>(random() >> (i % 60));
        if (b == 0 || b == static_cast<T>(-1)) continue;
        ASSERT_EQ(ops::divide{}(a, b), static_cast<T>(a / b));
    }
    EXPECT_EQ(ops::divide{}(T(7), T(2)), 3);
    if constexpr (std::is_signed_v<T>) {
        EXPECT_EQ(ops::divide{}(T(-7), T(2)), T(-3));
    }
}

TYPED_TEST(IntegerArithmetic, DividesByZeroToZeroAndTheSmallestByMinusOneToItself) {
    using T = TypeParam;
    constexpr T least = std::numeric_limits<T>::min();
    EXPECT_EQ(ops::divide{}(T(3), T(0)), 0);
    EXPECT_EQ(ops::divide{}(T(0), T(0)), 0);
    EXPECT_EQ(ops::divide{}(least, static_cast<T>(-1)), least);
}

TEST(Arithmetic, OfFloatingPointIsIeee) {
    EXPECT_EQ(ops::divide{}(1.0f, 0.0f), HUGE_VALF);
    EXPECT_TRUE(std::isnan(ops::divide{}(0.0, 0.0)));
    EXPECT_TRUE(std::signbit(ops::negative{}(0.0f)));
    EXPECT_TRUE(std::isinf(static_cast<float>(ops::multiply{}(cs::half(60000), cs::half(2)))));
}

template <class T>
class QuotientByConstant : public testing::Test {};
using quotients = testing::Types<float, double>;
TYPED_TEST_SUITE(QuotientByConstant, quotients);

TYPED_TEST(QuotientByConstant, HasTheBitsOfTheQuotient) {
    using T = TypeParam;
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    using limits = std::numeric_limits<T>;
    std::mt19937_64 random(5);
    const auto any = [&] { return std::bit_cast<T>(static_cast<bits>(random())); };
    std::vector<T> divisors{0,
                            T(-0.0),
                            1,
                            -1,
                            2,
                            T(0.5),
                            -8,
                            3,
                            limits::min(),
                            limits::denorm_min(),
                            limits::max(),
                            limits::infinity(),
                            limits::quiet_NaN()};
    for (int exponent = limits::min_exponent - 2; exponent < limits::max_exponent; ++exponent)
        divisors.push_back(std::ldexp(T(exponent % 2 == 0 ? 1 : -1), exponent));
    for (int i = 0; i < 200; ++i) divisors.push_back(any());
    std::vector<T> numbers{
        0, T(-0.0), 1, limits::min(), limits::denorm_min(), limits::max(), limits::infinity(), limits::quiet_NaN()};
    for (int i = 0; i < 200; ++i) numbers.push_back(any());
    int exact = 0;
    for (const T by : divisors) {
        if (cs::detail::exact_reciprocal(by) != 0) ++exact;
        for (const T x : numbers) {
            const T expected = ops::divide{}(x, by);
            const T got = ops::divide::by_prepared(x, cs::detail::divisor_constant<T>(by));
            const T true_quotient = ops::true_divide::by_prepared(x, cs::detail::divisor_constant<T>(by));
            if (std::isnan(expected)) {
                ASSERT_TRUE(std::isnan(got) && std::isnan(true_quotient)) << x << " / " << by;
                continue;
            }
            ASSERT_EQ(std::bit_cast<bits>(got), std::bit_cast<bits>(expected)) << x << " / " << by;
            ASSERT_EQ(std::bit_cast<bits>(true_quotient), std::bit_cast<bits>(expected)) << x << " / " << by;
        }
    }
    EXPECT_GE(exact, limits::max_exponent - limits::min_exponent - 2);  // the short way was taken
}

TEST(Arithmetic, FunctionsAndOperatorsBuildTheSameNodes) {
    const array<float> a, b;
    EXPECT_TRUE((std::is_same_v<decltype(cs::add(a, b)), cs::call<ops::add, array<float>, array<float>>>));
    EXPECT_TRUE((std::is_same_v<decltype(a + b), decltype(cs::add(a, b))>));
    EXPECT_TRUE((std::is_same_v<decltype(a - 1), cs::call<ops::subtract, array<float>, int>>));
    EXPECT_TRUE((std::is_same_v<decltype(2 * a), cs::call<ops::multiply, int, array<float>>>));
    EXPECT_TRUE((std::is_same_v<decltype(a / b), decltype(cs::divide(a, b))>));
    EXPECT_TRUE((std::is_same_v<decltype(-a), cs::call<ops::negative, array<float>>>));
    EXPECT_TRUE((std::is_same_v<decltype(+a), decltype(cs::positive(a))>));
    EXPECT_EQ(std::string(ops::add::name), "add");
}

TEST(Arithmetic, RefusesWhatIsNotANumber) {
    struct point {
        float x, y;
    };
    const auto adds = []<class A, class B>(A a, B b) {
        return requires { a + b; };
    };
    EXPECT_TRUE(adds(array<float>{}, 1));
    EXPECT_FALSE(adds(array<float>{}, "text"));
    EXPECT_FALSE(adds(array<point>{}, 1.0f));
    EXPECT_FALSE(adds(array<float>{}, array<point>{}));
}
