// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/math/logic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>
#include <type_traits>

#include "lazy.hpp"

namespace cs = cushard;
namespace ops = cushard::ops;
using lazy_test::array;

TEST(Logic, TakesEveryNumberAsUnequalToZero) {
    EXPECT_TRUE(ops::logical_and{}(256, 0.25f));
    EXPECT_FALSE(ops::logical_and{}(1, cs::half::from_bits(0x8000)));
    EXPECT_TRUE(ops::logical_or{}(0, cs::complex<float>(0, 1)));
    EXPECT_FALSE(ops::logical_or{}(false, 0.0));
    EXPECT_TRUE(ops::logical_xor{}(2, 0));
    EXPECT_FALSE(ops::logical_xor{}(2, 1));
    EXPECT_TRUE(ops::logical_not{}(0u));
    EXPECT_FALSE(ops::logical_not{}(std::nan("")));
}

TEST(Bits, CombineInTheCommonType) {
    EXPECT_EQ(ops::bitwise_and{}(0b1100, 0b1010), 0b1000);
    EXPECT_EQ(ops::bitwise_or{}(0b1100, 0b1010), 0b1110);
    EXPECT_EQ(ops::bitwise_xor{}(0b1100, 0b1010), 0b0110);
    EXPECT_TRUE((std::is_same_v<decltype(ops::bitwise_or{}(std::int8_t(1), std::uint8_t(1))), std::int16_t>));
    EXPECT_TRUE((std::is_same_v<decltype(ops::bitwise_and{}(std::int8_t(1), std::int8_t(1))), std::int8_t>));
    EXPECT_EQ(ops::bitwise_or{}(std::int8_t(-1), std::uint8_t(128)), -1);
    EXPECT_EQ(ops::bitwise_xor{}(true, std::uint8_t(254)), 255);
}

TEST(Bits, OfBoolsStayBool) {
    EXPECT_TRUE((std::is_same_v<decltype(ops::bitwise_xor{}(true, true)), bool>));
    EXPECT_FALSE(ops::bitwise_xor{}(true, true));
    EXPECT_FALSE(ops::bitwise_and{}(true, false));
    EXPECT_TRUE(ops::bitwise_or{}(true, false));
    EXPECT_FALSE(ops::invert{}(true));
}

TEST(Bits, InvertInTheirOwnWidth) {
    EXPECT_EQ(ops::invert{}(std::uint8_t(1)), 254);
    EXPECT_EQ(ops::invert{}(std::int16_t(0)), -1);
    EXPECT_TRUE((std::is_same_v<decltype(ops::invert{}(std::uint8_t(1))), std::uint8_t>));
}

template <class T>
class Shift : public testing::Test {};
using shifted = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                               std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(Shift, shifted);

TYPED_TEST(Shift, MultipliesOrDividesByPowersOfTwoUpToTheWidth) {
    using T = TypeParam;
    const int width = static_cast<int>(sizeof(T)) * 8;
    for (const T value :
         {T(0), T(1), T(85), static_cast<T>(-86), std::numeric_limits<T>::min(), std::numeric_limits<T>::max()}) {
        T doubled = value, halved = value;
        for (int count = 0; count <= width + 1; ++count) {
            ASSERT_EQ(ops::left_shift{}(value, static_cast<T>(count)), doubled) << count;
            ASSERT_EQ(ops::right_shift{}(value, static_cast<T>(count)), halved) << count;
            doubled = static_cast<T>(static_cast<std::uint64_t>(doubled) * 2);
            halved = static_cast<T>(std::floor(static_cast<long double>(halved) / 2));
        }
    }
}

TYPED_TEST(Shift, ByTheLargestOrANegativeCountLeavesOnlyTheSign) {
    using T = TypeParam;
    const T most = std::numeric_limits<T>::max();
    EXPECT_EQ(ops::left_shift{}(T(1), most), 0);
    EXPECT_EQ(ops::right_shift{}(most, most), 0);
    EXPECT_EQ(ops::left_shift{}(T(1), static_cast<T>(-1)), 0);
    EXPECT_EQ(ops::right_shift{}(static_cast<T>(-1), most), std::is_signed_v<T> ? static_cast<T>(-1) : T(0));
    EXPECT_EQ(ops::right_shift{}(T(1), static_cast<T>(-1)), 0);
}

TEST(Logic, FunctionsAndOperatorsBuildTheSameNodes) {
    const array<int> a, b;
    EXPECT_TRUE((std::is_same_v<decltype(a && b), decltype(cs::logical_and(a, b))>));
    EXPECT_TRUE((std::is_same_v<decltype(a || b), decltype(cs::logical_or(a, b))>));
    EXPECT_TRUE((std::is_same_v<decltype(!a), decltype(cs::logical_not(a))>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::logical_xor(a, b)), cs::call<ops::logical_xor, array<int>, array<int>>>));
    EXPECT_TRUE((std::is_same_v<decltype(a & b), decltype(cs::bitwise_and(a, b))>));
    EXPECT_TRUE((std::is_same_v<decltype(a | b), decltype(cs::bitwise_or(a, b))>));
    EXPECT_TRUE((std::is_same_v<decltype(a ^ b), decltype(cs::bitwise_xor(a, b))>));
    EXPECT_TRUE((std::is_same_v<decltype(~a), decltype(cs::invert(a))>));
    EXPECT_TRUE((std::is_same_v<decltype(a << 1), cs::call<ops::left_shift, array<int>, int>>));
    EXPECT_TRUE((std::is_same_v<decltype(a >> 1), cs::call<ops::right_shift, array<int>, int>>));
}

TEST(Logic, LeavesFloatsAndStreamsToOthers) {
    const auto takes_and = []<class A, class B>(const A& x, const B& y) {
        return requires { x& y; };
    };
    EXPECT_TRUE(takes_and(array<int>{}, true));
    EXPECT_FALSE(takes_and(array<float>{}, 1));
    EXPECT_FALSE(takes_and(array<int>{}, 1.0));
    const auto prints = []<class A>(std::ostream& stream, const A& x) {
        return requires { stream << x; };
    };
    EXPECT_FALSE(prints(std::cout, array<int>{}));
}
