// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/math/cast.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "lazy.hpp"

namespace cs = cushard;
namespace ops = cushard::ops;
using lazy_test::array;

TEST(Cast, ConvertsTotally) {
    EXPECT_EQ(ops::cast<std::uint8_t>{}(300.0f), 255);
    EXPECT_EQ(ops::cast<int>{}(std::nan("")), 0);
    EXPECT_EQ(ops::cast<std::int8_t>{}(200), -56);
    EXPECT_EQ(ops::cast<float>{}(cs::complex<double>(1.5, 2)), 1.5f);
    EXPECT_EQ(ops::cast<cs::half>{}(true), cs::half(1));
}

TEST(Cast, BuildsANodeOfTheNewType) {
    using node = decltype(cs::cast<cs::half>(array<double>{}));
    EXPECT_TRUE((std::is_same_v<node, cs::call<ops::cast<cs::half>, array<double>>>));
    EXPECT_TRUE((std::is_same_v<cs::value_t<cs::call<ops::cast<cs::half>, cs::leaf<double>>>, cs::half>));
}

TEST(Cast, RefusesStructs) {
    struct point {
        float x, y;
    };
    const auto casts_to_float = []<class A>(A x) {
        return requires { cs::cast<float>(x); };
    };
    EXPECT_TRUE(casts_to_float(array<int>{}));
    EXPECT_FALSE(casts_to_float(array<point>{}));
}
