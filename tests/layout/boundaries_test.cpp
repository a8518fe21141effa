// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/layout/boundaries.hpp"

#include "cushard/base/error.hpp"

#include "../support/message_of.hpp"
#include "elements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace {

using cushard::balanced;
using cushard::check_boundaries;
using cushard::index_t;
using cushard_test::message_of;

using cuts = std::vector<index_t>;

std::string refusal(const cuts& given, index_t count, index_t parts) {
    return message_of<cushard::shape_error>([&] { check_boundaries("shard", given, count, parts); });
}

TEST(balanced, gives_the_first_parts_what_is_left_over) {
    EXPECT_EQ(balanced(10, 4), (cuts{0, 3, 6, 8, 10}));
    EXPECT_EQ(balanced(12, 4), (cuts{0, 3, 6, 9, 12}));
    EXPECT_EQ(balanced(5, 1), (cuts{0, 5}));
}

TEST(balanced, leaves_parts_empty_where_there_are_more_of_them_than_elements) {
    // torch#161368
    EXPECT_EQ(balanced(2, 8), (cuts{0, 1, 2, 2, 2, 2, 2, 2, 2}));
    EXPECT_EQ(balanced(0, 3), (cuts{0, 0, 0, 0}));
}

TEST(balanced, covers_every_count_with_parts_that_differ_by_one_at_most) {
    for (index_t count = 0; count <= 40; ++count)
        for (index_t parts = 1; parts <= 12; ++parts) {
            const cuts offsets = balanced(count, parts);
            ASSERT_NO_THROW(check_boundaries("shard", offsets, count, parts));
            for (std::size_t part = 0; part + 1 < offsets.size(); ++part) {
                const index_t size = offsets[part + 1] - offsets[part];
                ASSERT_GE(size, count / parts);
                ASSERT_LE(size, (count + parts - 1) / parts);
                if (part > 0) {
                    ASSERT_LE(size, offsets[part] - offsets[part - 1]);
                }
            }
        }
}

TEST(balanced, does_not_overflow_for_the_largest_count) {
    constexpr index_t largest = std::numeric_limits<index_t>::max();
    EXPECT_EQ(balanced(largest, 7).back(), largest);
    EXPECT_EQ(balanced(largest, 7)[1], largest / 7);
}

TEST(balanced, refuses_no_parts_and_negative_counts) {
    EXPECT_EQ(message_of<cushard::shape_error>([] { balanced(10, 0); }),
              "balanced: cannot cut 10 elements into 0 parts");
    EXPECT_THROW(balanced(10, -1), cushard::shape_error);
    EXPECT_THROW(balanced(-1, 2), cushard::shape_error);
}

TEST(check_boundaries, accepts_uneven_and_empty_parts) {
    EXPECT_NO_THROW(check_boundaries("shard", cuts{0, 0, 7, 7, 10}, 10, 4));
    EXPECT_NO_THROW(check_boundaries("shard", cuts{0, 0}, 0, 1));
}

TEST(check_boundaries, says_what_is_wrong) {
    EXPECT_EQ(refusal({0, 5}, 10, 2), "shard: boundaries [0, 5]: 2 of them for 2 parts, expected 3");
    EXPECT_EQ(refusal({}, 10, 2), "shard: boundaries []: 0 of them for 2 parts, expected 3");
    EXPECT_EQ(refusal({1, 5, 10}, 10, 2), "shard: boundaries [1, 5, 10]: the first is 1, expected 0");
    EXPECT_EQ(refusal({0, 5, 9}, 10, 2), "shard: boundaries [0, 5, 9]: the last is 9, expected 10");
    EXPECT_EQ(refusal({0, 7, 5, 10}, 10, 3), "shard: boundaries [0, 7, 5, 10]: 5 follows 7: they must not decrease");
    EXPECT_EQ(refusal({0, -1, 10}, 10, 2), "shard: boundaries [0, -1, 10]: -1 follows 0: they must not decrease");
    EXPECT_EQ(refusal({0}, 0, 0), "shard: boundaries [0]: 1 of them for 0 parts, expected 1");
}

}  // namespace
