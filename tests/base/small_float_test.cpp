// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/base/small_float.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "cushard/base/bfloat16.hpp"
#include "cushard/base/half.hpp"
#include "reference.hpp"

namespace {

template <class Small>
constexpr reference::format format_of = reference::half;
template <>
constexpr reference::format format_of<cushard::bfloat16> = reference::bfloat16;

template <class Small>
void expect_equal(Small got, double expected) {
    if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(static_cast<double>(got)));
    } else {
        ASSERT_EQ(static_cast<double>(got), reference::round_to(format_of<Small>, expected));
    }
}

}  // namespace

template <class Small>
class SmallFloat : public testing::Test {};
using small_floats = testing::Types<cushard::half, cushard::bfloat16>;
TYPED_TEST_SUITE(SmallFloat, small_floats);

TYPED_TEST(SmallFloat, ArithmeticIsTheExactResultRoundedOnce) {
    std::mt19937 random(7);
    for (int i = 0; i < 200000; ++i) {
        const auto a = TypeParam::from_bits(static_cast<unsigned short>(random()));
        const auto b = TypeParam::from_bits(static_cast<unsigned short>(random()));
        // Wide enough that the last digit decides ties; double alone would round a sum of bfloat16 far apart.
        const long double x = static_cast<double>(a), y = static_cast<double>(b);
        expect_equal(a * b, static_cast<double>(x * y));
        expect_equal(a / b, static_cast<double>(x / y));
        if (std::fabs(std::log2(std::fabs(x / y))) < 40) {
            expect_equal(a + b, static_cast<double>(x + y));
            expect_equal(a - b, static_cast<double>(x - y));
        }
    }
}

TYPED_TEST(SmallFloat, CompoundAssignmentIsTheOperator) {
    TypeParam x(3);
    x += TypeParam(2);
    EXPECT_EQ(x, TypeParam(5));
    x -= TypeParam(1);
    EXPECT_EQ(x, TypeParam(4));
    x *= TypeParam(2.5);
    EXPECT_EQ(x, TypeParam(10));
    x /= TypeParam(4);
    EXPECT_EQ(x, TypeParam(2.5));
}

TYPED_TEST(SmallFloat, MinusFlipsTheSignAlsoOfZeroAndNaN) {
    EXPECT_EQ((-TypeParam(0)).bits(), 0x8000);
    EXPECT_EQ((-TypeParam::from_bits(0x7fff)).bits(), 0xffff);
    EXPECT_EQ(static_cast<float>(-TypeParam(1.5f)), -1.5f);
    EXPECT_EQ(static_cast<float>(+TypeParam(1.5f)), 1.5f);
}

TYPED_TEST(SmallFloat, ComparesByValue) {
    const TypeParam one(1), two(2), zero(0), nan = TypeParam::from_bits(0x7fff);
    EXPECT_TRUE(one < two && two > one && one <= two && two >= one && one != two);
    EXPECT_FALSE(two < one || one > two || two <= one || one >= two || one == two);
    EXPECT_TRUE(-two < -one);
    EXPECT_TRUE(zero == -zero && zero <= -zero && zero >= -zero);
    EXPECT_TRUE(nan != nan);
    EXPECT_FALSE(nan == nan || nan < one || nan > one || nan <= one || nan >= one);
}
