// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/array/device_array.hpp"

#include "cushard/array/creation.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/base/error.hpp"
#include "cushard/math/elementary.hpp"
#include "support/values.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::expect_array;

cs::device_array<float> make(float value) { return cs::full<float>(3, value); }

TEST(DeviceArray, AnExpressionIsEvaluatedWhenAnArrayIsMadeOfIt) {
    const auto a = cs::array<float>({0, 3, 8});
    const cs::device_array<float> b = cs::sqrt(a + 1.0f) - 0.5f;
    expect_array(b, {3}, {0.5f, 1.5f, 2.5f});
}

TEST(DeviceArray, ItsTypeIsDeducedFromTheExpression) {
    const auto a = cs::array<int>({1, 2});
    cs::device_array b = a * 0.5;
    static_assert(std::is_same_v<decltype(b), cs::device_array<double>>);
    expect_array(b, {2}, {0.5, 1.0});
}

TEST(DeviceArray, CopyingCopiesElements) {
    auto a = cs::array<int>({1, 2, 3});
    cs::device_array<int> b = a;
    b = 7;
    expect_array(a, {3}, {1, 2, 3});
    expect_array(b, {3}, {7, 7, 7});
}

TEST(DeviceArray, MovingMovesTheMemoryAndLeavesAnEmptyArray) {
    auto a = cs::array<int>({1, 2, 3});
    const int* where = a.data();
    cs::device_array<int> b = std::move(a);
    EXPECT_EQ(b.data(), where);
    expect_array(a, {0}, {});  // NOLINT(bugprone-use-after-move): that it is empty is what is tested
    cs::device_array<int> c = a + 1;
    expect_array(c, {0}, {});
}

TEST(DeviceArray, AGrowingVectorOfArraysMovesThem) {
    std::vector<cs::device_array<float>> arrays;
    std::vector<const float*> places;
    for (int i = 0; i < 20; ++i) {
        arrays.push_back(cs::full<float>(2, static_cast<float>(i)));
        places.push_back(arrays.back().data());
    }
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(arrays[static_cast<std::size_t>(i)].data(), places[static_cast<std::size_t>(i)]);
        expect_array(arrays[static_cast<std::size_t>(i)], {2}, {static_cast<float>(i), static_cast<float>(i)});
    }
}

TEST(DeviceArray, AssigningTheSameShapeWritesIntoTheMemoryWhichViewsSee) {
    auto a = cs::array<int>({1, 2, 3});
    const auto view = a(cs::slice(1, cs::end));
    const int* where = a.data();
    a = a * 10;
    EXPECT_EQ(a.data(), where);
    expect_array(view, {2}, {20, 30});
}

TEST(DeviceArray, AssigningAnotherShapeTakesNewMemoryAndOldViewsKeepTheOld) {
    auto a = cs::array<int>({1, 2, 3});
    const auto view = a(cs::slice(1, cs::end));
    a = cs::array<int>({5, 6}) + 1;
    expect_array(a, {2}, {6, 7});
    expect_array(view, {2}, {2, 3});
}

TEST(DeviceArray, AnArrayAssignedFromAViewOfItselfKeepsTheViewsValues) {
    auto a = cs::array<int>({1, 2, 3, 4, 5});
    a = a(cs::slice(0, 3));
    expect_array(a, {3}, {1, 2, 3});
    a(0) = 9;
    expect_array(a, {3}, {9, 2, 3});
}

TEST(DeviceArray, SelfAssignmentChangesNothing) {
    auto a = cs::array<int>({1, 2, 3});
    const auto& same = a;
    a = same;
    expect_array(a, {3}, {1, 2, 3});
}

TEST(DeviceArray, AddingItsTransposeToAnArrayIsRightAlthoughTheyOverlap) {
    cs::device_array<float> x = cs::arange(10000.0f).reshape({100, 100});
    x += cs::transpose(x);
    double sum = 0;
    for (float value : x.to_host()) sum += static_cast<double>(value);
    EXPECT_EQ(sum, 99990000.0);
}

TEST(DeviceArray, AddingAShiftedViewOfItselfReadsTheOldValues) {
    auto d = cs::ones<float>(20000);
    d(cs::slice(1, cs::end)) += d(cs::slice(0, -1));
    const auto host = d.to_host();
    EXPECT_EQ(host[0], 1.0f);
    for (std::size_t i = 1; i < host.size(); ++i) ASSERT_EQ(host[i], 2.0f) << i;
}

TEST(DeviceArray, AReversedViewAddsInPlace) {
    auto base = cs::zeros<int>(6);
    const auto x = cs::arange(6);
    const cs::slice reversed(cs::none, cs::none, -1);
    base(reversed) += 2 * x(reversed);
    expect_array(base, {6}, {0, 2, 4, 6, 8, 10});
    auto y = cs::arange(6);
    y(reversed) += 2 * y;
    expect_array(y, {6}, {10, 9, 8, 7, 6, 5});
}

TEST(DeviceArray, EveryCompoundAssignmentKeepsShapeAndType) {
    auto a = cs::array<int>({1, 2, 3});
    a += 10;
    expect_array(a, {3}, {11, 12, 13});
    a -= cs::array<int>({1, 1, 2});
    expect_array(a, {3}, {10, 11, 11});
    a *= 2;
    expect_array(a, {3}, {20, 22, 22});
    a /= 4;
    expect_array(a, {3}, {5, 5, 5});
    a &= 6;
    expect_array(a, {3}, {4, 4, 4});
    a |= 3;
    expect_array(a, {3}, {7, 7, 7});
    a ^= 5;
    expect_array(a, {3}, {2, 2, 2});
}

TEST(DeviceArray, CompoundAssignmentRefusesAResultThatDoesNotFit) {
    auto row = cs::ones<float>(4);
    const auto matrix = cs::ones<float>({3, 4});
    EXPECT_THROW(row += matrix, cs::shape_error);
    expect_array(row, {4}, {1, 1, 1, 1});
}

TEST(DeviceArray, ATemporaryInAnExpressionLivesAsLongAsTheExpression) {
    auto e = make(1) * make(1) / 2;
    const auto noise = make(99);
    cs::device_array<float> out = e;
    expect_array(out, {3}, {0.5f, 0.5f, 0.5f});
}

TEST(DeviceArray, AnExpressionReadsTheValuesAtEvaluationAndMayBeEvaluatedTwice) {
    auto a = cs::array<float>({1, 2});
    const auto e = a + 1.0f;
    expect_array(cs::eval(e), {2}, {2, 3});
    a = 10.0f;
    expect_array(cs::eval(e), {2}, {11, 11});
}

TEST(DeviceArray, ScalarsOfRankZeroKeepTheirOrder) {
    auto a = cs::full<float>(cs::shape{}, 3), b = cs::full<float>(cs::shape{}, 5), c = cs::full<float>(cs::shape{}, 2);
    cs::device_array<float> d = a + b;
    cs::device_array<float> e = a + c;
    EXPECT_EQ((d * e - e).item(), 35.0f);
    EXPECT_EQ((d * e - d).item(), 32.0f);
    a = 2.0f;
    b = 1.0f;
    c = a + b;
    d = a - b;
    EXPECT_EQ((c - d).item(), 2.0f);
    EXPECT_EQ((d - c).item(), -2.0f);
}

TEST(DeviceArray, ARowAndAColumnBroadcastToAMatrix) {
    const auto x = cs::linspace(-1.0, 1.0, 5);
    const cs::device_array<double> y = x * x + x(cs::all, cs::newaxis) * x(cs::all, cs::newaxis);
    EXPECT_EQ(to_string(y.extents()), "[5, 5]");
    EXPECT_EQ(y(0, 0).item(), 2.0);
    EXPECT_EQ(y(0, 1).item(), 1.25);
}

TEST(DeviceArray, OneExpressionMayHaveOperandsOfDifferentRank) {
    const auto a = cs::ones<float>({2, 2, 2});
    const auto b = cs::ones<float>({2, 2});
    expect_array(cs::eval(a * 2), {2, 2, 2}, std::vector<float>(8, 2.0f));
    expect_array(cs::eval(b * 3), {2, 2}, std::vector<float>(4, 3.0f));
    expect_array(cs::eval(a * 2 + b * 3), {2, 2, 2}, std::vector<float>(8, 5.0f));
}

TEST(DeviceArray, AnEmptyArrayIsCreatedAndCopiedAndCombined) {
    const auto nothing = cs::array(std::vector<float>{});
    expect_array(nothing, {0}, {});
    expect_array(cs::eval(nothing + 1), {0}, {});
    const auto flat = cs::zeros<float>({0, 3});
    expect_array(cs::eval(flat.reshape({3, 0}) * 2), {3, 0}, {});
}

TEST(DeviceArray, ItemReadsOneElementAndRefusesMore) {
    const auto a = cs::array({{1, 2}, {3, 4}});
    EXPECT_EQ(a(1, 0).item(), 3);
    EXPECT_EQ((a(0, 0) + a(1, 1)).item(), 5);
    EXPECT_THROW((void)a.item(), cs::shape_error);
    EXPECT_THROW((void)(a + 1).item(), cs::shape_error);
}

TEST(DeviceArray, ValuesConvertToTheTypeOfTheTarget) {
    const auto a = cs::array<float>({-1.5f, 3e10f, std::numeric_limits<float>::quiet_NaN()});
    cs::device_array<int> b = a;
    expect_array(b, {3}, {-1, std::numeric_limits<int>::max(), 0});
    cs::device_array<std::uint8_t> c = a;
    expect_array(c, {3}, {0, 255, 0});
}

TEST(DeviceArray, AScalarNeverWidensAnArrayOfItsOwnKind) {
    const auto a = cs::array<float>({1, 2});
    static_assert(std::is_same_v<decltype(cs::eval(a * 0.1)), cs::device_array<float>>);
    expect_array(cs::eval(a * 0.1), {2}, {0.1f, 0.2f});
}

TEST(DeviceArray, AnIntegerScalarThatDoesNotFitIsRefused) {
    const auto a = cs::array<std::int8_t>({1, 2});
    EXPECT_THROW((void)(a + 300), cs::dtype_error);
    const auto b = cs::array<std::uint8_t>({1, 2});
    EXPECT_THROW((void)(b + -1), cs::dtype_error);
}

TEST(DeviceArray, UnsignedElementsCompareWithANegativeScalarByValue) {
    const auto a = cs::array<std::uint64_t>({0, 1, std::uint64_t{1} << 63, ~std::uint64_t{0}});
    expect_array(cs::eval(a < -1), {4}, {false, false, false, false});
    expect_array(cs::eval(a > -1), {4}, {true, true, true, true});
}

TEST(DeviceArray, ShapesThatDoNotBroadcastAreNamed) {
    const auto a = cs::ones<float>({3, 4});
    const auto b = cs::ones<float>(5);
    try {
        (void)(a + b);
        FAIL() << "no error";
    } catch (const cs::shape_error& met) {
        EXPECT_STREQ(met.what(), "add: cannot broadcast [3, 4] with [5]: axis 1 is 4 and 5");
    }
}

struct pixel {
    std::uint8_t r, g, b;
    friend bool operator==(const pixel&, const pixel&) = default;
};

TEST(DeviceArray, StructsAreStoredCopiedAndViewed) {
    const std::vector<pixel> pixels{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    const auto a = cs::array(pixels);
    cs::device_array<pixel> b = a(cs::slice(cs::none, cs::none, -1));
    EXPECT_TRUE(b.to_host()[0] == pixels[2]);
    EXPECT_TRUE(b.to_host()[2] == pixels[0]);
    b(1) = pixel{0, 0, 1};
    EXPECT_TRUE((b.to_host()[1] == pixel{0, 0, 1}));
}

}  // namespace
