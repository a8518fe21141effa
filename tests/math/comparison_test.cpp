// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/math/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <vector>

#include "lazy.hpp"

namespace cs = cushard;
namespace ops = cushard::ops;
using lazy_test::array;

namespace {

/// Every real element type's values near its limits, near other types' limits, and near what floats can hold.
template <class T>
std::vector<T> values_of() {
    std::vector<T> values;
    if constexpr (cs::detail::integer<T>) {
        for (int power = 0; power < static_cast<int>(sizeof(T)) * 8; ++power) {
            const auto centre = std::uint64_t{1} << power;
            for (const std::uint64_t value : {centre - 1, centre, centre + 1}) {
                values.push_back(static_cast<T>(value));
                values.push_back(static_cast<T>(-value));
            }
        }
        values.push_back(std::numeric_limits<T>::max());
    } else if constexpr (cs::detail::boolean<T>) {
        values = {false, true};
    } else {
        for (int power = -1; power <= 65; ++power) {
            const double centre = std::ldexp(1.0, power);
            for (const double value : {centre, centre - 1, centre + 1, centre + 0.5, std::nextafter(centre, 0.0)}) {
                values.push_back(T(value));
                values.push_back(T(-value));
            }
        }
        for (const double value : {0.0, -0.0, HUGE_VAL, -HUGE_VAL, std::nan("")}) values.push_back(T(value));
    }
    return values;
}

/// 80-bit floating point holds all of these types' values.
template <class T>
long double exact_value(T x) {
    if constexpr (cs::detail::small_floating<T>) {
        return static_cast<double>(x);
    } else {
        return static_cast<long double>(x);
    }
}

template <class A, class B>
void expect_exact_comparisons() {
    for (const A a : values_of<A>()) {
        for (const B b : values_of<B>()) {
            const long double x = exact_value(a), y = exact_value(b);
            ASSERT_EQ(ops::equal{}(a, b), x == y) << x << " " << y;
            ASSERT_EQ(ops::not_equal{}(a, b), x != y) << x << " " << y;
            ASSERT_EQ(ops::less{}(a, b), x < y) << x << " " << y;
            ASSERT_EQ(ops::less_equal{}(a, b), x <= y) << x << " " << y;
            ASSERT_EQ(ops::greater{}(a, b), x > y) << x << " " << y;
            ASSERT_EQ(ops::greater_equal{}(a, b), x >= y) << x << " " << y;
        }
    }
}

}  // namespace

template <class T>
class Comparison : public testing::Test {};
using compared = testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                std::uint16_t, std::uint32_t, std::uint64_t, cs::half, cs::bfloat16, float, double>;
TYPED_TEST_SUITE(Comparison, compared);

TYPED_TEST(Comparison, IsExactByValueWithEveryOtherType) {
    std::apply([](auto... other) { (expect_exact_comparisons<TypeParam, decltype(other)>(), ...); },
               std::tuple<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                          std::uint32_t, std::uint64_t, cs::half, cs::bfloat16, float, double>{});
}

TEST(Comparison, OfUnsignedWithANegativeScalarIsNeverLess) {
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        EXPECT_FALSE(ops::less{}(value, -1)) << value;
        EXPECT_TRUE(ops::greater{}(value, -1)) << value;
        EXPECT_FALSE(ops::equal{}(value, -1)) << value;
    }
}

TEST(Comparison, OfComplexIsByBothParts) {
    const cs::complex<float> z(1, 2);
    EXPECT_TRUE(ops::equal{}(z, cs::complex<double>(1, 2)));
    EXPECT_TRUE(ops::not_equal{}(z, 1));
    EXPECT_TRUE(ops::equal{}(cs::complex<double>(3, 0), 3));
    // As floats both would be 2^24.
    EXPECT_FALSE(ops::equal{}(cs::complex<float>(0x1p24f, 0), (1 << 24) + 1));
    EXPECT_TRUE(ops::not_equal{}(cs::complex<float>(NAN, 0), cs::complex<float>(NAN, 0)));
}

TEST(Comparison, BuildsNodesThatKeepScalars) {
    const array<float> a;
    EXPECT_TRUE((std::is_same_v<decltype(a == 1), cs::call<ops::equal, array<float>, int>>));
    EXPECT_TRUE((std::is_same_v<decltype(a != 1), decltype(cs::not_equal(a, 1))>));
    EXPECT_TRUE((std::is_same_v<decltype(a < 1), decltype(cs::less(a, 1))>));
    EXPECT_TRUE((std::is_same_v<decltype(a <= 1), decltype(cs::less_equal(a, 1))>));
    EXPECT_TRUE((std::is_same_v<decltype(a > 1), decltype(cs::greater(a, 1))>));
    EXPECT_TRUE((std::is_same_v<decltype(a >= 1), decltype(cs::greater_equal(a, 1))>));
    EXPECT_TRUE(ops::equal::keeps_scalars && ops::not_equal::keeps_scalars && ops::less::keeps_scalars);
    EXPECT_TRUE(ops::less_equal::keeps_scalars && ops::greater::keeps_scalars && ops::greater_equal::keeps_scalars);
}

TEST(Comparison, OrdersNoComplexNumbers) {
    const auto takes_less = []<class A, class B>(A x, B y) {
        return requires { x < y; };
    };
    const auto takes_equal = []<class A, class B>(A x, B y) {
        return requires { x == y; };
    };
    EXPECT_TRUE(takes_less(array<float>{}, 1));
    EXPECT_FALSE(takes_less(array<cs::complex<float>>{}, 1));
    EXPECT_TRUE(takes_equal(array<cs::complex<float>>{}, 1));
}
