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
    for (std::size_t bytes = 1; bytes <= block_cache::largest; bytes += bytes < 5000 ? 1 : 61) {
        const std::size_t size = block_cache::size_of_block(bytes);
        ASSERT_GE(size, bytes);
        ASSERT_EQ(size % 256, 0U);
        ASSERT_EQ(block_cache::size_of_block(size), size) << "a size is its own";
        ASSERT_LE(size - bytes, bytes > 1024 ? bytes / 4 : 255) << bytes;
        sizes.insert(size);
    }
    EXPECT_EQ(sizes.size(), 44U);
    EXPECT_EQ(*sizes.begin(), 256U);
    EXPECT_EQ(*sizes.rbegin(), block_cache::largest);
    EXPECT_EQ(block_cache::size_of_block(block_cache::largest + 1), block_cache::largest + 1);
}

TEST(block_cache, gives_back_the_last_block_of_the_very_size) {
    block_cache cache;
    for (std::size_t bytes = 1; bytes <= block_cache::largest; bytes = bytes * 5 / 4 + 1) {
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

TEST(block_cache, keeps_no_large_blocks_and_no_more_than_its_share) {
    block_cache cache;
    EXPECT_FALSE(cache.put(block_cache::largest + 1, memory));
    EXPECT_EQ(cache.take(block_cache::largest + 1), nullptr);
    std::size_t kept = 0;
    while (cache.put(block_cache::largest, memory)) ++kept;
    EXPECT_EQ(kept, block_cache::most_bytes / block_cache::largest);
    EXPECT_FALSE(cache.put(256, memory)) << "it is full";
    ASSERT_NE(cache.take(block_cache::largest), nullptr);
    EXPECT_TRUE(cache.put(256, memory));
}

TEST(block_cache, gives_everything_back_with_its_size) {
    block_cache cache;
    std::multiset<std::size_t> put;
    for (std::size_t bytes : {1, 300, 300, 1025, 70000, 1 << 20}) {
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
