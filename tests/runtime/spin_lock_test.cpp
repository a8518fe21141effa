// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/spin_lock.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <thread>
#include <vector>

TEST(spin_lock, lets_one_thread_in_at_a_time) {
    cushard::detail::spin_lock lock;
    int count = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 10000; ++round) {
                const std::lock_guard held(lock);
                ++count;
            }
        });
    }
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(count, 40000);
}
