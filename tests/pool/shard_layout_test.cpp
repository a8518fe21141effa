// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/pool/shard_layout.hpp"

#include "cushard/base/error.hpp"

#include "pool/pools.hpp"

#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::error_of;
using cushard_test::pool_of;

using cuts = std::vector<cs::index_t>;

TEST(ShardLayout, ByDefaultTheCutIsBalancedAndTheFirstPartsAreTheLongerOnes) {
    const cs::shard_layout layout("test", {10, 4}, cs::shard(pool_of(4)));
    EXPECT_EQ(layout.boundaries(), (cuts{0, 3, 6, 8, 10}));
    EXPECT_EQ(to_string(layout.part_extents(0)), "[3, 4]");
    EXPECT_EQ(to_string(layout.part_extents(3)), "[2, 4]");
}

TEST(ShardLayout, WithFewerElementsThanDevicesTheLastPartsAreEmpty) {
    const cs::shard_layout layout("test", {2}, cs::shard(pool_of(8)));
    EXPECT_EQ(layout.boundaries(), (cuts{0, 1, 2, 2, 2, 2, 2, 2, 2}));
    EXPECT_EQ(layout.part_extents(7).size(), 0);
}

TEST(ShardLayout, ANegativeAxisCountsFromTheLast) {
    const cs::shard_layout layout("test", {2, 3, 4}, cs::shard(pool_of(2), -1));
    EXPECT_EQ(layout.axis(), 2);
    EXPECT_EQ(to_string(layout.part_extents(1)), "[2, 3, 2]");
}

TEST(ShardLayout, APartsPlaceGivesTheIndexInTheWhole) {
    const cs::shard_layout layout("test", {2, 3, 4}, cs::shard(pool_of(2), 1, {0, 1, 3}));
    const auto place = layout.part_place(1);
    EXPECT_EQ(place.origin, 4);
    EXPECT_EQ(place.strides[0], 12);
    EXPECT_EQ(place.strides[1], 4);
    EXPECT_EQ(place.strides[2], 1);
}

TEST(ShardLayout, AnAxisThatTheShapeLacksIsRefused) {
    EXPECT_THROW(cs::shard_layout("test", {2, 3}, cs::shard(pool_of(2), 2)), cs::axis_error);
    EXPECT_THROW(cs::shard_layout("test", {2, 3}, cs::shard(pool_of(2), -3)), cs::axis_error);
    EXPECT_THROW(cs::shard_layout("test", cs::shape{}, cs::shard(pool_of(2))), cs::axis_error);
}

TEST(ShardLayout, BoundariesThatDoNotFitAreRefused) {
    const cs::device_pool pool = pool_of(2);
    const auto refused = [&](cuts given) {
        return error_of<cs::shape_error>([&] { cs::shard_layout("test", {10}, cs::shard(pool, 0, given)); });
    };
    EXPECT_NE(refused({0, 10}), "");
    EXPECT_NE(refused({0, 4, 9}), "");
    EXPECT_NE(refused({1, 4, 10}), "");
    EXPECT_NE(refused({0, 11, 10}), "");
    EXPECT_NE(refused({0}), "");
    EXPECT_EQ(refused({0, 4, 10}), "");
    EXPECT_EQ(refused({0, 0, 10}), "");
}

TEST(ShardLayout, ItsTextNamesShapeAxisCutsAndDevices) {
    EXPECT_EQ(to_string(cs::shard_layout("test", {10, 4}, cs::shard(pool_of(4)))),
              "[10, 4] along axis 0 at [0, 3, 6, 8, 10] over devices [0, 1, 2, 3]");
    EXPECT_EQ(to_string(cs::shard_layout::replicated(pool_of(2, 1), cs::shape{})), "[] replicated over devices [1, 2]");
}

TEST(ShardLayout, LayoutsAreEqualWhenShapeAxisCutsAndDevicesAre) {
    const auto layout = [](cs::shape extents, cs::sharding how) { return cs::shard_layout("test", extents, how); };
    const cs::shard_layout one = layout({4, 4}, cs::shard(pool_of(2)));
    EXPECT_EQ(one, layout({4, 4}, cs::shard(pool_of(2), -2, {0, 2, 4})));
    EXPECT_FALSE(one == layout({4, 4}, cs::shard(pool_of(2), 1)));
    EXPECT_FALSE(one == layout({4, 4}, cs::shard(pool_of(2), 0, {0, 1, 4})));
    EXPECT_FALSE(one == layout({4, 4}, cs::shard(pool_of(2, 1))));
    EXPECT_FALSE(one == layout({4, 5}, cs::shard(pool_of(2))));
    EXPECT_FALSE(one == cs::shard_layout::replicated(pool_of(2), {4, 4}));
}

}  // namespace
