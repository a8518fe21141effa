// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/layout/broadcast.hpp"

#include "cushard/base/error.hpp"

#include "../support/message_of.hpp"
#include "elements.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace {

using cushard::broadcast;
using cushard::broadcast_to;
using cushard::c_contiguous;
using cushard::index_t;
using cushard::shape;
using cushard::strided_layout;
using cushard_test::message_of;
using layout_tests::elements;
using layout_tests::generator;

/// NumPy's rule from its documentation: prepend ones, then each pair is equal or has a 1.
std::optional<shape> reference(const shape& a, const shape& b) {
    std::vector<index_t> long_one(a.begin(), a.end());
    std::vector<index_t> short_one(b.begin(), b.end());
    if (long_one.size() < short_one.size()) long_one.swap(short_one);
    short_one.insert(short_one.begin(), long_one.size() - short_one.size(), 1);
    for (std::size_t axis = 0; axis < long_one.size(); ++axis) {
        if (long_one[axis] == 1)
            long_one[axis] = short_one[axis];
        else if (short_one[axis] != 1 && short_one[axis] != long_one[axis])
            return std::nullopt;
    }
    return shape(long_one);
}

TEST(broadcast, follows_numpys_rule_for_random_shapes) {
    generator random(1);
    int compatible = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const shape a = random.extents(5, 0, 2);
        const shape b = random.extents(5, 0, 2);
        const std::optional<shape> expected = reference(a, b);
        if (expected) {
            ASSERT_EQ(broadcast("add", a, b), *expected);
            ++compatible;
        } else {
            ASSERT_THROW(broadcast("add", a, b), cushard::shape_error);
        }
    }
    EXPECT_GT(compatible, 1000);
    EXPECT_LT(compatible, 19000);
}

TEST(broadcast, with_a_zero_extent_repeats_only_ones) {
    EXPECT_EQ(broadcast("add", {0}, {1}), shape({0}));
    EXPECT_EQ(broadcast("add", {3, 1}, {0}), shape({3, 0}));
    EXPECT_THROW(broadcast("add", {0}, {2}), cushard::shape_error);
}

TEST(broadcast, names_the_operation_both_shapes_and_the_axis) {
    EXPECT_EQ(message_of<cushard::shape_error>([] {
                  broadcast("add", {3, 4}, {5});
              }),
              "add: cannot broadcast [3, 4] with [5]: axis 1 is 4 and 5");
    EXPECT_EQ(message_of<cushard::shape_error>([] {
                  broadcast("where", {2}, {3, 4, 1, 5});
              }),
              "where: cannot broadcast [2] with [3, 4, 1, 5]: axis 3 is 2 and 5");
}

TEST(broadcast, refuses_a_result_with_too_many_elements) {
    const shape column{index_t{1} << 40, 1};
    const shape row(index_t{1} << 40);
    EXPECT_EQ(message_of<cushard::shape_error>([&] { broadcast("add", column, row); }),
              "add: cannot broadcast [1099511627776, 1] with [1099511627776]: [1099511627776, 1099511627776] has too "
              "many elements");
}

TEST(broadcast_to, repeats_elements_without_moving_them) {
    const strided_layout row = c_contiguous({3});
    EXPECT_EQ(elements(broadcast_to("copy", row, {2, 3})), (std::vector<index_t>{0, 1, 2, 0, 1, 2}));
    const strided_layout column{{2, 1}, {-4, 9}, 5};
    EXPECT_EQ(elements(broadcast_to("copy", column, {2, 3})), (std::vector<index_t>{5, 5, 5, 1, 1, 1}));
    EXPECT_EQ(elements(broadcast_to("copy", {{}, {}, 7}, {2, 2})), (std::vector<index_t>(4, 7)));
    EXPECT_TRUE(elements(broadcast_to("copy", {{}, {}, 7}, {2, 0})).empty());
}

TEST(broadcast_to, names_each_element_that_the_aligned_index_names) {
    generator random(2);
    int done = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const strided_layout from = random.layout(4, 0, 2, 9);
        const shape to = random.extents(5, 0, 2);
        const std::optional<shape> joined = reference(from.extents, to);
        if (!joined || *joined != to) {
            ASSERT_THROW(broadcast_to("copy", from, to), cushard::shape_error);
            continue;
        }
        ++done;
        // Over ones the source is what it was; repeating an axis `n` times writes each part `n` times.
        strided_layout aligned = from;
        const int added = to.rank() - from.rank();
        std::vector<index_t> extents(static_cast<std::size_t>(added), 1);
        extents.insert(extents.end(), from.extents.begin(), from.extents.end());
        aligned.extents = extents;
        for (int axis = 0; axis < to.rank(); ++axis)
            aligned.strides[static_cast<std::size_t>(axis)] = axis < added ? 0 : from.stride(axis - added);
        const strided_layout result = broadcast_to("copy", from, to);
        ASSERT_EQ(result.extents, to);
        std::vector<index_t> expected{from.offset};
        for (int axis = 0; axis < to.rank(); ++axis) {
            std::vector<index_t> finer;
            for (index_t start : expected)
                for (index_t i = 0; i < to[axis]; ++i)
                    finer.push_back(start + (aligned.extents[axis] == 1 ? 0 : i * aligned.stride(axis)));
            expected.swap(finer);
        }
        ASSERT_EQ(elements(result), expected);
    }
    EXPECT_GT(done, 500);
}

TEST(broadcast_to, says_which_extent_does_not_fit) {
    EXPECT_EQ(message_of<cushard::shape_error>([] {
                  broadcast_to("assign", c_contiguous({5}), {3, 4});
              }),
              "assign: cannot broadcast [5] to [3, 4]: axis 1 is 5, expected 4");
    EXPECT_EQ(message_of<cushard::shape_error>([] {
                  broadcast_to("assign", c_contiguous({1, 4}), {4});
              }),
              "assign: cannot broadcast [1, 4] to [4]: rank 2, expected at most 1");
    EXPECT_THROW(broadcast_to("assign", c_contiguous({3}), {1}), cushard::shape_error);
}

}  // namespace
