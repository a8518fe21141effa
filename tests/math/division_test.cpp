// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/math/division.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "lazy.hpp"

namespace cs = cushard;
namespace ops = cushard::ops;
using lazy_test::array;

TEST(TrueDivide, OfIntegersIsDouble) {
    EXPECT_TRUE((std::is_same_v<decltype(ops::true_divide{}(1, std::int8_t(2))), double>));
    EXPECT_EQ(ops::true_divide{}(7, 2), 3.5);
    EXPECT_EQ(ops::true_divide{}(1, 0), HUGE_VAL);
    EXPECT_EQ(ops::true_divide{}(true, true), 1.0);
    EXPECT_TRUE((std::is_same_v<decltype(ops::true_divide{}(1, cs::half(2))), cs::half>));
}

TEST(FloorDivide, GoesDownAndTheRemainderHasTheDivisorsSign) {
    for (int a = -128; a < 128; ++a) {
        for (int b = -128; b < 128; ++b) {
            const auto x = static_cast<std::int8_t>(a), y = static_cast<std::int8_t>(b);
            const int down = b == 0 ? 0 : static_cast<int>(std::floor(static_cast<double>(a) / b));
            ASSERT_EQ(ops::floor_divide{}(x, y), static_cast<std::int8_t>(down)) << a << " " << b;
            ASSERT_EQ(ops::remainder{}(x, y), b == 0 ? 0 : a - down * b) << a << " " << b;
            ASSERT_EQ(ops::fmod{}(x, y), b == 0 ? 0 : a % b) << a << " " << b;
        }
    }
}

TEST(FloorDivide, HoldsAtTheEndsOfTheWidestIntegers) {
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(ops::floor_divide{}(least, std::int64_t(-1)), least);
    EXPECT_EQ(ops::remainder{}(least, std::int64_t(-1)), 0);
    EXPECT_EQ(ops::floor_divide{}(least, std::int64_t(3)), least / 3 - 1);
    EXPECT_EQ(ops::remainder{}(most, std::uint64_t(10)), 5u);
    EXPECT_EQ(ops::remainder{}(3, 0), 0);
}

TEST(FloorDivide, OfFloatsFollowsTheExactRemainder) {
    EXPECT_EQ(ops::floor_divide{}(-4.4f, 0.1f), -45.0f);
    EXPECT_EQ(ops::floor_divide{}(5.665f, 0.1f), 56.0f);
    EXPECT_EQ(ops::floor_divide{}(105.88f, 0.1f), 1058.0f);
    EXPECT_EQ(ops::remainder{}(-7.0, 2.0), 1.0);
    EXPECT_EQ(ops::remainder{}(7.0, -2.0), -1.0);
    EXPECT_EQ(ops::fmod{}(-7.0, 2.0), -1.0);
    EXPECT_EQ(ops::floor_divide{}(cs::half(-7), cs::half(2)), cs::half(-4));
    EXPECT_EQ(ops::remainder{}(cs::bfloat16(-7), cs::bfloat16(2)), cs::bfloat16(1));
}

TEST(FloorDivide, OfFloatsByZeroIsIeee) {
    EXPECT_EQ(ops::floor_divide{}(1.0f, 0.0f), HUGE_VALF);
    EXPECT_EQ(ops::floor_divide{}(1.0f, -0.0f), -HUGE_VALF);
    EXPECT_TRUE(std::isnan(ops::floor_divide{}(0.0, 0.0)));
    EXPECT_TRUE(std::isnan(ops::remainder{}(1.0, 0.0)));
    EXPECT_TRUE(std::signbit(ops::remainder{}(4.0, -2.0)));
    EXPECT_TRUE(std::isnan(ops::floor_divide{}(std::nan(""), 1.0)));
}

TEST(Division, BuildsNodesAndRefusesPercentOfFloats) {
    const array<int> a;
    EXPECT_TRUE((std::is_same_v<decltype(a % 2), cs::call<ops::fmod, array<int>, int>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::remainder(a, 2)), cs::call<ops::remainder, array<int>, int>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::floor_divide(a, 2)), cs::call<ops::floor_divide, array<int>, int>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::true_divide(a, 2)), cs::call<ops::true_divide, array<int>, int>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::fmod(a, 2.0)), cs::call<ops::fmod, array<int>, double>>));
    const auto takes_percent = []<class A, class B>(A x, B y) {
        return requires { x % y; };
    };
    EXPECT_TRUE(takes_percent(a, 2));
    EXPECT_FALSE(takes_percent(array<float>{}, 2));
    EXPECT_FALSE(takes_percent(a, 2.0));
}
