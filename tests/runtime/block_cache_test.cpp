// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/block_cache.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>

namespace {

using cushard::detail::block_cache;

char memory[8];

TEST(block_cache, rounds_sizes_up_by_a_quarter_at_most) {
    std::set<std::size_t> sizes;
    for (std::size_t bytes = 1; bytes <= block_cache::largest_small; bytes += bytes < 5000 ? 1 : 61) {
        const std::size_t size = block_cache::size_of_block(bytes);
        ASSERT_GE(size, bytes);
        ASSERT_EQ(size % 256, 0U);
        ASSERT_EQ(block_cache::size_of_block(size), size) << "a size is its own";
        ASSERT_LE(size - bytes, bytes > 1024 ? bytes / 4 : 255) << bytes;
        sizes.insert(size);
    }
    EXPECT_EQ(sizes.size(), 44U);
    EXPECT_EQ(*sizes.begin(), 256U);
    EXPECT_EQ(*sizes.rbegin(), block_cache::largest_small);
    EXPECT_EQ(block_cache::size_of_block(block_cache::largest_small + 1), block_cache::largest_small + 1);
}

TEST(block_cache, gives_back_the_last_block_of_the_very_size) {
    block_cache cache;
    for (std::size_t bytes = 1; bytes <= block_cache::largest_small; bytes = bytes * 5 / 4 + 1) {
        const std::size_t size = block_cache::size_of_block(bytes);
        EXPECT_EQ(cache.take(size), nullptr);
        ASSERT_TRUE(cache.put(size, memory));
        ASSERT_TRUE(cache.put(size, memory + 1));
        EXPECT_EQ(cache.bytes(), 2 * size);
        EXPECT_EQ(cache.take(block_cache::size_of_block(size + 1)), nullptr);
        if (size > 256) {
            EXPECT_EQ(cache.take(block_cache::size_of_block(size / 2)), nullptr);
        }
        EXPECT_EQ(cache.take(size), memory + 1);
        EXPECT_EQ(cache.take(size), memory);
        EXPECT_EQ(cache.take(size), nullptr);
        EXPECT_EQ(cache.bytes(), 0U);
    }
}

TEST(block_cache, gives_up_the_largest_of_the_small_ones_when_they_are_too_many) {
    block_cache cache;
    ASSERT_TRUE(cache.put(256, memory + 1));
    std::size_t kept = 0;
    while (cache.put(block_cache::largest_small, memory)) ++kept;
    EXPECT_EQ(kept, block_cache::most_small_bytes / block_cache::largest_small - 1);
    std::size_t size = 0;
    EXPECT_EQ(cache.give_up(512, &size), memory);
    EXPECT_EQ(size, block_cache::largest_small);
    EXPECT_TRUE(cache.put(512, memory));
    EXPECT_EQ(cache.take(256), memory + 1);
}

TEST(block_cache, keeps_larger_blocks_by_their_very_bytes) {
    constexpr std::size_t size = block_cache::largest_small + 1;
    EXPECT_TRUE(block_cache::keeps(block_cache::largest));
    EXPECT_FALSE(block_cache::keeps(block_cache::largest + 1));
    block_cache cache;
    ASSERT_TRUE(cache.put(size, memory));
    ASSERT_TRUE(cache.put(size + 1, memory + 1));
    ASSERT_TRUE(cache.put(size, memory + 2));
    EXPECT_EQ(cache.bytes(), 3 * size + 1);
    EXPECT_EQ(cache.take(size + 2), nullptr);
    EXPECT_EQ(cache.take(size - 2), nullptr);
    EXPECT_EQ(cache.take(size), memory + 2) << "the last freed first";
    EXPECT_EQ(cache.take(size), memory);
    EXPECT_EQ(cache.take(size), nullptr);
    EXPECT_EQ(cache.take(size + 1), memory + 1);
    EXPECT_EQ(cache.bytes(), 0U);
}

TEST(block_cache, gives_up_the_larger_block_that_was_freed_longest_ago) {
    block_cache cache;
    ASSERT_TRUE(cache.put(256, memory));
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(cache.put(block_cache::largest - static_cast<std::size_t>(i), memory + i));
    EXPECT_FALSE(cache.put(block_cache::largest_small + 1, memory)) << "256 MiB are kept";
    std::size_t size = 0;
    EXPECT_EQ(cache.give_up(block_cache::largest_small + 1, &size), memory);
    EXPECT_EQ(size, block_cache::largest);
    EXPECT_TRUE(cache.put(block_cache::largest_small + 1, memory + 4));
    EXPECT_EQ(cache.take(block_cache::largest - 1), memory + 1);
}

TEST(block_cache, keeps_a_bounded_number_of_larger_blocks) {
    block_cache cache;
    constexpr std::size_t size = block_cache::largest_small + 1;
    std::size_t kept = 0;
    while (cache.put(size, memory)) ++kept;
    EXPECT_EQ(kept, block_cache::most_large_blocks);
    EXPECT_TRUE(cache.put(256, memory)) << "small ones have room of their own";
}

TEST(block_cache, gives_everything_back_with_its_size) {
    block_cache cache;
    std::multiset<std::size_t> put;
    for (std::size_t bytes : {1, 300, 300, 1025, 70000, 1 << 20, (1 << 20) + 1, 5 << 20}) {
        const std::size_t size = block_cache::size_of_block(bytes);
        ASSERT_TRUE(cache.put(size, memory));
        put.insert(size);
    }
    std::multiset<std::size_t> taken;
    std::size_t size = 0;
    while (cache.take_any(&size) != nullptr) taken.insert(size);
    EXPECT_EQ(taken, put);
    EXPECT_EQ(cache.bytes(), 0U);
}

}  // namespace
