// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/check/block_map.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace {

using namespace cushard::detail;

std::uintptr_t address(const void* at) { return reinterpret_cast<std::uintptr_t>(at); }

TEST(BlockMap, FindsABlockByAnyOfItsBytesAndByNoOther) {
    block_map blocks;
    checked_block* made = blocks.allocate(300, 0);
    ASSERT_NE(made, nullptr);
    const std::uintptr_t begin = address(made->data());
    EXPECT_EQ(blocks.find(begin), made);
    EXPECT_EQ(blocks.find(begin + 299), made);
    EXPECT_EQ(blocks.find(begin + 300), nullptr);
    EXPECT_EQ(blocks.find(begin - 1), nullptr);
    blocks.retire(made->data());
    blocks.flush();
}

TEST(BlockMap, KeepsAReleasedBlockUntilFlushed) {
    block_map blocks;
    checked_block* made = blocks.allocate(300, 0);
    void* data = made->data();
    blocks.retire(data);
    EXPECT_EQ(blocks.find(address(data)), made);
    blocks.flush();
    EXPECT_EQ(blocks.find(address(data)), nullptr);
}

TEST(BlockMap, GivesTheOldestBackWhenMuchIsReleased) {
    block_map blocks;
    std::vector<void*> released;
    for (int i = 0; i < 10; ++i) {
        checked_block* made = blocks.allocate(std::size_t{16} << 20, 0);
        ASSERT_NE(made, nullptr);
        released.push_back(made->data());
        blocks.retire(released.back());
    }
    EXPECT_NE(blocks.find(address(released.back())), nullptr);
    std::set<void*> known;  // the system may give an address again
    for (void* each : released) {
        if (blocks.find(address(each)) != nullptr) known.insert(each);
    }
    EXPECT_EQ(known.size(), 4U);
    blocks.flush();
}

constexpr byte_range whole{0, 100};

block_access access_of(std::size_t stream, std::uint64_t time, byte_range bytes, bool writes) {
    return {"test", {stream, time}, 0, bytes, writes};
}

/// A clock that covers `times[i]` of stream i.
vector_clock clock_of(const std::vector<std::uint64_t>& times) {
    vector_clock made;
    for (std::size_t stream = 0; stream < times.size(); ++stream) {
        for (std::uint64_t t = 0; t < times[stream]; ++t) made.tick(stream);
    }
    return made;
}

TEST(CheckedBlock, OnlyAWriteMakesAConflict) {
    checked_block block(1, whole, 0);
    block.add(access_of(0, 1, whole, false), clock_of({1}));
    EXPECT_EQ(block.conflict(whole, false, clock_of({0, 1})), nullptr);
    EXPECT_NE(block.conflict(whole, true, clock_of({0, 1})), nullptr);
    EXPECT_EQ(block.conflict(whole, true, clock_of({1, 1})), nullptr);
}

TEST(CheckedBlock, AWriteOfAPartLeavesTheRestToTheOneBefore) {
    checked_block block(1, whole, 0);
    block.add(access_of(0, 1, whole, true), clock_of({1}));
    block.add(access_of(1, 1, {40, 60}, true), clock_of({1, 1}));
    EXPECT_EQ(block.conflict({40, 60}, true, clock_of({1, 1})), nullptr);
    EXPECT_NE(block.conflict({40, 60}, false, clock_of({1, 0})), nullptr);
    EXPECT_EQ(block.conflict({0, 40}, false, clock_of({1, 0})), nullptr);
    EXPECT_NE(block.conflict({0, 40}, false, clock_of({0, 1})), nullptr);
}

TEST(CheckedBlock, AnUnorderedReadDoesNotHideAnother) {
    checked_block block(1, whole, 0);
    block.add(access_of(0, 1, whole, false), clock_of({1}));
    block.add(access_of(1, 1, whole, false), clock_of({0, 1}));
    EXPECT_NE(block.conflict(whole, true, clock_of({0, 1})), nullptr);
    EXPECT_NE(block.conflict(whole, true, clock_of({1, 0})), nullptr);
    EXPECT_EQ(block.conflict(whole, true, clock_of({1, 1})), nullptr);
}

TEST(CheckedBlock, NeighboursOfOneTimeBecomeOneAccess) {
    checked_block block(1, {0, 100000}, 0);
    for (std::uintptr_t i = 0; i < 100000; i += 8) block.add(access_of(0, 1, {i, i + 8}, true), clock_of({1}));
    EXPECT_FALSE(block.crowded());
    const block_access* met = block.conflict({0, 1}, false, clock_of({0, 1}));
    ASSERT_NE(met, nullptr);
    EXPECT_EQ(met->bytes.end, 100000U);
}

TEST(CheckedBlock, NeighboursOfTwoTimesStayTwo) {
    checked_block block(1, whole, 0);
    block.add(access_of(0, 1, {0, 50}, true), clock_of({1}));
    block.add(access_of(0, 2, {50, 100}, true), clock_of({2}));
    EXPECT_EQ(block.conflict({0, 50}, true, clock_of({1, 1})), nullptr);
    EXPECT_NE(block.conflict({50, 100}, true, clock_of({1, 1})), nullptr);
}

TEST(CheckedBlock, ForgetsWhatIsPast) {
    checked_block block(1, {0, 100000}, 0);
    for (std::uintptr_t i = 0; i < 100000; i += 16) block.add(access_of(0, 1, {i, i + 8}, true), clock_of({1}));
    EXPECT_TRUE(block.crowded());
    block.forget(clock_of({0, 5}));
    EXPECT_NE(block.conflict({16, 24}, true, clock_of({0, 5})), nullptr);
    block.forget(clock_of({1}));
    EXPECT_FALSE(block.crowded());
    EXPECT_EQ(block.conflict({0, 100000}, true, clock_of({})), nullptr);
}

}  // namespace
