// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/scratch.hpp"

#include "../support/hand_kernels.hpp"
#include "../support/recording_backend.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace cs = cushard;
using cs::testing::recorder;
using cs::testing::values;
using Calls = std::vector<std::string>;

namespace {

struct scratch : ::testing::Test {
    scratch() { recorder().restart({mine.native()}); }
    cs::detail::stream_state& state() { return mine.view().state(); }
    cs::stream mine;
    cs::stream_scope scope{mine};
};

}  // namespace

TEST_F(scratch, is_zeroed_on_its_stream_when_it_is_made) {
    const std::size_t bytes = 4096;
    state().scratch = nullptr;  // streams are used again, with their scratch
    const cs::storage_ref made = cs::scratch(state(), bytes);
    EXPECT_EQ(recorder().calls(), (Calls{"allocate d0 s1 4096", "fill d0 s1 4096"}));
    EXPECT_EQ(values(*made), std::vector<float>(bytes / 4, 0));
}

TEST_F(scratch, is_the_same_until_more_is_asked_for) {
    const cs::storage_ref first = cs::scratch(state(), 1000);
    EXPECT_EQ(cs::scratch(state(), 1000), first);
    EXPECT_EQ(cs::scratch(state(), 1), first);
    const cs::storage_ref larger = cs::scratch(state(), first->bytes() + 1);
    EXPECT_NE(larger, first);
    EXPECT_EQ(cs::scratch(state(), 1000), larger);
    EXPECT_EQ(values(*first).front(), 0) << "whoever holds the former one may still use it";
}

TEST_F(scratch, of_two_streams_is_not_shared) {
    const cs::stream other;
    EXPECT_NE(cs::scratch(state(), 64), cs::scratch(other.view().state(), 64));
}

TEST_F(scratch, is_made_by_one_thread_at_a_time) {
    std::atomic<bool> made{false};
    std::thread other;
    {
        const std::lock_guard lock(state().scratch_mutex);
        other = std::thread([&] {
            static_cast<void>(cs::scratch(state(), 64));
            made.store(true);
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_FALSE(made.load());
    }
    other.join();
    EXPECT_TRUE(made.load());
}

TEST_F(scratch, may_be_asked_for_by_two_threads) {
    const auto grow = [&] {
        for (std::size_t i = 1; i < 50; ++i) EXPECT_GE(cs::scratch(state(), 64 * i)->bytes(), 64 * i);
    };
    std::thread other(grow);
    grow();
    other.join();
}

TEST_F(scratch, of_no_bytes_is_legal) { EXPECT_TRUE(cs::scratch(state(), 0)); }

TEST_F(scratch, that_a_failed_operation_left_invalid_is_replaced) {
    const cs::storage_ref first = cs::scratch(state(), 64);
    first->invalidate("a kernel failed");
    const cs::storage_ref second = cs::scratch(state(), 64);
    EXPECT_NE(second, first);
    EXPECT_TRUE(second->valid());
}

TEST_F(scratch, the_former_one_is_freed_when_nobody_holds_it) {
    const std::size_t bytes = cs::scratch(state(), 64)->bytes();
    recorder().restart({mine.native()});
    static_cast<void>(cs::scratch(state(), 2 * bytes));
    EXPECT_EQ(recorder().calls("release"), (Calls{"release d0 s1 b1"}));
}
