// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/device.hpp"

#include "cushard/base/error.hpp"
#include "cushard/runtime/storage.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace {

namespace cs = cushard;

/// This program has no kernel, whatever devices the environment asks for.
[[maybe_unused]] const int on_the_host = setenv("CUSHARD_DEVICES", "host:2", 1);

TEST(LogicalDevices, AreMadeOnceAndShareThePhysicalDevice) {
    const std::size_t configured = cs::device::list().size();
    const std::vector<cs::device> four = cs::logical_devices(cs::device(), 4);
    ASSERT_EQ(four.size(), 4U);
    std::set<int> ids;
    for (const cs::device& each : four) {
        ids.insert(each.id());
        EXPECT_EQ(each.name(), cs::device().name());
        EXPECT_EQ(cs::device(each.id()), each);
    }
    EXPECT_EQ(ids.size(), 4U);
    EXPECT_EQ(four[0], cs::device());
    EXPECT_TRUE(cs::logical_devices(cs::device(), 4) == four);
    EXPECT_EQ(cs::logical_devices(cs::device(), 2)[1], four[1]);
    EXPECT_EQ(cs::device::list().size(), configured) << "the list is what CUSHARD_DEVICES says";
}

TEST(LogicalDevices, HaveMemoryOfTheirOwn) {
    for (const cs::device& each : cs::logical_devices(cs::device(), 3)) {
        const cs::storage_ref block = cs::allocate(each, 100, "test");
        EXPECT_EQ(block->get_device(), each);
    }
}

TEST(LogicalDevices, AreTheSameForThreadsThatAskAtOnce) {
    std::vector<std::vector<cs::device>> met(4);
    std::vector<std::thread> threads;
    for (auto& mine : met) threads.emplace_back([&mine] { mine = cs::logical_devices(cs::device(), 8); });
    for (std::thread& each : threads) each.join();
    for (const auto& each : met) EXPECT_TRUE(each == met[0]);
}

TEST(LogicalDevices, AreAddedByOneThreadAtATime) {
    std::atomic<bool> made{false};
    std::thread other;
    {
        const std::lock_guard lock(cs::detail::devices("test").growth);
        other = std::thread([&] {
            static_cast<void>(cs::logical_devices(cs::device(), 9));
            made.store(true);
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_FALSE(made.load());
    }
    other.join();
    EXPECT_TRUE(made.load());
}

TEST(LogicalDevices, OfACountThatCannotBeAreRefused) {
    EXPECT_THROW((void)cs::logical_devices(cs::device(), 0), cs::device_error);
    EXPECT_THROW((void)cs::logical_devices(cs::device(), -1), cs::device_error);
    EXPECT_THROW((void)cs::logical_devices(cs::device(), 1000), cs::device_error);
}

}  // namespace
