// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/math/selection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "lazy.hpp"

namespace cs = cushard;
namespace ops = cushard::ops;
using lazy_test::array;

namespace {

struct point {
    float x, y;
};

template <class T>
T nan_of() {
    return T(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

TEST(Where, ChoosesInTheCommonTypeOfBothSides) {
    EXPECT_EQ(ops::where{}(true, 1, 2.5f), 1.0f);
    EXPECT_EQ(ops::where{}(false, 1, 2.5f), 2.5f);
    EXPECT_TRUE((std::is_same_v<decltype(ops::where{}(true, 1, 2.5f)), float>));
    EXPECT_EQ(ops::where{}(256, std::int8_t(-1), std::uint8_t(255)), -1);
    EXPECT_EQ(ops::where{}(cs::complex<float>(0, 1), 1, 2), 1);
    EXPECT_EQ(ops::where{}(true, point{1, 2}, point{3, 4}).y, 2);
}

template <class T>
class Extremes : public testing::Test {};
using floats = testing::Types<cs::half, cs::bfloat16, float, double>;
TYPED_TEST_SUITE(Extremes, floats);

TYPED_TEST(Extremes, PassNaNThroughFromEitherSide) {
    using T = TypeParam;
    const T nan = nan_of<T>();
    for (const T value : {T(-1), T(0), T(1), T(HUGE_VAL), T(-HUGE_VAL), nan}) {
        EXPECT_TRUE(std::isnan(static_cast<double>(ops::minimum{}(nan, value))));
        EXPECT_TRUE(std::isnan(static_cast<double>(ops::minimum{}(value, nan))));
        EXPECT_TRUE(std::isnan(static_cast<double>(ops::maximum{}(nan, value))));
        EXPECT_TRUE(std::isnan(static_cast<double>(ops::maximum{}(value, nan))));
    }
}

TYPED_TEST(Extremes, OfNumbersAndInfinitiesAreTheSmallerAndTheLarger) {
    using T = TypeParam;
    EXPECT_EQ(ops::minimum{}(T(1), T(2)), T(1));
    EXPECT_EQ(ops::minimum{}(T(2), T(1)), T(1));
    EXPECT_EQ(ops::maximum{}(T(1), T(2)), T(2));
    EXPECT_EQ(ops::maximum{}(T(2), T(1)), T(2));
    EXPECT_EQ(ops::minimum{}(T(HUGE_VAL), T(HUGE_VAL)), T(HUGE_VAL));
    EXPECT_EQ(ops::maximum{}(T(-HUGE_VAL), T(-HUGE_VAL)), T(-HUGE_VAL));
    EXPECT_EQ(ops::minimum{}(T(HUGE_VAL), T(1)), T(1));
}

TEST(Extremes, OfIntegersCompareInTheCommonType) {
    EXPECT_EQ(ops::minimum{}(std::int8_t(-1), std::uint8_t(255)), -1);
    EXPECT_EQ(ops::maximum{}(std::int32_t(-1), std::uint32_t(1)), 1);
    EXPECT_EQ(ops::maximum{}(true, false), true);
    EXPECT_TRUE((std::is_same_v<decltype(ops::maximum{}(1, 2u)), std::int64_t>));
}

TEST(Selection, BuildsNodesAndRefusesConditionsThatAreNoNumbers) {
    const array<float> a;
    const array<bool> mask;
    EXPECT_TRUE(
        (std::is_same_v<decltype(cs::where(mask, a, 0)), cs::call<ops::where, array<bool>, array<float>, int>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::minimum(a, 0)), cs::call<ops::minimum, array<float>, int>>));
    EXPECT_TRUE((std::is_same_v<decltype(cs::maximum(0, a)), cs::call<ops::maximum, int, array<float>>>));
    const auto selects = []<class C, class A>(C c, A x) {
        return requires { cs::where(c, x, x); };
    };
    EXPECT_TRUE(selects(mask, array<point>{}));
    EXPECT_FALSE(selects(array<point>{}, a));
    const auto has_minimum = []<class A>(A x) {
        return requires { cs::minimum(x, 1); };
    };
    EXPECT_FALSE(has_minimum(array<cs::complex<float>>{}));
}
