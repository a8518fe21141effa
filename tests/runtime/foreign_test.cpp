// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/foreign.hpp"

#include "../support/hand_kernels.hpp"
#include "../support/no_leak_check.hpp"
#include "../support/recording_backend.hpp"
#include "cushard/base/error.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <thread>
#include <vector>

namespace cs = cushard;
using cs::access_mode;
using cs::detail::foreign_use;
using cs::testing::apply;
using cs::testing::floats;
using cs::testing::launch_affine;
using cs::testing::recorder;
using cs::testing::values;
using Calls = std::vector<std::string>;

namespace {

/// "s1" is a stream that somebody else made, "s2" the device's compute stream.
struct foreign : ::testing::Test {
    foreign() {
        EXPECT_TRUE(table.stream_create(on.state().at, &native).ok());
        recorder().restart({native, cs::current_stream(on).native()});
    }

    cs::status launch(cs::storage& out, cs::storage& in, const cs::testing::affine& functor) {
        return launch_affine(table, on.state().at, native, out, in, functor);
    }

    cs::device on{0};
    const cs::backend& table = on.state().table;
    void* native = nullptr;
    cs::storage_ref a = floats(on, 8, 1);
    cs::storage_ref b = floats(on, 8, 2);
    cs::storage_ref c = floats(on, 8, 3);
};

}  // namespace

TEST_F(foreign, work_comes_after_what_it_needs_and_before_what_follows) {
    apply(*a, *c, {1, 1, 2000});
    {
        const foreign_use reads("library", *a, access_mode::read, native);
        const foreign_use writes("library", *b, access_mode::write, native);
        ASSERT_TRUE(launch(*b, *a, {10, 0, 2000}).ok());
    }
    apply(*c, *b, {1, 1});
    apply(*a, *b, {0, 0});
    EXPECT_EQ(values(*c), std::vector<float>(8, 41));
}

TEST_F(foreign, use_waits_for_the_last_write_and_is_waited_for) {
    apply(*a, *c, {});
    recorder().restart({native, cs::current_stream(on).native()});
    { const foreign_use reads("library", *a, access_mode::read, native); }
    EXPECT_EQ(recorder().calls(), (Calls{"record d0 s2 e1", "wait d0 s1 e1", "record d0 s1 e2", "wait d0 s3 e2"}));
    apply(*b, *a, {});
    EXPECT_EQ(recorder().calls().back(), "launch d0 s2 affine");
    EXPECT_EQ(recorder().calls("wait").size(), 2U) << "readers do not wait for each other";
    apply(*a, *c, {});
    EXPECT_EQ(recorder().calls("wait").size(), 3U) << "a writer waits for the foreign reader";
}

TEST_F(foreign, use_keeps_the_storage_until_it_ends_and_the_block_until_it_is_over) {
    {
        const foreign_use reads("library", *a, access_mode::read, native);
        cs::storage* const still = a.get();
        a = {};
        EXPECT_TRUE(recorder().calls("release").empty());
        ASSERT_TRUE(launch(*b, *still, {5, 0, 2000}).ok());
    }
    EXPECT_EQ(recorder().calls("release").size(), 1U);
    on.wait();
}

TEST_F(foreign, use_whose_end_cannot_be_ordered_leaves_the_storage_invalid_and_unfreed) {
    {
        const foreign_use writes("library", *a, access_mode::write, native);
        recorder().fail("record", {cs::status_code::failed, 0, "record", "injected"});
    }
    EXPECT_FALSE(a->valid());
    a = {};
    EXPECT_TRUE(recorder().calls("release").empty());
}

TEST_F(foreign, use_of_an_invalid_storage_is_an_error) {
    a->invalidate("it failed");
    EXPECT_THROW(foreign_use("library", *a, access_mode::read, native), cs::error);
}

TEST_F(foreign, use_of_a_device_that_was_lost_is_an_error) {
    on.state().lost.store(true);
    EXPECT_THROW(foreign_use("library", *a, access_mode::read, native), cs::device_error);
    on.state().lost.store(false);
}

TEST_F(foreign, uses_one_after_the_other_share_a_stream_of_the_library) {
    { const foreign_use reads("library", *a, access_mode::read, native); }
    const std::size_t streams = on.state().streams.size();
    for (int i = 0; i < 5; ++i) const foreign_use reads("library", *a, access_mode::read, native);
    EXPECT_EQ(on.state().streams.size(), streams);
}

TEST_F(foreign, use_that_cannot_have_an_event_leaves_no_stream_taken) {
    std::vector<cs::stream> used_before;
    while (!on.state().idle.empty()) used_before.emplace_back(on);
    { const cs::stream fresh(on); }
    recorder().fail("event_create", {cs::status_code::failed, 0, "event_create", "injected"});
    EXPECT_THROW(foreign_use("library", *a, access_mode::read, native), cs::cuda_error);
    EXPECT_EQ(on.state().idle.size(), 1U);
}

TEST_F(foreign, use_may_end_while_another_thread_waits_for_the_device) {
    std::thread other([&] {
        for (int i = 0; i < 50; ++i) const foreign_use reads("library", *a, access_mode::read, native);
    });
    for (int i = 0; i < 50; ++i) on.wait();
    other.join();
}
