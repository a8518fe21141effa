// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// The checked mode as a backend: legal work gives right values, whatever order it runs in; memory shows what is stale.

#include "cushard/backend/host/check/checked_table.hpp"

#include "../stress.hpp"
#include "../support.hpp"

#include <cmath>

namespace {

using namespace host_tests;

constexpr std::size_t table_count = 64;

class CheckedTable : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(detail::host_check::enable(0)); }
};

TEST_F(CheckedTable, FreshMemoryIsNaN) {
    const lane on;
    void* block = nullptr;
    ASSERT_TRUE(on.allocate(4 * sizeof(double), &block).ok());
    double back[4] = {};
    ASSERT_TRUE(on.download(back, block, sizeof back).ok());
    ASSERT_TRUE(on.finish().ok());
    for (const double each : back) EXPECT_TRUE(std::isnan(each));
}

TEST_F(CheckedTable, ReleasedMemoryIsOverwrittenAndNotGivenOutAgainAtOnce) {
    const lane on;
    std::uint64_t* x = make_numbers(on, table_count);
    ASSERT_TRUE(on.release(x).ok());
    ASSERT_TRUE(on.finish().ok());
    EXPECT_EQ(*x, 0xFBFBFBFBFBFBFBFBU);
    EXPECT_NE(make_numbers(on, table_count), x);
}

TEST_F(CheckedTable, StreamsAndThreadsGiveWhatASerialRunGivesForEverySeed) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        ASSERT_TRUE(detail::host_check::enable(seed));
        stress(4, 300);
    }
}

}  // namespace
