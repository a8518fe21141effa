// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/layout/strided.hpp"

#include "elements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <type_traits>
#include <vector>

namespace {

using cushard::c_contiguous;
using cushard::element_range;
using cushard::f_contiguous;
using cushard::index_t;
using cushard::may_overlap;
using cushard::same_elements;
using cushard::shape;
using cushard::strided_layout;
using layout_tests::elements;
using layout_tests::generator;

std::vector<index_t> counted(index_t first, index_t count) {
    std::vector<index_t> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), first);
    return values;
}

/// Element (i0, i1, …) of the layout whose axes are reversed.
strided_layout reversed(const strided_layout& layout) {
    std::vector<index_t> extents(layout.extents.begin(), layout.extents.end());
    std::reverse(extents.begin(), extents.end());
    strided_layout result{extents, layout.strides, layout.offset};
    std::reverse(result.strides.begin(), result.strides.begin() + layout.rank());
    return result;
}

std::set<index_t> bytes_of(const strided_layout& layout, index_t element_bytes) {
    std::set<index_t> touched;
    for (index_t element : elements(layout))
        for (index_t byte = 0; byte < element_bytes; ++byte) touched.insert(element * element_bytes + byte);
    return touched;
}

bool share_a_byte(const strided_layout& a, index_t bytes_a, const strided_layout& b, index_t bytes_b) {
    const std::set<index_t> in_a = bytes_of(a, bytes_a);
    const std::set<index_t> in_b = bytes_of(b, bytes_b);
    return std::any_of(in_a.begin(), in_a.end(), [&](index_t byte) { return in_b.count(byte) != 0; });
}

TEST(strided_layout, is_trivially_copyable) { static_assert(std::is_trivially_copyable_v<strided_layout>); }

TEST(strided_layout, c_contiguous_counts_the_elements_in_c_order) {
    EXPECT_EQ(elements(c_contiguous({})), counted(0, 1));
    EXPECT_EQ(elements(c_contiguous({0})), counted(0, 0));
    EXPECT_EQ(elements(c_contiguous({3, 1, 4})), counted(0, 12));
    EXPECT_EQ(c_contiguous({3, 1, 4}).strides, (std::array<index_t, cushard::max_rank>{4, 4, 1}));
}

TEST(strided_layout, f_contiguous_counts_the_elements_with_the_first_axis_fastest) {
    EXPECT_EQ(elements(reversed(f_contiguous({3, 1, 4}))), counted(0, 12));
    EXPECT_EQ(f_contiguous({3, 2, 4}).strides, (std::array<index_t, cushard::max_rank>{1, 3, 6}));
}

TEST(strided_layout, strides_of_an_empty_array_count_zeros_as_ones) {
    EXPECT_EQ(c_contiguous({2, 0, 3}).strides, (std::array<index_t, cushard::max_rank>{3, 3, 1}));
    EXPECT_EQ(f_contiguous({2, 0, 3}).strides, (std::array<index_t, cushard::max_rank>{1, 2, 2}));
}

TEST(strided_layout, is_contiguous_exactly_when_its_elements_follow_one_another) {
    generator random(1);
    int contiguous = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const strided_layout layout = random.layout(3, 0, 3, 3);
        const std::vector<index_t> all = elements(layout);
        ASSERT_EQ(layout.is_c_contiguous(), all == counted(layout.offset, layout.size()));
        ASSERT_EQ(layout.is_f_contiguous(), elements(reversed(layout)) == counted(layout.offset, layout.size()));
        contiguous += layout.is_c_contiguous() ? 1 : 0;
    }
    EXPECT_GT(contiguous, 1000);
    EXPECT_LT(contiguous, 19000);
}

TEST(strided_layout, axes_of_extent_1_do_not_matter_for_contiguity) {
    const strided_layout layout{{1, 3, 1}, {77, 1, -5}, 4};
    EXPECT_TRUE(layout.is_c_contiguous());
    EXPECT_TRUE(layout.is_f_contiguous());
}

TEST(strided_layout, bounds_are_the_lowest_element_and_one_past_the_highest) {
    generator random(2);
    for (int trial = 0; trial < 20000; ++trial) {
        const strided_layout layout = random.layout(5, 0, 3, 20);
        const std::vector<index_t> all = elements(layout);
        if (all.empty()) {
            ASSERT_EQ(layout.bounds(), (element_range{layout.offset, layout.offset}));
            continue;
        }
        const auto [low, high] = std::minmax_element(all.begin(), all.end());
        ASSERT_EQ(layout.bounds(), (element_range{*low, *high + 1}));
    }
}

TEST(same_elements, is_true_exactly_when_every_index_names_the_same_element) {
    generator random(3);
    int same = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const strided_layout a = random.layout(3, 0, 2, 1);
        const strided_layout b = random.layout(3, 0, 2, 1);
        const bool expected = a.extents == b.extents && elements(a) == elements(b);
        ASSERT_EQ(same_elements(a, b), expected);
        same += expected ? 1 : 0;
    }
    EXPECT_GT(same, 100);
}

TEST(may_overlap, never_misses_a_shared_byte) {
    generator random(4);
    const index_t sizes[] = {1, 2, 4, 8, 16};
    int disjoint = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const strided_layout a = random.layout(3, 0, 3, 12);
        const strided_layout b = random.layout(3, 0, 3, 12);
        const index_t bytes_a = sizes[random.between(0, 4)];
        const index_t bytes_b = sizes[random.between(0, 4)];
        const bool told = may_overlap(a, bytes_a, b, bytes_b);
        ASSERT_EQ(told, may_overlap(b, bytes_b, a, bytes_a));
        if (share_a_byte(a, bytes_a, b, bytes_b)) {
            ASSERT_TRUE(told);
        }
        disjoint += told ? 0 : 1;
    }
    EXPECT_GT(disjoint, 1000);
}

TEST(may_overlap, is_exact_for_ranges_of_one_axis_with_one_step) {
    for (index_t step : {1, 2, 3, 5})
        for (index_t start = -20; start <= 20; ++start)
            for (index_t count = 0; count <= 4; ++count)
                for (index_t sign : {1, -1}) {
                    const strided_layout a{{3}, {step}, 0};
                    const strided_layout b{{count}, {sign * step}, start};
                    ASSERT_EQ(may_overlap(a, 4, b, 4), share_a_byte(a, 4, b, 4));
                }
}

TEST(may_overlap, tells_neighbouring_ranges_from_overlapping_ones) {
    const strided_layout head{{5}, {1}, 0};
    EXPECT_FALSE(may_overlap(head, 4, {{5}, {1}, 5}, 4));
    EXPECT_TRUE(may_overlap(head, 4, {{5}, {1}, 4}, 4));
    EXPECT_FALSE(may_overlap(head, 4, {{5}, {-1}, 9}, 4));
    EXPECT_TRUE(may_overlap(head, 4, {{6}, {-1}, 9}, 4));
}

TEST(may_overlap, tells_even_elements_from_odd_ones) {
    const strided_layout even{{4}, {2}, 0};
    const strided_layout odd{{4}, {2}, 1};
    EXPECT_FALSE(may_overlap(even, 4, odd, 4));
    EXPECT_FALSE(may_overlap(even, 4, {{4}, {-2}, 7}, 4));
    EXPECT_TRUE(may_overlap(even, 4, {{4}, {-2}, 6}, 4));
    // Elements of 8 bytes at even places of 4 bytes reach into the odd ones.
    EXPECT_TRUE(may_overlap({{4}, {1}, 0}, 8, odd, 4));
}

TEST(may_overlap, tells_blocks_of_columns_apart) {
    // m is 6 by 8: m[:, :3], m[:, 3:], and m[1:4, 2:5].
    const strided_layout left{{6, 3}, {8, 1}, 0};
    const strided_layout right{{6, 5}, {8, 1}, 3};
    const strided_layout middle{{3, 3}, {8, 1}, 10};
    EXPECT_FALSE(may_overlap(left, 4, right, 4));
    EXPECT_FALSE(may_overlap(right, 2, left, 2));
    EXPECT_TRUE(may_overlap(left, 4, middle, 4));
    EXPECT_TRUE(may_overlap(middle, 4, right, 4));
}

TEST(may_overlap, is_false_where_one_has_no_element) {
    EXPECT_FALSE(may_overlap(c_contiguous({0, 3}), 4, c_contiguous({3}), 4));
    EXPECT_FALSE(may_overlap(c_contiguous({3}), 4, c_contiguous({3, 0}), 4));
}

}  // namespace
