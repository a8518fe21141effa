// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/layout/reshape.hpp"

#include "cushard/base/error.hpp"

#include "../support/message_of.hpp"
#include "elements.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using cushard::c_contiguous;
using cushard::index_t;
using cushard::reshape;
using cushard::reshape_extents;
using cushard::reshaped_layout;
using cushard::shape;
using cushard::strided_layout;
using cushard_test::message_of;
using layout_tests::elements;
using layout_tests::generator;

using extents = std::vector<index_t>;

std::string refusal(const shape& from, const extents& to) {
    return message_of<cushard::shape_error>([&] { reshape_extents("reshape", from, to); });
}

/// Whether strides can say it: the only candidates are the distances from the first element to its neighbours.
bool strides_exist(const std::vector<index_t>& wanted, const shape& to) {
    strided_layout candidate = c_contiguous(to);
    candidate.offset = wanted.front();
    index_t neighbour = 1;
    for (int axis = to.rank() - 1; axis >= 0; --axis) {
        if (to[axis] > 1)
            candidate.strides[static_cast<std::size_t>(axis)] =
                wanted[static_cast<std::size_t>(neighbour)] - wanted.front();
        neighbour *= to[axis];
    }
    return elements(candidate) == wanted;
}

TEST(reshape_extents, infers_the_one_extent_that_is_minus_1) {
    EXPECT_EQ(reshape_extents("reshape", {3, 4}, extents{-1}), shape{12});
    EXPECT_EQ(reshape_extents("reshape", {3, 4}, extents{2, -1, 3}), shape({2, 2, 3}));
    EXPECT_EQ(reshape_extents("reshape", {}, extents{-1}), shape{1});
    EXPECT_EQ(reshape_extents("reshape", {0, 4}, extents{-1, 2}), shape({0, 2}));
    EXPECT_EQ(reshape_extents("reshape", {1}, extents{}), shape({}));
}

TEST(reshape_extents, says_what_does_not_fit) {
    EXPECT_EQ(refusal({3, 4}, {5, 2}), "reshape: cannot reshape [3, 4] into [5, 2]: 12 elements, expected 10");
    EXPECT_EQ(refusal({3, 4}, {5, -1}), "reshape: cannot reshape [3, 4] into [5, -1]: 12 elements do not divide by 5");
    EXPECT_EQ(refusal({3, 4}, {-1, -1}), "reshape: cannot reshape [3, 4] into [-1, -1]: only one extent can be -1");
    EXPECT_EQ(refusal({3, 4}, {-2, 6}), "reshape: cannot reshape [3, 4] into [-2, 6]: extent -2 is negative");
    EXPECT_EQ(refusal({0, 4}, {0, -1}), "reshape: cannot reshape [0, 4] into [0, -1]: 0 elements do not divide by 0");
    EXPECT_EQ(refusal({4}, {index_t{1} << 40, index_t{1} << 40}),
              "reshape: cannot reshape [4] into [1099511627776, 1099511627776]: too many elements");
    EXPECT_EQ(refusal({4}, extents(9, 1)),
              "reshape: cannot reshape [4] into [1, 1, 1, 1, 1, 1, 1, 1, 1]: at most 8 axes are supported");
}

TEST(reshape, of_a_shape_with_a_zero_is_a_view) {
    // vexcl#82
    for (const extents& to : {extents{0}, extents{5, 0}, extents{0, 7, 2}, extents{-1, 3}}) {
        const reshaped_layout view = reshape("reshape", {{3, 0}, {-7, 5}, 4}, to);
        ASSERT_TRUE(view.is_view);
        EXPECT_EQ(view.layout.size(), 0);
        EXPECT_EQ(view.layout.offset, 4);
    }
}

TEST(reshape, of_a_contiguous_array_is_a_view_with_the_elements_in_order) {
    const strided_layout base{{4, 6}, {6, 1}, 3};
    const reshaped_layout view = reshape("reshape", base, extents{3, -1, 2});
    ASSERT_TRUE(view.is_view);
    EXPECT_EQ(view.layout.extents, shape({3, 4, 2}));
    EXPECT_EQ(elements(view.layout), elements(base));
}

TEST(reshape, splits_a_strided_axis_and_joins_none_across_a_gap) {
    const strided_layout columns{{4, 6}, {10, 1}, 0};
    EXPECT_TRUE(reshape("reshape", columns, extents{2, 2, 3, 2}).is_view);
    EXPECT_FALSE(reshape("reshape", columns, extents{24}).is_view);
    EXPECT_FALSE(reshape("reshape", columns, extents{8, 3}).is_view);
}

TEST(reshape, is_a_view_exactly_when_strides_exist_and_then_names_the_same_elements_in_order) {
    generator random(1);
    const shape shapes[] = {{},        {1},       {12},      {3, 4},  {4, 3},  {2, 6},    {6, 2},
                            {2, 3, 2}, {3, 2, 2}, {2, 2, 3}, {1, 12}, {12, 1}, {2, 1, 6}, {1, 2, 1, 2, 3}};
    int views = 0;
    int copies = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        strided_layout from{shapes[random.between(0, 13)], {}, random.between(-5, 5)};
        for (int axis = 0; axis < from.rank(); ++axis)
            from.strides[static_cast<std::size_t>(axis)] = random.between(-6, 6);
        const shape to = shapes[random.between(0, 13)];
        if (from.size() != to.size()) continue;
        const reshaped_layout view = reshape("reshape", from, to);
        const std::vector<index_t> wanted = elements(from);
        ASSERT_EQ(view.is_view, strides_exist(wanted, to)) << to_string(from.extents) << to_string(to);
        (view.is_view ? views : copies) += 1;
        ASSERT_EQ(view.layout.extents, to);
        if (!view.is_view) {
            ASSERT_TRUE(view.layout.is_c_contiguous());
            continue;
        }
        ASSERT_EQ(elements(view.layout), wanted);
    }
    EXPECT_GT(views, 1000);
    EXPECT_GT(copies, 1000);
}

}  // namespace
