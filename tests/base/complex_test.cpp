// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/base/complex.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <type_traits>

template <class T>
class Complex : public testing::Test {
public:
    static constexpr T tolerance = 4 * std::numeric_limits<T>::epsilon();
};
using reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Complex, reals);

TYPED_TEST(Complex, HasTheBytesOfStdComplexAndTheAlignmentOfAVectorOfTwo) {
    using number = cushard::complex<TypeParam>;
    EXPECT_TRUE(std::is_trivially_copyable_v<number>);
    EXPECT_TRUE(std::is_trivially_default_constructible_v<number>);
    EXPECT_TRUE(std::is_standard_layout_v<number>);
    EXPECT_EQ(sizeof(number), 2 * sizeof(TypeParam));
    EXPECT_EQ(alignof(number), 2 * sizeof(TypeParam));
    const number z(1, 2);
    EXPECT_EQ(__builtin_bit_cast(std::complex<TypeParam>, z), (std::complex<TypeParam>(1, 2)));
}

TYPED_TEST(Complex, ConvertsFromAndToStdComplex) {
    const std::complex<TypeParam> theirs(3, -4);
    const cushard::complex<TypeParam> ours = theirs;
    const std::complex<TypeParam> back = ours;
    EXPECT_EQ(back, theirs);
    EXPECT_EQ(std::complex<TypeParam>(ours), theirs);
    const cushard::complex<TypeParam> from_real = TypeParam(2);
    EXPECT_EQ(from_real, (cushard::complex<TypeParam>(2, 0)));
}

TYPED_TEST(Complex, ArithmeticAgreesWithStdComplex) {
    std::mt19937 random(3);
    std::uniform_real_distribution<TypeParam> parts(-8, 8);
    for (int i = 0; i < 20000; ++i) {
        const cushard::complex<TypeParam> a(parts(random), parts(random)), b(parts(random), parts(random));
        const std::complex<double> x(a), y(b);
        const auto expect_close = [&](cushard::complex<TypeParam> got, std::complex<double> expected, double scale) {
            EXPECT_LE(std::abs(std::complex<double>(got) - expected), scale * this->tolerance);
        };
        expect_close(a + b, x + y, std::abs(x) + std::abs(y));
        expect_close(a - b, x - y, std::abs(x) + std::abs(y));
        expect_close(a * b, x * y, std::abs(x * y));
        expect_close(a / b, x / y, std::abs(x / y));
        EXPECT_NEAR(static_cast<double>(abs(a)), std::abs(x), std::abs(x) * this->tolerance);
    }
}

TYPED_TEST(Complex, OperatorsTakeRealNumbersOnEitherSide) {
    const cushard::complex<TypeParam> z(1, 2);
    EXPECT_EQ(z + 1, (cushard::complex<TypeParam>(2, 2)));
    EXPECT_EQ(2 * z, (cushard::complex<TypeParam>(2, 4)));
    EXPECT_EQ(z / 2, (cushard::complex<TypeParam>(TypeParam(0.5), 1)));
    EXPECT_EQ(-z, (cushard::complex<TypeParam>(-1, -2)));
    EXPECT_EQ(conj(z), (cushard::complex<TypeParam>(1, -2)));
    EXPECT_EQ(real(z), 1);
    EXPECT_EQ(imag(z), 2);
    EXPECT_TRUE(z != 1 && cushard::complex<TypeParam>(1, 0) == 1);
}

TYPED_TEST(Complex, CompoundAssignmentIsTheOperator) {
    cushard::complex<TypeParam> z(1, 2);
    z += 1;
    EXPECT_EQ(z, (cushard::complex<TypeParam>(2, 2)));
    z *= cushard::complex<TypeParam>(0, 1);
    EXPECT_EQ(z, (cushard::complex<TypeParam>(-2, 2)));
    z /= 2;
    EXPECT_EQ(z, (cushard::complex<TypeParam>(-1, 1)));
    z -= z;
    EXPECT_EQ(z, 0);
}

TYPED_TEST(Complex, DivisionAndSizeDoNotOverflowOnTheWay) {
    const TypeParam large = std::numeric_limits<TypeParam>::max() / 4;
    const TypeParam small = std::numeric_limits<TypeParam>::min() * 4;
    const cushard::complex<TypeParam> z(large, large), w(small, small);
    EXPECT_EQ(z / z, 1);
    EXPECT_EQ(w / w, 1);
    EXPECT_NEAR(abs(z) / large, std::sqrt(TypeParam(2)), 4 * this->tolerance);
    EXPECT_NEAR(abs(w) / small, std::sqrt(TypeParam(2)), 4 * this->tolerance);
}

TYPED_TEST(Complex, DivisionByZeroIsInfiniteOrNaN) {
    const auto quotient = cushard::complex<TypeParam>(1, 0) / cushard::complex<TypeParam>(0, 0);
    EXPECT_TRUE(std::isinf(quotient.real()));
    EXPECT_TRUE(std::isnan(quotient.imag()));
}

TYPED_TEST(Complex, SizeIsInfiniteIfAPartIsElseNaNIfAPartIs) {
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN(), inf = std::numeric_limits<TypeParam>::infinity();
    EXPECT_EQ(abs(cushard::complex<TypeParam>(nan, -inf)), inf);
    EXPECT_EQ(abs(cushard::complex<TypeParam>(-inf, nan)), inf);
    EXPECT_TRUE(std::isnan(abs(cushard::complex<TypeParam>(nan, 0))));
    EXPECT_TRUE(std::isnan(abs(cushard::complex<TypeParam>(1, nan))));
    EXPECT_EQ(abs(cushard::complex<TypeParam>(0, 0)), 0);
}

TEST(ComplexConversion, IsImplicitOnlyWhereNothingIsLost) {
    EXPECT_TRUE((std::is_convertible_v<cushard::complex<float>, cushard::complex<double>>));
    EXPECT_FALSE((std::is_convertible_v<cushard::complex<double>, cushard::complex<float>>));
    EXPECT_EQ((cushard::complex<float>(cushard::complex<double>(1, 2))), (cushard::complex<float>(1, 2)));
}
