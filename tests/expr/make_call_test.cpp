// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/expr/make_call.hpp"

#include "cushard/algorithm/reductions.hpp"
#include "cushard/array/creation.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/comparison.hpp"
#include "cushard/math/logic.hpp"
#include "cushard/math/selection.hpp"
#include "support/values.hpp"

#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::expect_array;

template <class T>
cs::device_array<T> two() {
    return cs::ones<T>(2);
}

/// The element type of an expression.
template <class E>
using type_of = typename E::value_type;

template <class Error, class Act>
std::string error_of(const Act& act) {
    try {
        act();
    } catch (const Error& met) {
        return met.what();
    }
    return {};
}

TEST(MakeCall, TheTypeOfTwoArraysFollowsTheTypeTable) {
    const auto i8 = two<std::int8_t>();
    const auto u8 = two<std::uint8_t>();
    const auto i32 = two<std::int32_t>();
    const auto u32 = two<std::uint32_t>();
    const auto u64 = two<std::uint64_t>();
    const auto f32 = two<float>();
    const auto f64 = two<double>();
    static_assert(std::is_same_v<type_of<decltype(i8 + i8)>, std::int8_t>);
    static_assert(std::is_same_v<type_of<decltype(i8 + u8)>, std::int16_t>);
    static_assert(std::is_same_v<type_of<decltype(i32 + u32)>, std::int64_t>);
    static_assert(std::is_same_v<type_of<decltype(u64 + i8)>, double>);
    static_assert(std::is_same_v<type_of<decltype(u64 + f32)>, float>);
    static_assert(std::is_same_v<type_of<decltype(f32 + f64)>, double>);
    static_assert(std::is_same_v<type_of<decltype(two<cs::half>() + two<cs::bfloat16>())>, float>);
    static_assert(std::is_same_v<type_of<decltype(f64 + two<cs::complex<float>>())>, cs::complex<double>>);
    static_assert(std::is_same_v<type_of<decltype(f32 < i32)>, bool>);
    expect_array(cs::eval(i8 + u8), {2}, {2, 2});
    expect_array(cs::eval(u64 + i8), {2}, {2.0, 2.0});
}

TEST(MakeCall, AScalarJoinsAsTheTypeTableSays) {
    const auto i8 = two<std::int8_t>();
    const auto i32 = two<int>();
    const auto f32 = two<float>();
    const auto f16 = two<cs::half>();
    static_assert(std::is_same_v<type_of<decltype(i8 + 1)>, std::int8_t>);
    static_assert(std::is_same_v<type_of<decltype(i8 + 1LL)>, std::int8_t>);
    static_assert(std::is_same_v<type_of<decltype(i32 * 0.5)>, double>);
    static_assert(std::is_same_v<type_of<decltype(i32 * 0.5f)>, float>);
    static_assert(std::is_same_v<type_of<decltype(f32 * 0.5)>, float>);
    static_assert(std::is_same_v<type_of<decltype(2 * f32)>, float>);
    static_assert(std::is_same_v<type_of<decltype(f16 * 0.1)>, cs::half>);
    static_assert(std::is_same_v<type_of<decltype(f32 * std::complex<double>(0, 1))>, cs::complex<float>>);
    static_assert(std::is_same_v<type_of<decltype(two<bool>() + 1)>, int>);
    expect_array(cs::eval(f32 * std::complex<double>(0, 1)), {2}, {{0, 1}, {0, 1}});
}

TEST(MakeCall, AScalarBesideTwoArraysJoinsTheirCommonType) {
    const auto f32 = two<float>();
    const auto i32 = two<int>();
    const auto choice = cs::where(i32 > 0, f32, 0.1);
    static_assert(std::is_same_v<type_of<decltype(choice)>, float>);
    const auto of_scalars = cs::where(i32 > 0, 1, 2.5);
    static_assert(std::is_same_v<type_of<decltype(of_scalars)>, double>);
    expect_array(cs::eval(of_scalars), {2}, {1.0, 1.0});
}

TEST(MakeCall, ConstantsAreKeptInTheOrderOfTheTree) {
    const auto a = cs::array<int>({1, 2});
    const auto e = ((a + 10) * 3 - a) - (100 - a * 7);
    using constants = decltype(e)::constants_type;
    static_assert(constants::size == 4);
    EXPECT_EQ(cs::detail::get<0>(e.constants()), 10);
    EXPECT_EQ(cs::detail::get<1>(e.constants()), 3);
    EXPECT_EQ(cs::detail::get<2>(e.constants()), 100);
    EXPECT_EQ(cs::detail::get<3>(e.constants()), 7);
    expect_array(cs::eval(e), {2}, {11 * 3 - 1 - 93, 12 * 3 - 2 - 86});
}

TEST(MakeCall, OperandsAreKeptInTheOrderOfTheTree) {
    const auto a = cs::array<int>({1, 2});
    const auto b = cs::array<int>({10, 20});
    const auto e = (a - b) * (b - a);
    static_assert(decltype(e)::operand_count == 4);
    EXPECT_EQ(e.operands()[0].get(), e.operands()[3].get());
    EXPECT_EQ(e.operands()[1].get(), e.operands()[2].get());
    EXPECT_NE(e.operands()[0].get(), e.operands()[1].get());
}

TEST(MakeCall, AnIntegerScalarThatDoesNotFitIsRefusedByName) {
    const auto a = two<std::int8_t>();
    EXPECT_EQ(error_of<cs::dtype_error>([&] { (void)(a * 128); }),
              "multiply: the scalar 128 does not fit int8; cast the array first");
    EXPECT_EQ(error_of<cs::dtype_error>([&] { (void)(two<std::uint8_t>() + -1); }),
              "add: the scalar -1 does not fit uint8; cast the array first");
    EXPECT_EQ(error_of<cs::dtype_error>([&] { (void)(a * 127); }), "");
    EXPECT_EQ(error_of<cs::dtype_error>([&] { (void)(a * -128); }), "");
    EXPECT_EQ(error_of<cs::dtype_error>([&] { (void)(a + true); }), "");
}

TEST(MakeCall, AComparisonKeepsIntegerScalarsExact) {
    const auto a = cs::array<std::int8_t>({-128, 127});
    expect_array(cs::eval(a < 300), {2}, {true, true});
    expect_array(cs::eval(a > -1000), {2}, {true, true});
    const auto wide = cs::array<std::uint64_t>({0, std::numeric_limits<std::uint64_t>::max()});
    expect_array(cs::eval(wide < -1), {2}, {false, false});
}

TEST(MakeCall, ShapesThatDoNotBroadcastAreRefusedByTheNameOfTheFunction) {
    const auto a = cs::ones<float>({3, 4});
    const auto b = cs::ones<float>({2, 1, 5});
    EXPECT_EQ(error_of<cs::shape_error>([&] { (void)(a * b); }),
              "multiply: cannot broadcast [3, 4] with [2, 1, 5]: axis 2 is 4 and 5");
    EXPECT_EQ(error_of<cs::shape_error>([&] { (void)cs::where(a > 0, a, b); }),
              "where: cannot broadcast [3, 4] with [2, 1, 5]: axis 2 is 4 and 5");
    EXPECT_THROW((void)(cs::ones<float>(0) + cs::ones<float>(2)), cs::shape_error);
}

TEST(MakeCall, TheOperandThatHasTheShapeIsRemembered) {
    const auto matrix = cs::ones<float>({3, 4});
    const auto row = cs::ones<float>(4);
    const auto column = cs::ones<float>({3, 1});
    EXPECT_EQ((matrix + row).shaped_by(), 0);
    EXPECT_EQ((row + matrix).shaped_by(), 1);
    EXPECT_EQ((2 * row - matrix * row).shaped_by(), 1);
    EXPECT_EQ(((row + column) + matrix).shaped_by(), 2);
    EXPECT_EQ((row + column).shaped_by(), -1);
    EXPECT_EQ((matrix + cs::sum(matrix)).shaped_by(), 0);
    EXPECT_EQ((cs::sum(matrix) + 1).shaped_by(), 0);
}

TEST(MakeCall, AShapeThatNoOperandHasIsWorkedOut) {
    const auto row = cs::arange(4);
    const auto column = cs::arange(3).reshape({3, 1});
    const auto e = row + 10 * column;
    EXPECT_EQ(to_string(e.extents()), "[3, 4]");
    EXPECT_EQ(to_string((e + row).extents()), "[3, 4]");
    EXPECT_EQ(to_string((column + (e * e)).extents()), "[3, 4]");
    const auto deep = cs::ones<int>({2, 1, 1}) * (e - column) + cs::ones<int>({1, 3, 1});
    EXPECT_EQ(to_string(deep.extents()), "[2, 3, 4]");
    EXPECT_EQ(deep.size(), 24);
    EXPECT_EQ(deep.rank(), 3);
    expect_array(cs::eval(e), {3, 4}, {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23});
}

TEST(MakeCall, AnExtentOfZeroBroadcastsWithOne) {
    EXPECT_EQ(to_string((cs::ones<float>({0, 3}) + cs::ones<float>({1, 3})).extents()), "[0, 3]");
    EXPECT_EQ(to_string((cs::ones<float>({1, 1}) * cs::ones<float>(0)).extents()), "[1, 0]");
    expect_array(cs::eval(cs::ones<float>({2, 1}) * cs::ones<float>(0)), {2, 0}, {});
}

}  // namespace
