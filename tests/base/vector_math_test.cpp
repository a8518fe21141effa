// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/base/vector_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

namespace host_math = cushard::detail::host_math;

/// References have more digits than what they judge.
template <class T>
using reference_t = std::conditional_t<sizeof(T) == 4, double, long double>;

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

/// The distance of `got` from `want` in units in the last place of `want`; infinite where the two differ in kind
/// (NaN, infinity, the sign of a zero).
template <class T>
double ulps(T got, reference_t<T> want) {
    const T rounded = static_cast<T>(want);
    if (std::isnan(got) || std::isnan(rounded)) return std::isnan(got) && std::isnan(rounded) ? 0.0 : infinity<double>;
    if (std::isinf(got) || std::isinf(rounded)) return got == rounded ? 0.0 : infinity<double>;
    if (std::signbit(got) != std::signbit(rounded)) return infinity<double>;
    int exponent = 0;
    std::frexp(rounded, &exponent);
    exponent = std::max(exponent, std::numeric_limits<T>::min_exponent) - std::numeric_limits<T>::digits;
    const reference_t<T> difference = static_cast<reference_t<T>>(got) - want;
    return static_cast<double>(std::fabs(difference) / std::ldexp(reference_t<T>{1}, exponent));
}

/// Where arguments are drawn from: an interval, or (both ends 0) every bit pattern.
struct range {
    double low = 0.0;
    double high = 0.0;
};

template <class T>
class sampler {
public:
    explicit sampler(range from) : from_(from) {}

    T operator()() {
        const std::uint64_t bits = engine_();
        if (from_.low != from_.high) {
            return static_cast<T>(from_.low +
                                  (from_.high - from_.low) * std::ldexp(static_cast<double>(bits >> 11), -53));
        }
        T value;
        std::memcpy(&value, &bits, sizeof(T));
        return value;
    }

private:
    range from_;
    std::mt19937_64 engine_{20};
};

constexpr int samples = 100'000;

template <class T, class Function, class Reference>
void expect_within(double bound, std::initializer_list<range> ranges, Function function, Reference reference) {
    for (const range& from : ranges) {
        sampler<T> draw(from);
        double worst = 0.0;
        T at = 0;
        for (int i = 0; i < samples; ++i) {
            const T x = draw();
            const double error = ulps<T>(function(x), reference(static_cast<reference_t<T>>(x)));
            if (error > worst) {
                worst = error;
                at = x;
            }
        }
        EXPECT_LE(worst, bound) << "from " << from.low << " to " << from.high << " at " << std::hexfloat << at;
    }
}

constexpr range anything = {};

TEST(VectorMath, ExpIsWithinOneUlp) {
    const auto reference = [](auto x) { return std::exp(x); };
    expect_within<float>(
        0.51, {anything, {-104.0, 89.0}, {-1.0, 1.0}}, [](float x) { return host_math::exp(x); }, reference);
    expect_within<double>(
        1.0, {anything, {-746.0, 710.0}, {-1.0, 1.0}, {-1e-6, 1e-6}}, [](double x) { return host_math::exp(x); },
        reference);
}

TEST(VectorMath, LogIsWithinOneUlp) {
    const auto reference = [](auto x) { return std::log(x); };
    expect_within<float>(
        0.51, {anything, {0.0, 2.0}, {0.99, 1.01}, {0.0, 1e-38}}, [](float x) { return host_math::log(x); }, reference);
    expect_within<double>(
        1.0, {anything, {0.0, 100.0}, {0.5, 2.0}, {0.999, 1.001}, {0.0, 2e-308}},
        [](double x) { return host_math::log(x); }, reference);
}

TEST(VectorMath, SinAndCosAreWithinOneUlpAlsoOfLargeArguments) {
    const auto sin_reference = [](auto x) { return std::sin(x); };
    const auto cos_reference = [](auto x) { return std::cos(x); };
    const std::initializer_list<range> ranges = {anything, {-4.0, 4.0}, {-1e5, 1e5}, {-1e9, 1e9}, {-3e38, 3e38}};
    expect_within<float>(
        0.51, ranges, [](float x) { return host_math::sin(x); }, sin_reference);
    expect_within<float>(
        0.51, ranges, [](float x) { return host_math::cos(x); }, cos_reference);
    expect_within<double>(
        1.0, ranges, [](double x) { return host_math::sin(x); }, sin_reference);
    expect_within<double>(
        1.0, ranges, [](double x) { return host_math::cos(x); }, cos_reference);
}

TEST(VectorMath, SinAndCosAreRightNextToMultiplesOfHalfPi) {
    // The floats nearest to k pi/2, where the reduced argument loses the most digits.
    for (int k = 1; k < 100'000; ++k) {
        const float x = static_cast<float>(k * 1.5707963267948966);
        ASSERT_LE(ulps<float>(host_math::sin(x), std::sin(static_cast<double>(x))), 0.51) << k;
        ASSERT_LE(ulps<float>(host_math::cos(x), std::cos(static_cast<double>(x))), 0.51) << k;
    }
}

TEST(VectorMath, TanhIsWithinTwoUlps) {
    const auto reference = [](auto x) { return std::tanh(x); };
    expect_within<float>(
        0.51, {anything, {-10.0, 10.0}, {-0.01, 0.01}}, [](float x) { return host_math::tanh(x); }, reference);
    expect_within<double>(
        1.5, {anything, {-25.0, 25.0}, {-1.0, 1.0}, {-1e-4, 1e-4}}, [](double x) { return host_math::tanh(x); },
        reference);
}

TEST(VectorMath, SqrtIsRoundedToNearest) {
    expect_within<float>(
        0.5, {anything, {0.0, 4.0}, {0.0, 1e-38}}, [](float x) { return host_math::sqrt(x); },
        [](double x) { return std::sqrt(x); });
    for (const range& from : {anything, range{1.0, 4.0}, range{0.0, 2e-308}}) {
        sampler<double> draw(from);
        for (int i = 0; i < samples; ++i) {
            const double x = draw();
            ASSERT_EQ(ulps<double>(host_math::sqrt(x), static_cast<long double>(std::sqrt(x))), 0.0)
                << std::hexfloat << x;
        }
    }
}

TEST(VectorMath, SqrtIsRoundedToNearestWhereTheRootLiesNextToTheMiddleOfTwoDoubles) {
    // Beside the squares of such middles, and at both ends of the binade.
    for (const double middle : {1.0, 1.5, 1.75, 2.0 - 0x1p-52}) {
        for (int step = -2000; step <= 2000; ++step) {
            const double root = middle + step * 0x1p-52;
            for (const double x : {root * root, std::nextafter(root * root, 0.0), std::nextafter(root * root, 9.0)}) {
                ASSERT_EQ(host_math::sqrt(x), std::sqrt(x)) << std::hexfloat << x;
            }
        }
    }
}

template <class T>
std::vector<T> edges() {
    using limits = std::numeric_limits<T>;
    std::vector<T> values = {0, 1, 2, 3, static_cast<T>(0.5), static_cast<T>(2.5), limits::denorm_min(), limits::min(),
                             limits::min() / 2, limits::max(), limits::epsilon(), 1 - limits::epsilon() / 2,
                             // the largest odd integer, the even one after it, infinity
                             1 / limits::epsilon() * 2 - 1, 1 / limits::epsilon() * 2, limits::infinity()};
    for (std::size_t i = 0, count = values.size(); i < count; ++i) values.push_back(-values[i]);
    values.push_back(limits::quiet_NaN());
    return values;
}

template <class T>
void expect_edges_as_ieee() {
    for (const T x : edges<T>()) {
        const auto wide = static_cast<reference_t<T>>(x);
        EXPECT_LE(ulps<T>(host_math::exp(x), std::exp(wide)), 1.0) << "exp " << x;
        EXPECT_LE(ulps<T>(host_math::log(x), std::log(wide)), 1.0) << "log " << x;
        EXPECT_LE(ulps<T>(host_math::sin(x), std::sin(wide)), 1.0) << "sin " << x;
        EXPECT_LE(ulps<T>(host_math::cos(x), std::cos(wide)), 1.0) << "cos " << x;
        EXPECT_LE(ulps<T>(host_math::tanh(x), std::tanh(wide)), 1.5) << "tanh " << x;
        EXPECT_LE(ulps<T>(host_math::sqrt(x), std::sqrt(wide)), 0.5) << "sqrt " << x;
        for (const T y : edges<T>()) {
            EXPECT_LE(ulps<T>(host_math::pow(x, y), std::pow(wide, static_cast<reference_t<T>>(y))), 1.0)
                << "pow " << x << " " << y;
        }
    }
}

TEST(VectorMath, ZerosSubnormalsInfinitiesAndNanOfFloatGiveWhatIeeeAsks) { expect_edges_as_ieee<float>(); }
TEST(VectorMath, ZerosSubnormalsInfinitiesAndNanOfDoubleGiveWhatIeeeAsks) { expect_edges_as_ieee<double>(); }

TEST(VectorMath, ExpOverflowsAndUnderflowsWhereTheResultLeavesTheType) {
    EXPECT_EQ(host_math::exp(88.72284F), std::exp(88.72284F));
    EXPECT_EQ(host_math::exp(88.72285F), infinity<float>);
    EXPECT_EQ(host_math::exp(-103.2789F), std::numeric_limits<float>::denorm_min());
    EXPECT_EQ(host_math::exp(-104.0F), 0.0F);
    EXPECT_LT(host_math::exp(709.78), infinity<double>);
    EXPECT_EQ(host_math::exp(709.79), infinity<double>);
    EXPECT_EQ(host_math::exp(-745.1), std::numeric_limits<double>::denorm_min());
    EXPECT_EQ(host_math::exp(-745.2), 0.0);
}

TEST(VectorMath, PowOfFloatIsWithinOneUlp) {
    for (const auto& [bases, exponents] :
         {std::pair{anything, anything}, std::pair{range{0.0, 10.0}, range{-40.0, 40.0}},
          std::pair{range{0.9, 1.1}, range{-900.0, 900.0}}}) {
        sampler<float> base(bases);
        sampler<float> exponent(exponents);
        exponent();
        for (int i = 0; i < samples; ++i) {
            const float x = base();
            const float y = exponent();
            ASSERT_LE(ulps<float>(host_math::pow(x, y), std::pow(static_cast<double>(x), static_cast<double>(y))), 0.51)
                << std::hexfloat << x << " " << y;
        }
    }
}

TEST(VectorMath, PowOfANegativeBaseHasTheSignOfItsIntegerExponentAndIsNanForOthers) {
    for (int n = -30; n <= 30; ++n) {
        const float exponent = static_cast<float>(n);
        EXPECT_EQ(std::signbit(host_math::pow(-1.5F, exponent)), n % 2 != 0) << n;
        EXPECT_TRUE(std::isnan(host_math::pow(-1.5F, exponent + 0.25F))) << n;
    }
    EXPECT_EQ(host_math::pow(-5.0F, 2.0F), 25.0F);
}

}  // namespace
