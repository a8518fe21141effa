// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/base/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "reference.hpp"

using cushard::half;

TEST(Half, IsAsTrivialAsItsBits) {
    EXPECT_TRUE(std::is_trivially_copyable_v<half>);
    EXPECT_TRUE(std::is_trivially_default_constructible_v<half>);
    EXPECT_TRUE(std::is_standard_layout_v<half>);
    EXPECT_EQ(sizeof(half), 2u);
    EXPECT_EQ(alignof(half), 2u);
    EXPECT_FALSE((std::is_convertible_v<float, half>));
    EXPECT_FALSE((std::is_convertible_v<half, float>));
}

TEST(Half, GoesToFloatAndBackUnchangedForEveryBitPattern) {
    for (unsigned i = 0; i < 0x10000u; ++i) {
        const auto bits = static_cast<unsigned short>(i);
        const float value = static_cast<float>(half::from_bits(bits));
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(static_cast<float>(half(value)))) << bits;
        } else {
            ASSERT_EQ(half(value).bits(), bits);
        }
    }
}

TEST(Half, RoundsFloatsToNearestEven) {
    for (const double x : reference::hard_values<half>()) {
        for (const float value : {static_cast<float>(x), -static_cast<float>(x)}) {
            const auto rounded = static_cast<float>(half(value));
            ASSERT_EQ(rounded, static_cast<float>(reference::round_to(reference::half, value))) << value;
            ASSERT_EQ(std::signbit(rounded), std::signbit(value)) << value;
        }
    }
}

TEST(Half, RoundsDoublesOnceNotTwice) {
    for (const double x : reference::hard_values<half>()) {
        for (const double value : {x, -x}) {
            ASSERT_EQ(static_cast<double>(half(value)), reference::round_to(reference::half, value)) << value;
        }
    }
    EXPECT_TRUE(std::isinf(static_cast<float>(half(std::numeric_limits<double>::max()))));
    EXPECT_EQ(static_cast<float>(half(std::numeric_limits<double>::denorm_min())), 0.0f);
}

TEST(Half, KeepsNaNAndInfinities) {
    for (const std::uint32_t bits : {0x7fc00000u, 0x7f800001u, 0xff800001u, 0x7fffffffu, 0xffc00000u}) {
        EXPECT_TRUE(std::isnan(static_cast<float>(half(__builtin_bit_cast(float, bits))))) << bits;
    }
    EXPECT_TRUE(std::isnan(static_cast<float>(half(std::numeric_limits<double>::quiet_NaN()))));
    EXPECT_EQ(static_cast<double>(half(HUGE_VAL)), HUGE_VAL);
    EXPECT_EQ(static_cast<double>(half(-HUGE_VAL)), -HUGE_VAL);
}

TEST(Half, IsMadeOfIntegersByValue) {
    EXPECT_EQ(static_cast<float>(half(true)), 1.0f);
    EXPECT_EQ(static_cast<float>(half(2049)), 2048.0f);
    EXPECT_EQ(static_cast<float>(half(2051)), 2052.0f);
    EXPECT_EQ(static_cast<float>(half(65519)), 65504.0f);
    EXPECT_TRUE(std::isinf(static_cast<float>(half(65520))));
    EXPECT_EQ(static_cast<float>(half(std::numeric_limits<long long>::min())), -HUGE_VALF);
}

TEST(Half, IsAConstantExpression) {
    constexpr half one_half(0.5);
    static_assert(one_half.bits() == 0x3800);
    static_assert(static_cast<float>(-one_half) == -0.5f);
    EXPECT_EQ(half(0.5f), one_half);
}
