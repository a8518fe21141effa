// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/expr/result_type.hpp"

#include "cushard/base/element.hpp"

#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace cs = cushard;

namespace {

using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using c64 = cs::complex<float>;
using c128 = cs::complex<double>;

template <class... Ts>
struct types {};
using every_type = types<bool, i8, i16, i32, i64, u8, u16, u32, u64, cs::half, cs::bfloat16, float, double, c64, c128>;

template <class A, class... Bs>
std::vector<std::string> row_of(types<Bs...>) {
    return {cs::name_of(cs::dtype_of<cs::promote_t<A, Bs>>)...};
}
template <class... As>
std::vector<std::vector<std::string>> promotion_table(types<As...> all) {
    return {row_of<As>(all)...};
}

template <class A, class Scalar, class Expected>
constexpr bool with_scalar = std::is_same_v<cs::scalar_t<A, Scalar>, Expected>;

struct point {
    float x, y;
};

struct sum_of_three {
    static constexpr const char* name = "sum_of_three";
    template <class A, class B, class C>
    CUSHARD_HD constexpr cs::promote_t<cs::promote_t<A, B>, C> operator()(A, B, C) const {
        return {};
    }
};
struct first {
    static constexpr const char* name = "first";
    template <class A>
    CUSHARD_HD constexpr const A& operator()(const A& a) const {
        return a;
    }
};

template <class Tree>
struct lazy {
    using lazy_tree = Tree;
};

}  // namespace

TEST(Promotion, IsNumPysTableForEveryPairOfTypes) {
    const std::string b1 = "bool", i1 = "int8", i2 = "int16", i4 = "int32", i8 = "int64", u1 = "uint8", u2 = "uint16",
                      u4 = "uint32", u8 = "uint64", f2 = "float16", bf = "bfloat16", f4 = "float32", f8 = "float64",
                      c8 = "complex64", cc = "complex128";
    const std::vector<std::vector<std::string>> expected = {
        //  bool i8  i16 i32 i64 u8  u16 u32 u64 f16 bf16 f32 f64 c64 c128
        {b1, i1, i2, i4, i8, u1, u2, u4, u8, f2, bf, f4, f8, c8, cc},  // bool
        {i1, i1, i2, i4, i8, i2, i4, i8, f8, f2, bf, f4, f8, c8, cc},  // int8
        {i2, i2, i2, i4, i8, i2, i4, i8, f8, f2, bf, f4, f8, c8, cc},  // int16
        {i4, i4, i4, i4, i8, i4, i4, i8, f8, f2, bf, f4, f8, c8, cc},  // int32
        {i8, i8, i8, i8, i8, i8, i8, i8, f8, f2, bf, f4, f8, c8, cc},  // int64
        {u1, i2, i2, i4, i8, u1, u2, u4, u8, f2, bf, f4, f8, c8, cc},  // uint8
        {u2, i4, i4, i4, i8, u2, u2, u4, u8, f2, bf, f4, f8, c8, cc},  // uint16
        {u4, i8, i8, i8, i8, u4, u4, u4, u8, f2, bf, f4, f8, c8, cc},  // uint32
        {u8, f8, f8, f8, f8, u8, u8, u8, u8, f2, bf, f4, f8, c8, cc},  // uint64
        {f2, f2, f2, f2, f2, f2, f2, f2, f2, f2, f4, f4, f8, c8, cc},  // float16
        {bf, bf, bf, bf, bf, bf, bf, bf, bf, f4, bf, f4, f8, c8, cc},  // bfloat16
        {f4, f4, f4, f4, f4, f4, f4, f4, f4, f4, f4, f4, f8, c8, cc},  // float32
        {f8, f8, f8, f8, f8, f8, f8, f8, f8, f8, f8, f8, f8, cc, cc},  // float64
        {c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, c8, cc, c8, cc},  // complex64
        {cc, cc, cc, cc, cc, cc, cc, cc, cc, cc, cc, cc, cc, cc, cc},  // complex128
    };
    EXPECT_EQ(promotion_table(every_type{}), expected);
}

TEST(Promotion, TakesLongLongBySizeAndSign) {
    EXPECT_EQ(cs::dtype_of<long long>, cs::dtype::int64);
    EXPECT_EQ(cs::dtype_of<unsigned long long>, cs::dtype::uint64);
    EXPECT_EQ((cs::dtype_of<cs::promote_t<long long, long>>), cs::dtype::int64);
    EXPECT_TRUE((std::is_same_v<cs::promote_t<unsigned long long, int>, double>));
}

TEST(ScalarPromotion, KeepsTheArraysTypeForAScalarOfItsKindOrALowerOne) {
    EXPECT_TRUE((with_scalar<float, double, float>));
    EXPECT_TRUE((with_scalar<cs::half, double, cs::half>));
    EXPECT_TRUE((with_scalar<cs::bfloat16, float, cs::bfloat16>));
    EXPECT_TRUE((with_scalar<i8, long long, i8>));
    EXPECT_TRUE((with_scalar<u8, int, u8>));
    EXPECT_TRUE((with_scalar<float, int, float>));
    EXPECT_TRUE((with_scalar<c64, double, c64>));
    EXPECT_TRUE((with_scalar<c64, c128, c64>));
    EXPECT_TRUE((with_scalar<bool, bool, bool>));
}

TEST(ScalarPromotion, TakesTheScalarsTypeWhenItIsOfAHigherKind) {
    EXPECT_TRUE((with_scalar<bool, int, int>));
    EXPECT_TRUE((with_scalar<bool, float, float>));
    EXPECT_TRUE((with_scalar<i32, double, double>));
    EXPECT_TRUE((with_scalar<i64, float, float>));
    EXPECT_TRUE((with_scalar<i32, cs::half, cs::half>));
    EXPECT_TRUE((with_scalar<i32, c64, c64>));
    EXPECT_TRUE((with_scalar<i32, c128, c128>));
}

TEST(ScalarPromotion, GivesAComplexScalarTheWidthOfAFloatingArray) {
    EXPECT_TRUE((with_scalar<float, c128, c64>));
    EXPECT_TRUE((with_scalar<cs::half, c128, c64>));
    EXPECT_TRUE((with_scalar<double, c64, c128>));
    EXPECT_TRUE((with_scalar<double, std::complex<float>, c128>));
    EXPECT_TRUE((with_scalar<i32, const std::complex<float>&, c64>));
}

TEST(ScalarPromotion, KeepsStructsAsTheyAre) { EXPECT_TRUE((with_scalar<bool, const point&, point>)); }

TEST(ValueType, FollowsTheTree) {
    using cs::call, cs::leaf, cs::constant, cs::position, cs::value_t;
    EXPECT_TRUE((std::is_same_v<value_t<leaf<cs::half>>, cs::half>));
    EXPECT_TRUE((std::is_same_v<value_t<constant<point>>, point>));
    EXPECT_TRUE((std::is_same_v<value_t<position>, cs::index_t>));
    EXPECT_TRUE((std::is_same_v<value_t<call<first, leaf<i16>>>, i16>));
    EXPECT_TRUE(
        (std::is_same_v<value_t<call<sum_of_three, call<first, leaf<i16>>, position, constant<float>>>, float>));
}

TEST(ArgumentConcepts, LookAtTheElementTypesOfArraysAndScalars) {
    using floats = lazy<cs::leaf<float>>;
    using points = lazy<cs::leaf<point>>;
    using complexes = lazy<cs::leaf<c64>>;
    using bytes = lazy<cs::call<first, cs::leaf<u8>>>;
    EXPECT_TRUE((cs::numeric_arguments<floats&, int>));
    EXPECT_TRUE((cs::numeric_arguments<const std::complex<double>&, const floats>));
    EXPECT_FALSE((cs::numeric_arguments<int, float>));
    EXPECT_FALSE((cs::numeric_arguments<floats, points>));
    EXPECT_FALSE((cs::numeric_arguments<floats, const char*>));
    EXPECT_TRUE((cs::real_arguments<floats, bytes>));
    EXPECT_FALSE((cs::real_arguments<floats, complexes>));
    EXPECT_TRUE((cs::integer_arguments<bytes, int, bool>));
    EXPECT_FALSE((cs::integer_arguments<bytes, float>));
}
