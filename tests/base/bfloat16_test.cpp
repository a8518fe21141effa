// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/base/bfloat16.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "reference.hpp"

using cushard::bfloat16;

TEST(Bfloat16, IsAsTrivialAsItsBits) {
    EXPECT_TRUE(std::is_trivially_copyable_v<bfloat16>);
    EXPECT_TRUE(std::is_trivially_default_constructible_v<bfloat16>);
    EXPECT_TRUE(std::is_standard_layout_v<bfloat16>);
    EXPECT_EQ(sizeof(bfloat16), 2u);
    EXPECT_EQ(alignof(bfloat16), 2u);
    EXPECT_FALSE((std::is_convertible_v<float, bfloat16>));
    EXPECT_FALSE((std::is_convertible_v<bfloat16, float>));
}

TEST(Bfloat16, GoesToFloatAndBackUnchangedForEveryBitPattern) {
    for (unsigned i = 0; i < 0x10000u; ++i) {
        const auto bits = static_cast<unsigned short>(i);
        const float value = static_cast<float>(bfloat16::from_bits(bits));
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(static_cast<float>(bfloat16(value)))) << bits;
        } else {
            ASSERT_EQ(bfloat16(value).bits(), bits);
        }
    }
}

TEST(Bfloat16, RoundsFloatsToNearestEven) {
    for (const double x : reference::hard_values<bfloat16>()) {
        for (const float value : {static_cast<float>(x), -static_cast<float>(x)}) {
            const auto rounded = static_cast<float>(bfloat16(value));
            ASSERT_EQ(rounded, static_cast<float>(reference::round_to(reference::bfloat16, value))) << value;
            ASSERT_EQ(std::signbit(rounded), std::signbit(value)) << value;
        }
    }
}

TEST(Bfloat16, RoundsDoublesOnceNotTwice) {
    for (const double x : reference::hard_values<bfloat16>()) {
        for (const double value : {x, -x}) {
            ASSERT_EQ(static_cast<double>(bfloat16(value)), reference::round_to(reference::bfloat16, value)) << value;
        }
    }
    EXPECT_TRUE(std::isinf(static_cast<float>(bfloat16(std::numeric_limits<double>::max()))));
    EXPECT_EQ(static_cast<float>(bfloat16(std::numeric_limits<double>::denorm_min())), 0.0f);
}

TEST(Bfloat16, KeepsNaNAndInfinities) {
    for (const std::uint32_t bits : {0x7fc00000u, 0x7f800001u, 0xff800001u, 0x7fffffffu, 0xffc00000u}) {
        EXPECT_TRUE(std::isnan(static_cast<float>(bfloat16(__builtin_bit_cast(float, bits))))) << bits;
    }
    EXPECT_TRUE(std::isnan(static_cast<float>(bfloat16(std::numeric_limits<double>::quiet_NaN()))));
    EXPECT_EQ(static_cast<double>(bfloat16(HUGE_VAL)), HUGE_VAL);
    EXPECT_EQ(static_cast<double>(bfloat16(-HUGE_VAL)), -HUGE_VAL);
}

TEST(Bfloat16, IsMadeOf64BitIntegersWithOneRounding) {
    // A tie in bfloat16 but for the last bit of the integer, which float and double both drop.
    const std::uint64_t tie = (std::uint64_t{1} << 63) + (std::uint64_t{1} << 55);
    EXPECT_EQ(static_cast<double>(bfloat16(tie)), 0x1p63);
    EXPECT_EQ(static_cast<double>(bfloat16(tie + 1)), 0x1.02p63);
    EXPECT_EQ(static_cast<double>(bfloat16(-static_cast<std::int64_t>(tie / 2 + 1))), -0x1.02p62);
    EXPECT_EQ(static_cast<double>(bfloat16(std::numeric_limits<std::int64_t>::min())), -0x1p63);
    EXPECT_EQ(static_cast<double>(bfloat16(257)), 256.0);
    EXPECT_EQ(static_cast<double>(bfloat16(259)), 260.0);
}

TEST(Bfloat16, IsAConstantExpression) {
    constexpr bfloat16 one_half(0.5f);
    static_assert(one_half.bits() == 0x3f00);
    static_assert(static_cast<float>(-one_half) == -0.5f);
    EXPECT_EQ(bfloat16(0.5), one_half);
}
