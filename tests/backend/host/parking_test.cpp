// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/parking.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace {

using cushard::detail::parking;

/// Threads that sleep until they are let go.
class sleepers {
public:
    explicit sleepers(int count) {
        for (int i = 0; i < count; ++i) {
            threads_.emplace_back([this] {
                place_.wait([this] { return looked(); });
                awake_.fetch_add(1);
            });
        }
        while (looks_.load() < count * looks_before_sleep()) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ~sleepers() {
        for (std::thread& each : threads_) each.join();
    }

    parking& place() { return place_; }
    void open() { open_.store(true); }
    void wait_for(int awake) const {
        while (awake_.load() < awake) std::this_thread::yield();
    }

private:
    static int looks_before_sleep() { return cushard::detail::hardware_threads() > 1 ? 257 : 1; }

    bool looked() {
        looks_.fetch_add(1);
        return open_.load();
    }

    parking place_;
    std::atomic<bool> open_{false};
    std::atomic<int> looks_{0};
    std::atomic<int> awake_{0};
    std::vector<std::thread> threads_;
};

TEST(Parking, WhoMeetsTheConditionTrueDoesNotWait) {
    parking place;
    place.wait([] { return true; });
}

TEST(Parking, WaitReturnsOnlyWhenTheConditionHolds) {
    parking place;
    std::atomic<bool> open{false};
    bool early = true;
    std::thread waiter([&] {
        place.wait([&] { return open.load(); });
        early = !open.load();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    open.store(true);
    place.wake_all();
    waiter.join();
    EXPECT_FALSE(early);
}

TEST(Parking, WakesAllSleepers) {
    sleepers four(4);
    four.open();
    four.place().wake_all();
    four.wait_for(4);
}

TEST(Parking, WakesAsManyAsAreAskedFor) {
    sleepers four(4);
    four.open();
    four.place().wake(2);
    four.wait_for(2);
    four.place().wake_all();
}

TEST(Parking, AskedForMoreThanThereAreItWakesAll) {
    sleepers two(2);
    two.open();
    two.place().wake(3);
    two.wait_for(2);
}

TEST(Parking, NobodyIsWokenBetweenHisLastLookAndHisSleep) {
    parking place;
    std::atomic<bool> open{false};
    std::atomic<bool> woken{false};
    std::atomic<bool> go{false};
    const int looks_awake = cushard::detail::hardware_threads() > 1 ? 256 : 0;
    std::thread waker([&] {
        while (!go.load()) std::this_thread::yield();
        open.store(true);
        place.wake_all();
        woken.store(true);
    });
    int looks = 0;
    place.wait([&] {
        if (++looks != looks_awake + 1) return open.load();
        // The last look before the sleep: the condition becomes true behind it, and the waker has time to come too
        // early.
        go.store(true);
        for (int i = 0; i < 50 && !woken.load(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return false;
    });
    waker.join();
    EXPECT_TRUE(open.load());
}

}  // namespace
