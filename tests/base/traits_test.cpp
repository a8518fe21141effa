// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/base/traits.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace detail = cushard::detail;

TEST(Traits, RemoveCvrefLeavesTheBareType) {
    EXPECT_TRUE((std::is_same_v<detail::remove_cvref_t<const volatile int&>, int>));
    EXPECT_TRUE((std::is_same_v<detail::remove_cvref_t<const int>, int>));
    EXPECT_TRUE((std::is_same_v<detail::remove_cvref_t<int&&>, int>));
    EXPECT_TRUE((std::is_same_v<detail::remove_cvref_t<const int*>, const int*>));
}

TEST(Traits, SmallIntegersWrapInUnsignedAndNotInPromotedInt) {
    EXPECT_TRUE((std::is_same_v<detail::wrapping_t<std::uint16_t>, unsigned>));
    EXPECT_TRUE((std::is_same_v<detail::wrapping_t<std::int8_t>, unsigned>));
    EXPECT_TRUE((std::is_same_v<detail::wrapping_t<long long>, unsigned long>));
}

template <class T>
class IntegerTraits : public testing::Test {};
using integers = testing::Types<signed char, short, int, long, long long, unsigned char, unsigned short, unsigned,
                                unsigned long, unsigned long long>;
TYPED_TEST_SUITE(IntegerTraits, integers);

TYPED_TEST(IntegerTraits, AgreeWithTheStandardLibrary) {
    EXPECT_EQ(detail::smallest_v<TypeParam>, std::numeric_limits<TypeParam>::min());
    EXPECT_EQ(detail::largest_v<TypeParam>, std::numeric_limits<TypeParam>::max());
    EXPECT_EQ(detail::is_signed_v<TypeParam>, std::is_signed_v<TypeParam>);
    EXPECT_EQ(detail::is_negative(detail::smallest_v<TypeParam>), std::is_signed_v<TypeParam>);
    EXPECT_FALSE(detail::is_negative(detail::largest_v<TypeParam>));
    EXPECT_TRUE(detail::integer<TypeParam>);
}
