// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/layout/shape.hpp"

#include "cushard/base/error.hpp"

#include "../support/message_of.hpp"
#include "elements.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

using cushard::index_t;
using cushard::shape;
using cushard_test::message_of;

TEST(shape, is_a_trivially_copyable_value_of_72_bytes) {
    static_assert(std::is_trivially_copyable_v<shape>);
    static_assert(sizeof(shape) == 72);
}

TEST(shape, of_rank_0_has_one_element_and_prints_empty_brackets) {
    EXPECT_EQ(shape().rank(), 0);
    EXPECT_EQ(shape().size(), 1);
    EXPECT_EQ(shape({}), shape());
    EXPECT_EQ(to_string(shape()), "[]");
}

TEST(shape, is_made_of_braces_vectors_arrays_and_spans) {
    const shape expected{3, 4};
    const std::vector<index_t> vector{3, 4};
    const std::array<index_t, 2> array{3, 4};
    const index_t plain[] = {3, 4};
    EXPECT_EQ(shape(vector), expected);
    EXPECT_EQ(shape(array), expected);
    EXPECT_EQ(shape(plain), expected);
    EXPECT_EQ(shape(std::span<const index_t>(plain)), expected);
    EXPECT_EQ(expected.rank(), 2);
    EXPECT_EQ(expected[0], 3);
    EXPECT_EQ(expected[1], 4);
    EXPECT_EQ(to_string(expected), "[3, 4]");
}

TEST(shape, of_one_number_is_explicit_and_has_rank_1) {
    static_assert(!std::is_convertible_v<index_t, shape>);
    static_assert(!std::is_convertible_v<int, shape>);
    EXPECT_EQ(shape(5), shape{5});
}

TEST(shape, as_a_range_has_its_extents_though_size_counts_elements) {
    const shape extents{3, 4};
    const std::span<const index_t> span = extents;
    EXPECT_EQ(std::vector<index_t>(span.begin(), span.end()), (std::vector<index_t>{3, 4}));
    EXPECT_EQ(extents.size(), 12);
}

TEST(shape, with_a_zero_has_no_element) {
    EXPECT_EQ(shape({0}).size(), 0);
    EXPECT_EQ(shape({3, 0, 4}).size(), 0);
}

TEST(shape, compares_rank_and_every_extent) {
    EXPECT_EQ(shape({2, 3}), shape({2, 3}));
    EXPECT_NE(shape({2, 3}), shape({2, 4}));
    EXPECT_NE(shape({2, 3}), shape({1, 3}));
    EXPECT_NE(shape({2, 3}), shape({2, 3, 1}));
    EXPECT_NE(shape({0}), shape({}));
}

TEST(shape, holds_eight_axes_and_refuses_nine) {
    EXPECT_EQ(shape({1, 2, 3, 4, 5, 6, 7, 8}).size(), 40320);
    EXPECT_EQ(message_of<cushard::shape_error>([] {
                  shape({1, 1, 1, 1, 1, 1, 1, 1, 1});
              }),
              "shape: [1, 1, 1, 1, 1, 1, 1, 1, 1] has 9 axes: at most 8 are supported");
}

TEST(shape, refuses_a_negative_extent) {
    EXPECT_EQ(message_of<cushard::shape_error>([] { shape({3, -1}); }), "shape: [3, -1] has a negative extent: -1");
    EXPECT_EQ(message_of<cushard::shape_error>([] { shape(-2); }), "shape: [-2] has a negative extent: -2");
    EXPECT_THROW(shape({0, -1}), cushard::shape_error);
    EXPECT_THROW(shape({std::numeric_limits<index_t>::min(), -1}), cushard::shape_error);
}

TEST(shape, refuses_a_product_that_wraps_around_64_bits) {
    // cupy#5737: the product is 2^64 + 4.
    EXPECT_EQ(message_of<cushard::shape_error>([] {
                  shape({2, 2, 5, 5581, 8681, 49477, 384773});
              }),
              "shape: [2, 2, 5, 5581, 8681, 49477, 384773] is too large: at most 9223372036854775807 elements are "
              "possible");
    EXPECT_THROW(shape({index_t{1} << 32, index_t{1} << 31}), cushard::shape_error);
    EXPECT_EQ(shape({index_t{1} << 31, index_t{1} << 31}).size(), index_t{1} << 62);
    EXPECT_EQ(shape({std::numeric_limits<index_t>::max()}).size(), std::numeric_limits<index_t>::max());
}

TEST(shape, with_a_zero_is_refused_if_the_other_extents_overflow) {
    EXPECT_THROW(shape({0, index_t{1} << 32, index_t{1} << 31}), cushard::shape_error);
    EXPECT_THROW(shape({index_t{1} << 32, index_t{1} << 31, 0}), cushard::shape_error);
    EXPECT_EQ(shape({index_t{1} << 62, 0}).size(), 0);
}

TEST(shape, is_a_constant_expression) {
    constexpr shape extents{2, 3};
    static_assert(extents.size() == 6 && extents == shape{2, 3});
}

}  // namespace
