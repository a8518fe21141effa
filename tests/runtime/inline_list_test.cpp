// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/inline_list.hpp"

#include <gtest/gtest.h>

#include <numeric>

using cushard::detail::inline_list;

TEST(inline_list, keeps_what_is_pushed_across_the_step_to_the_heap) {
    for (const int count : {0, 1, 3, 4, 5, 8, 9, 100}) {
        inline_list<int, 4> list;
        for (int i = 0; i < count; ++i) list.push_back(i);
        ASSERT_EQ(list.size(), static_cast<std::size_t>(count));
        EXPECT_EQ(list.empty(), count == 0);
        for (int i = 0; i < count; ++i) EXPECT_EQ(list[static_cast<std::size_t>(i)], i);
        EXPECT_EQ(std::accumulate(list.begin(), list.end(), 0), count * (count - 1) / 2);
    }
}

TEST(inline_list, is_used_again_after_clear) {
    inline_list<int, 2> list;
    for (int i = 0; i < 5; ++i) list.push_back(i);
    list.clear();
    EXPECT_TRUE(list.empty());
    list.push_back(7);
    EXPECT_EQ(list[0], 7);
    EXPECT_EQ(list.size(), 1U);
}

TEST(inline_list, an_element_of_the_list_may_be_pushed_while_it_grows) {
    inline_list<int, 2> list;
    list.push_back(5);
    for (std::size_t i = 0; i < 40; ++i) list.push_back(list[i]);
    for (const int each : list) EXPECT_EQ(each, 5);
}
