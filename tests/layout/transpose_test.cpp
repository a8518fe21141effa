// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/layout/transpose.hpp"

#include "cushard/base/error.hpp"

#include "../support/message_of.hpp"
#include "elements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using cushard::c_contiguous;
using cushard::expand_dims;
using cushard::index_t;
using cushard::shape;
using cushard::strided_layout;
using cushard::transpose;
using cushard_test::message_of;
using layout_tests::elements;
using layout_tests::generator;

using axes = std::vector<int>;

index_t element_at(const strided_layout& layout, const std::vector<index_t>& at) {
    index_t element = layout.offset;
    for (std::size_t axis = 0; axis < at.size(); ++axis) element += at[axis] * layout.strides[axis];
    return element;
}

TEST(transpose, reverses_the_axes_by_default) {
    const strided_layout matrix = c_contiguous({2, 3});
    EXPECT_EQ(transpose(matrix).extents, shape({3, 2}));
    EXPECT_EQ(elements(transpose(matrix)), (std::vector<index_t>{0, 3, 1, 4, 2, 5}));
    EXPECT_TRUE(transpose(c_contiguous({2, 3, 4})).is_f_contiguous());
    EXPECT_EQ(transpose(c_contiguous({})).rank(), 0);
}

TEST(transpose, puts_each_axis_where_the_permutation_says) {
    generator random(1);
    for (int trial = 0; trial < 500; ++trial) {
        const strided_layout from = random.layout(5, 1, 3, 20);
        axes order(static_cast<std::size_t>(from.rank()));
        for (std::size_t d = 0; d < order.size(); ++d) order[d] = static_cast<int>(d);
        do {
            axes given = order;
            for (int& axis : given) axis -= random.between(0, 1) == 0 ? 0 : from.rank();
            const strided_layout result = transpose("transpose", from, given);
            std::vector<index_t> at_result(order.size());
            std::vector<index_t> at_from(order.size());
            for (std::size_t d = 0; d < order.size(); ++d) {
                ASSERT_EQ(result.extents[static_cast<int>(d)], from.extents[order[d]]);
                at_result[d] = random.between(0, from.extents[order[d]] - 1);
                at_from[static_cast<std::size_t>(order[d])] = at_result[d];
            }
            ASSERT_EQ(element_at(result, at_result), element_at(from, at_from));
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

TEST(transpose, refuses_axes_that_are_no_permutation) {
    const strided_layout matrix = c_contiguous({2, 3});
    const auto refusal = [&](const axes& given) {
        return message_of<cushard::axis_error>([&] { transpose("transpose", matrix, given); });
    };
    EXPECT_EQ(refusal({0, 0}), "transpose: axis 0 is given twice");
    EXPECT_EQ(refusal({1, -1}), "transpose: axis 1 is given twice");
    EXPECT_EQ(refusal({0, 2}), "transpose: axis 2 is out of bounds for array of dimension 2");
    EXPECT_EQ(refusal({0}), "transpose: 1 axes given for [2, 3]: expected 2");
    EXPECT_EQ(refusal({0, 1, 2}), "transpose: 3 axes given for [2, 3]: expected 2");
}

TEST(expand_dims, adds_an_axis_of_one_element_anywhere) {
    const strided_layout matrix{{2, 3}, {-3, 1}, 5};
    const shape expected[] = {{1, 2, 3}, {2, 1, 3}, {2, 3, 1}};
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(expand_dims("expand_dims", matrix, axis).extents, expected[axis]);
        EXPECT_EQ(expand_dims("expand_dims", matrix, axis - 3).extents, expected[axis]);
        EXPECT_EQ(elements(expand_dims("expand_dims", matrix, axis)), elements(matrix));
    }
    EXPECT_EQ(expand_dims("expand_dims", c_contiguous({}), 0).extents, shape{1});
}

TEST(expand_dims, refuses_an_axis_that_the_result_does_not_have) {
    const strided_layout matrix = c_contiguous({2, 3});
    EXPECT_EQ(message_of<cushard::axis_error>([&] { expand_dims("expand_dims", matrix, 3); }),
              "expand_dims: axis 3 is out of bounds for array of dimension 3");
    EXPECT_THROW(expand_dims("expand_dims", matrix, -4), cushard::axis_error);
}

TEST(expand_dims, refuses_a_ninth_axis) {
    EXPECT_EQ(expand_dims("expand_dims", c_contiguous({1, 1, 1, 1, 1, 1, 1}), 7).rank(), 8);
    EXPECT_EQ(message_of<cushard::shape_error>([] {
                  expand_dims("expand_dims", c_contiguous({1, 1, 1, 1, 1, 1, 1, 2}), 0);
              }),
              "expand_dims: cannot add an axis to [1, 1, 1, 1, 1, 1, 1, 2]: at most 8 are supported");
}

}  // namespace
