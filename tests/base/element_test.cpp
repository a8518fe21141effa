// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/base/element.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace cs = cushard;

namespace {

template <class T>
void expect_element(const char* name, cs::dtype_kind kind) {
    constexpr cs::dtype type = cs::dtype_of<T>;
    EXPECT_EQ(cs::name_of(type), std::string(name));
    EXPECT_EQ(cs::itemsize(type), sizeof(T)) << name;
    EXPECT_EQ(cs::kind_of(type), kind) << name;
    EXPECT_TRUE(cs::element<T> && cs::storable<T>) << name;
}

struct point {
    float x, y;
};
struct owner {
    std::string text;
};
struct alignas(512) overaligned {
    char bytes[512];
};

}  // namespace

TEST(Dtype, HasNumPysNameTheSizeAndTheKindOfEachType) {
    expect_element<bool>("bool", cs::dtype_kind::boolean);
    expect_element<std::int8_t>("int8", cs::dtype_kind::integer);
    expect_element<std::int16_t>("int16", cs::dtype_kind::integer);
    expect_element<std::int32_t>("int32", cs::dtype_kind::integer);
    expect_element<std::int64_t>("int64", cs::dtype_kind::integer);
    expect_element<long long>("int64", cs::dtype_kind::integer);
    expect_element<std::uint8_t>("uint8", cs::dtype_kind::integer);
    expect_element<std::uint16_t>("uint16", cs::dtype_kind::integer);
    expect_element<std::uint32_t>("uint32", cs::dtype_kind::integer);
    expect_element<std::uint64_t>("uint64", cs::dtype_kind::integer);
    expect_element<unsigned long long>("uint64", cs::dtype_kind::integer);
    expect_element<cs::half>("float16", cs::dtype_kind::floating);
    expect_element<cs::bfloat16>("bfloat16", cs::dtype_kind::floating);
    expect_element<float>("float32", cs::dtype_kind::floating);
    expect_element<double>("float64", cs::dtype_kind::floating);
    expect_element<cs::complex<float>>("complex64", cs::dtype_kind::complex_floating);
    expect_element<cs::complex<double>>("complex128", cs::dtype_kind::complex_floating);
}

TEST(Storable, TakesTriviallyCopyableObjects) {
    EXPECT_TRUE(cs::storable<point> && !cs::element<point>);
    EXPECT_FALSE(cs::storable<owner>);
    EXPECT_FALSE(cs::storable<overaligned>);
    EXPECT_FALSE(cs::storable<const float>);
    EXPECT_FALSE(cs::storable<float&>);
    EXPECT_FALSE(cs::storable<float[2]>);
    EXPECT_FALSE(cs::storable<void>);
}

TEST(Element, IsNeitherTextNorLongDouble) {
    EXPECT_FALSE(cs::element<char>);
    EXPECT_FALSE(cs::element<wchar_t>);
    EXPECT_FALSE(cs::element<long double>);
    EXPECT_FALSE(cs::element<const float>);
}
