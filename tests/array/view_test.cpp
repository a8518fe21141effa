// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/array/view.hpp"

#include "cushard/array/creation.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/base/error.hpp"
#include "support/values.hpp"

#include <optional>
#include <type_traits>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::expect_array;

TEST(View, SlicesSeeTheElementsOfTheArray) {
    auto a = cs::arange(10);
    expect_array(a(cs::slice(2, 5)), {3}, {2, 3, 4});
    expect_array(a(cs::slice(0, cs::end, 3)), {4}, {0, 3, 6, 9});
    expect_array(a(cs::slice(-3, cs::end)), {3}, {7, 8, 9});
    expect_array(a(cs::slice(cs::none, cs::none, -2)), {5}, {9, 7, 5, 3, 1});
    expect_array(a(cs::slice(5, 2)), {0}, {});
    expect_array(a(-1), cs::shape{}, {9});
}

TEST(View, WritingThroughAViewWritesTheArray) {
    auto a = cs::zeros<int>({3, 4});
    a(1) = 5;
    a(cs::all, 2) = cs::array<int>({7, 8, 9});
    a(0, 0) = 1;
    expect_array(a, {3, 4}, {1, 0, 7, 0, 5, 5, 8, 5, 0, 0, 9, 0});
}

TEST(View, AssigningAViewToAViewCopiesElements) {
    auto a = cs::arange(6);
    auto b = cs::zeros<int>(3);
    auto left = b.view();
    left = a(cs::slice(3, cs::end));
    expect_array(b, {3}, {3, 4, 5});
    auto first = a(cs::slice(0, 3));
    auto second = a(cs::slice(3, 6));
    first = second;
    expect_array(a, {6}, {3, 4, 5, 3, 4, 5});
}

TEST(View, OverlappingViewsCopyAsIfTheRightSideWereComputedFirst) {
    auto a = cs::arange(10);
    a(cs::slice(1, 10)) = a(cs::slice(0, 9));
    expect_array(a, {10}, {0, 0, 1, 2, 3, 4, 5, 6, 7, 8});
    auto b = cs::arange(10);
    b(cs::slice(0, 9)) = b(cs::slice(1, 10));
    expect_array(b, {10}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 9});
    auto c = cs::arange(6);
    c(cs::slice(0, cs::end, 2)) += c(cs::slice(1, cs::end, 2));
    expect_array(c, {6}, {1, 1, 5, 3, 9, 5});
}

TEST(View, AViewKeepsTheMemoryWhenTheArrayIsGone) {
    std::optional<cs::device_array<int>> base = cs::arange(1000);
    const auto view = (*base)(cs::slice(5, cs::end));
    base.reset();
    const auto others = cs::full<int>(1000, -1);
    const auto host = view.to_host();
    for (std::size_t i = 0; i < host.size(); ++i) ASSERT_EQ(host[i], static_cast<int>(i) + 5);
}

TEST(View, AConstArrayGivesViewsThatOnlyRead) {
    const auto a = cs::arange(4);
    static_assert(std::is_same_v<decltype(a(0)), cs::array_view<const int>>);
    static_assert(!std::is_assignable_v<decltype(a(0)), int>);
    auto b = cs::arange(4);
    const cs::array_view<const int> read_only = b(cs::slice(1, 3));
    expect_array(read_only, {2}, {1, 2});
}

TEST(View, TransposeReordersAxes) {
    auto a = cs::array({{1, 2, 3}, {4, 5, 6}});
    expect_array(a.transpose(), {3, 2}, {1, 4, 2, 5, 3, 6});
    cs::transpose(a)(0, 1) = 40;
    EXPECT_EQ(a(1, 0).item(), 40);
    auto b = cs::arange(24).reshape({2, 3, 4});
    const auto c = b.transpose({1, 2, 0});
    EXPECT_EQ(to_string(c.extents()), "[3, 4, 2]");
    EXPECT_EQ(c(2, 1, 1).item(), 12 + 2 * 4 + 1);
    EXPECT_THROW((void)b.transpose({0, 0, 1}), cs::axis_error);
}

TEST(View, ReshapeIsAViewWhereItCanBeAndACopyWhereNot) {
    auto a = cs::arange(6);
    auto matrix = a.reshape({2, -1});
    matrix(1, 0) = 30;
    EXPECT_EQ(a(3).item(), 30);
    expect_array(matrix.transpose().reshape({6}), {6}, {0, 30, 1, 4, 2, 5});
    EXPECT_THROW((void)a.reshape({4, 2}), cs::shape_error);
    EXPECT_THROW((void)a.reshape({-1, -1}), cs::shape_error);
}

TEST(View, BroadcastToRepeatsWithoutCopying) {
    const auto row = cs::array({1, 2});
    expect_array(cs::broadcast_to(row, {2, 2}), {2, 2}, {1, 2, 1, 2});
    EXPECT_EQ(cs::broadcast_to(row, {5, 2}).data(), row.data());
    EXPECT_THROW((void)cs::broadcast_to(row, {2, 3}), cs::shape_error);
}

TEST(View, IndicesOutOfBoundsAreRefused) {
    auto a = cs::zeros<int>({2, 3});
    EXPECT_THROW((void)a(2), cs::axis_error);
    EXPECT_THROW((void)a(0, -4), cs::axis_error);
    EXPECT_THROW((void)a(0, 0, 0), cs::axis_error);
}

TEST(View, ASourceThatDoesNotBroadcastToTheViewIsRefused) {
    auto a = cs::zeros<int>({2, 3});
    EXPECT_THROW(a(0) = cs::arange(2), cs::shape_error);
    EXPECT_THROW(a(0) = cs::zeros<int>({2, 3}), cs::shape_error);
    expect_array(a, {2, 3}, {0, 0, 0, 0, 0, 0});
}

TEST(View, AViewOfAViewComposes) {
    auto a = cs::arange(24).reshape({4, 6});
    auto inner = a(cs::slice(1, 4))(cs::all, cs::slice(1, cs::end, 2));
    expect_array(inner, {3, 3}, {7, 9, 11, 13, 15, 17, 19, 21, 23});
    expect_array(inner(cs::slice(cs::none, cs::none, -1), 0), {3}, {19, 13, 7});
}

}  // namespace
