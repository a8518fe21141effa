// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/launch/type_name.hpp"

#include "cushard/base/tuple.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using cushard::detail::type_in_signature;
using cushard::detail::type_name;

TEST(type_name, is_the_compilers_spelling) {
    EXPECT_STREQ(type_name<float>(), "float");
    EXPECT_EQ(std::string(type_name<int[3]>()).substr(0, 3), "int");
    EXPECT_NE(std::string(type_name<int[3]>()).find("[3]"), std::string::npos);
}

TEST(type_name, leaves_out_the_librarys_namespaces) {
    const std::string name = type_name<cushard::detail::tuple<float, int>>();
    EXPECT_EQ(name.find("cushard"), std::string::npos) << name;
    EXPECT_EQ(name.substr(0, 6), "tuple<");
}

TEST(type_name, understands_each_compilers_form) {
    EXPECT_EQ(type_in_signature("const char* f() [with T = a::b<int>; std::string_view = x]"), "a::b<int>");
    EXPECT_EQ(type_in_signature("const char *f() [T = int[3]]"), "int[3]");
    EXPECT_EQ(type_in_signature("const char *f() [with T=float]"), "float");
    EXPECT_EQ(type_in_signature("something else"), "something else");
}

}  // namespace
