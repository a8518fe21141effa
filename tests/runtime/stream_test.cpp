// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/stream.hpp"

#include "cushard/base/error.hpp"

#include "../support/hand_kernels.hpp"
#include "../support/recording_backend.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cs = cushard;
using cs::testing::apply;
using cs::testing::floats;
using cs::testing::recorder;

TEST(stream, by_default_is_the_devices_own_shared_by_all_threads) {
    const cs::stream_view mine = cs::current_stream();
    EXPECT_EQ(mine.get_device().id(), 0);
    std::thread other([&] { EXPECT_EQ(cs::current_stream(), mine); });
    other.join();
    EXPECT_NE(cs::current_stream(cs::device(1)), mine);
}

TEST(stream, a_scope_is_kept_per_device_and_thread) {
    const cs::stream first(cs::device(0));
    const cs::stream second(cs::device(1));
    const cs::stream_view before = cs::current_stream(cs::device(0));
    {
        const cs::stream_scope one(first);
        const cs::stream_scope two(second);
        EXPECT_EQ(cs::current_stream(cs::device(0)), first.view());
        EXPECT_EQ(cs::current_stream(cs::device(1)), second.view());
        EXPECT_EQ(cs::device().id(), 0) << "the current device stays";
        std::thread other([&] { EXPECT_EQ(cs::current_stream(cs::device(0)), before); });
        other.join();
        {
            const cs::stream third(cs::device(0));
            const cs::stream_scope nested(third);
            EXPECT_EQ(cs::current_stream(cs::device(0)), third.view());
        }
        EXPECT_EQ(cs::current_stream(cs::device(0)), first.view());
    }
    EXPECT_EQ(cs::current_stream(cs::device(0)), before);
}

TEST(stream, has_a_number_of_its_own) {
    const cs::stream one;
    const cs::stream two;
    EXPECT_NE(one.id(), two.id());
    EXPECT_NE(one.native(), two.native());
    EXPECT_EQ(one.get_device(), cs::device(0));
}

TEST(stream, moves_and_is_given_back_once) {
    {
        cs::stream one;
        const std::uint64_t id = one.id();
        cs::stream two(std::move(one));
        EXPECT_EQ(two.id(), id);
        cs::stream three;
        three = std::move(two);
        EXPECT_EQ(three.id(), id);
    }
    const cs::stream one;
    const cs::stream two;
    const cs::stream three;
    EXPECT_NE(one.id(), two.id());
    EXPECT_NE(two.id(), three.id());
    EXPECT_NE(one.id(), three.id());
}

TEST(stream, of_a_destroyed_owner_is_used_again_and_keeps_its_order) {
    const cs::device on(0);
    const cs::storage_ref a = floats(on, 8, 1);
    const cs::storage_ref b = floats(on, 8, 2);
    std::uint64_t id = 0;
    {
        const cs::stream brief(on);
        id = brief.id();
        const cs::stream_scope scope(brief);
        apply(*b, *a, {7, 0, 2000});
    }
    const cs::stream again(on);
    EXPECT_EQ(again.id(), id);
    EXPECT_EQ(cs::testing::values(*b), std::vector<float>(8, 7));
}

TEST(stream, wait_waits_for_what_was_enqueued_and_only_there) {
    const cs::device on(0);
    const cs::stream one(on);
    const cs::stream two(on);
    const cs::storage_ref a = floats(on, 8, 1);
    const cs::storage_ref b = floats(on, 8, 2);
    const cs::storage_ref c = floats(on, 8, 2);
    {
        const cs::stream_scope scope(one);
        apply(*b, *a, {7, 0, 2000});
    }
    {
        const cs::stream_scope scope(two);
        apply(*c, *a, {7, 0, 1});
    }
    recorder().restart({one.native(), two.native()});
    one.wait();
    EXPECT_EQ(static_cast<float*>(b->data())[0], 7);
    EXPECT_EQ(recorder().calls(), (std::vector<std::string>{"record d0 s1 e1", "synchronize d0 e1"}));
    one.wait();
    EXPECT_EQ(recorder().calls("synchronize").size(), 1U) << "nothing new to wait for";
}

TEST(stream, of_a_device_is_made_once_whoever_asks_first) {
    cs::detail::device_state& home = cs::device(2).state();
    std::atomic<cs::detail::stream_state*> slot{nullptr};
    std::array<cs::detail::stream_state*, 4> found{};
    std::vector<std::thread> threads;
    {
        const std::lock_guard lock(home.mutex);  // all of them come to it before any has made one
        for (auto& each : found) threads.emplace_back([&] { each = &cs::detail::lasting_stream("test", home, slot); });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_EQ(slot.load(), nullptr);
    }
    for (std::thread& each : threads) each.join();
    for (const auto* each : found) EXPECT_EQ(each, slot.load());
}

namespace {

/// Whether `action`, in a thread of its own, holds still as long as `mutex` is taken, and ends afterwards.
template <class Action>
bool waits_for(std::mutex& mutex, Action action) {
    std::atomic<bool> over{false};
    std::unique_lock lock(mutex);
    std::thread other([&] {
        action();
        over.store(true);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const bool held = !over.load();
    lock.unlock();
    other.join();
    return held && over.load();
}

}  // namespace

TEST(stream, is_made_listed_and_given_back_under_the_devices_mutex) {
    const cs::device on(1);
    std::mutex& mutex = on.state().mutex;
    EXPECT_TRUE(waits_for(mutex, [&] { on.wait(); })) << "it goes through the device's streams";
    std::optional<cs::stream> made;
    EXPECT_TRUE(waits_for(mutex, [&] { made.emplace(on); }));
    EXPECT_TRUE(waits_for(mutex, [&] { made.reset(); }));
}

TEST(stream, gives_out_its_tickets_under_its_mutex) {
    const cs::device on(1);
    const cs::stream mine(on);
    const cs::storage_ref a = floats(on, 8, 1);
    const cs::storage_ref b = floats(on, 8, 1);
    cs::storage_ref made;
    std::mutex& mutex = mine.view().state().mutex;
    const auto allocate = [&] {
        const cs::stream_scope scope(mine);
        made = cs::allocate(on, 32, "test");
    };
    const auto use = [&] {
        const cs::stream_scope scope(mine);
        apply(*b, *a, {2, 0});
    };
    EXPECT_TRUE(waits_for(mutex, allocate));
    EXPECT_TRUE(waits_for(mutex, [&] { made = {}; })) << "freed on the stream of its only use";
    EXPECT_TRUE(waits_for(mutex, use));
    mine.wait();
    EXPECT_TRUE(waits_for(mutex, [&] { mine.wait(); })) << "it asks for the last ticket, though all is over";
    use();
    EXPECT_TRUE(waits_for(mutex, [&] { apply(*b, *a, {3, 0}); })) << "it looks for an event of the other stream";
}

TEST(stream, may_be_made_used_waited_for_and_destroyed_by_many_threads) {
    const cs::device on(1);
    const cs::storage_ref a = floats(on, 8, 1);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 30; ++round) {
                const cs::stream mine(on);
                const cs::stream_scope scope(mine);
                const cs::storage_ref out = cs::allocate(on, 32, "test");
                apply(*out, *a, {2, 0});
                if (round % 2 == 0) on.wait();
                EXPECT_EQ(cs::testing::values(*out), std::vector<float>(8, 2));
            }
        });
    }
    for (std::thread& each : threads) each.join();
}

TEST(stream, that_cannot_be_made_throws_and_the_device_goes_on) {
    recorder().restart();
    recorder().fail("stream_create", {cs::status_code::failed, 2, "cudaStreamCreateWithFlags", "injected"});
    std::vector<cs::stream> all;
    EXPECT_THROW(for (int i = 0; i < 40; ++i) all.emplace_back(cs::device(2)), cs::cuda_error);
    EXPECT_NO_THROW(all.emplace_back(cs::device(2)));
}
