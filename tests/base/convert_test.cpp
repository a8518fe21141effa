// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/base/convert.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

using cushard::convert;

namespace {

/// What saturation means, in 80-bit arithmetic, which holds every 64-bit integer.
template <class To>
To saturated(double x) {
    if (std::isnan(x)) return 0;
    const long double whole = std::trunc(static_cast<long double>(x));
    if (whole >= static_cast<long double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    if (whole <= static_cast<long double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    return static_cast<To>(whole);
}

template <class From>
std::vector<From> values_around_every_limit() {
    std::vector<From> values = {0,
                                From(0.5),
                                From(0.999),
                                1,
                                From(1.5),
                                std::numeric_limits<From>::max(),
                                std::numeric_limits<From>::infinity(),
                                std::numeric_limits<From>::quiet_NaN()};
    for (int power = 6; power <= 65; ++power) {
        const From limit = std::ldexp(From(1), power);
        values.insert(values.end(), {limit, limit - 1, limit + 1, std::nextafter(limit, From(0)), limit - From(0.5)});
    }
    const std::vector<From> positive = values;
    for (const From value : positive) values.push_back(-value);
    return values;
}

}  // namespace

template <class To>
class FloatingToInteger : public testing::Test {};
using integers = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, long long, std::uint8_t,
                                std::uint16_t, std::uint32_t, std::uint64_t, unsigned long long>;
TYPED_TEST_SUITE(FloatingToInteger, integers);

TYPED_TEST(FloatingToInteger, TruncatesAndSaturatesAndMakesNaNZero) {
    for (const float x : values_around_every_limit<float>())
        EXPECT_EQ(convert<TypeParam>(x), saturated<TypeParam>(x)) << x;
    for (const double x : values_around_every_limit<double>()) {
        EXPECT_EQ(convert<TypeParam>(x), saturated<TypeParam>(x)) << x;
    }
    for (unsigned bits = 0; bits < 0x10000u; ++bits) {
        const auto x = cushard::half::from_bits(static_cast<unsigned short>(bits));
        ASSERT_EQ(convert<TypeParam>(x), saturated<TypeParam>(static_cast<double>(x))) << bits;
        const auto y = cushard::bfloat16::from_bits(static_cast<unsigned short>(bits));
        ASSERT_EQ(convert<TypeParam>(y), saturated<TypeParam>(static_cast<double>(y))) << bits;
    }
}

TEST(Convert, SaturatesAsReportedFromTheField) {
    EXPECT_EQ(convert<std::uint32_t>(-1.0f), 0u);
    EXPECT_EQ(convert<std::int32_t>(HUGE_VALF), 2147483647);
    EXPECT_EQ(convert<std::int32_t>(std::nanf("")), 0);
}

TEST(Convert, WrapsIntegers) {
    EXPECT_EQ(convert<std::int8_t>(200), -56);
    EXPECT_EQ(convert<std::uint8_t>(-1), 255);
    EXPECT_EQ(convert<std::uint64_t>(std::int8_t(-1)), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(convert<std::int32_t>(std::int64_t(1) << 32), 0);
}

TEST(Convert, ToBoolIsNotEqualToZero) {
    EXPECT_FALSE(convert<bool>(0));
    EXPECT_TRUE(convert<bool>(256));
    EXPECT_TRUE(convert<bool>(0.25));
    EXPECT_TRUE(convert<bool>(std::nan("")));
    EXPECT_FALSE(convert<bool>(cushard::half::from_bits(0x8000)));
    EXPECT_TRUE(convert<bool>(cushard::half::from_bits(0x0001)));
    EXPECT_TRUE(convert<bool>(cushard::complex<float>(0, 1)));
    EXPECT_FALSE(convert<bool>(cushard::complex<double>(0, 0)));
}

TEST(Convert, FromBoolIsZeroOrOne) {
    EXPECT_EQ(convert<int>(true), 1);
    EXPECT_EQ(convert<cushard::half>(true), cushard::half(1));
    EXPECT_EQ(convert<cushard::complex<float>>(true), (cushard::complex<float>(1, 0)));
}

TEST(Convert, ComplexToRealTakesTheRealPart) {
    EXPECT_EQ(convert<float>(cushard::complex<double>(1.5, 2)), 1.5f);
    EXPECT_EQ(convert<std::uint8_t>(cushard::complex<float>(-3, 2)), 0);
    EXPECT_EQ(convert<cushard::complex<float>>(cushard::complex<double>(1, 2)), (cushard::complex<float>(1, 2)));
    EXPECT_EQ(convert<cushard::complex<double>>(cushard::half(2)), (cushard::complex<double>(2, 0)));
}

TEST(Convert, RoundsToSmallFormatsOnce) {
    // 1 + 2^-11 is a tie in half; the bit below decides, and float would drop it.
    EXPECT_EQ(static_cast<float>(convert<cushard::half>(1 + 0x1p-11)), 1.0f);
    EXPECT_EQ(static_cast<float>(convert<cushard::half>(1 + 0x1p-11 + 0x1p-40)), 1 + 0x1p-10f);
    EXPECT_EQ(convert<cushard::bfloat16>(cushard::half(1.5)), cushard::bfloat16(1.5));
}

TEST(Convert, LeavesOtherTypesAlone) {
    struct pair {
        int first, second;
    };
    EXPECT_EQ(convert<pair>(pair{1, 2}).second, 2);
}
