// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/pool/print.hpp"

#include "cushard/array/creation.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/pool/creation.hpp"
#include "pool/pools.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::pool_of;
using cushard_test::pool_sizes;

std::string below_the_first_line(const std::string& text) { return text.substr(text.find('\n') + 1); }

TEST(PoolPrint, TheFirstLineIsTheLayout) {
    const auto a = cs::arange(0, 5, 1, cs::shard(pool_of(2)));
    EXPECT_EQ(cs::to_string(a), "[5] along axis 0 at [0, 3, 5] over devices [0, 1]\n[0 1 2 3 4]");
}

TEST(PoolPrint, TheElementsAreThoseOfOneDevice) {
    for (const int devices : pool_sizes) {
        const cs::device_pool pool = pool_of(devices);
        for (const cs::shape& extents : {cs::shape{0, 3}, cs::shape{4, 3}, cs::shape{100, 10}, cs::shape{7, 143},
                                         cs::shape{40, 40}, cs::shape{6, 300}, cs::shape{7, 8, 20}}) {
            const cs::device_array<int> flat = cs::arange(static_cast<int>(extents.size()));
            const cs::device_array<int> one(cs::detail::array_ref::adopt(
                new cs::detail::array_body(flat.shared_body()->shared_storage(), cs::c_contiguous(extents))));
            for (int axis = 0; axis < extents.rank(); ++axis) {
                const cs::sharded_array<int> cut = cs::scatter(one, cs::shard(pool, axis));
                EXPECT_EQ(below_the_first_line(cs::to_string(cut)), cs::to_string(one))
                    << to_string(cut.layout()) << " axis " << axis;
            }
        }
    }
}

TEST(PoolPrint, EmptyAndUnevenShardsMakeNoDifference) {
    const cs::device_array<int> one = cs::arange(1500);
    for (const std::vector<cs::index_t>& cuts :
         {std::vector<cs::index_t>{0, 0, 1500, 1500}, {0, 2, 4, 1500}, {0, 4, 1497, 1500}, {0, 1499, 1499, 1500}}) {
        const cs::sharded_array<int> cut = cs::scatter(one, cs::shard(pool_of(3), 0, cuts));
        EXPECT_EQ(below_the_first_line(cs::to_string(cut)), cs::to_string(one));
    }
}

TEST(PoolPrint, OfALargeArrayNoWholePartIsTakenAnywhere) {
    const auto a = cs::arange(0, 1'000'000, 1, cs::shard(pool_of(2)));
    const auto before = cs::detail::statistics();
    EXPECT_EQ(below_the_first_line(cs::to_string(a)), "[     0      1      2 ... 999997 999998 999999]");
    EXPECT_EQ(cs::detail::statistics().transfers, before.transfers);
    EXPECT_EQ(cs::detail::statistics().live_bytes, before.live_bytes);
}

TEST(PoolPrint, AnExpressionIsEvaluatedFirst) {
    const auto a = cs::arange(0, 4, 1, cs::shard(pool_of(2)));
    EXPECT_EQ(below_the_first_line(cs::to_string(a * 2)), "[0 2 4 6]");
}

TEST(PoolPrint, StreamsTakeShardedArrays) {
    const auto a = cs::arange(0, 3, 1, cs::shard(pool_of(2)));
    std::ostringstream out;
    out << a;
    EXPECT_EQ(out.str(), cs::to_string(a));
}

}  // namespace
