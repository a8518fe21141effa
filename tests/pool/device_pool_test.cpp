// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/pool/device_pool.hpp"

#include "cushard/base/error.hpp"

#include "pool/pools.hpp"

#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::pool_of;

TEST(DevicePool, ByDefaultItHasEveryDeviceInOrder) {
    const cs::device_pool pool;
    ASSERT_EQ(pool.size(), static_cast<int>(cs::device::list().size()));
    for (int i = 0; i < pool.size(); ++i) EXPECT_EQ(pool[i].id(), i);
}

TEST(DevicePool, ItKeepsTheOrderInWhichDevicesAreGiven) {
    const cs::device_pool pool({cs::device(2), cs::device(0), cs::device(1)});
    std::vector<int> ids;
    for (const cs::device& each : pool) ids.push_back(each.id());
    EXPECT_EQ(ids, (std::vector<int>{2, 0, 1}));
}

TEST(DevicePool, APoolOfNoDevicesIsRefused) {
    EXPECT_THROW(cs::device_pool(std::vector<cs::device>{}), cs::device_error);
}

TEST(DevicePool, PoolsAreEqualWhenTheirDevicesAreEqualInOrder) {
    EXPECT_EQ(pool_of(3), pool_of(3));
    EXPECT_NE(pool_of(3), pool_of(2));
    EXPECT_NE(pool_of(2), cs::device_pool({cs::device(1), cs::device(0)}));
}

TEST(DevicePool, WaitReturnsWhenTheWorkOfEveryDeviceIsOver) {
    const cs::device_pool pool = pool_of(3);
    const auto x = cs::full<int>({1000}, 7, cs::shard(pool));
    pool.wait();
    EXPECT_EQ(x.to_host(), std::vector<int>(1000, 7));
}

}  // namespace
