// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/storage.hpp"

#include "../support/hand_kernels.hpp"
#include "../support/recording_backend.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cs = cushard;
using cs::access_mode;
using cs::testing::affine;
using cs::testing::apply;
using cs::testing::floats;
using cs::testing::recorder;
using cs::testing::values;
using Calls = std::vector<std::string>;

namespace {

struct storage : ::testing::Test {
    storage() {
        for (cs::device each : cs::device::list()) each.wait();
        restart();
    }

    /// The reclaim stream is "s4", device 1's stream "s5".
    void restart() {
        auto& reclaim = cs::detail::lasting_stream("test", on.state(), on.state().reclaim);
        recorder().restart({one.native(), two.native(), three.native(), reclaim.native, far.native()});
    }

    cs::device on{0};
    cs::stream one{on};
    cs::stream two{on};
    cs::stream three{on};
    cs::stream far{cs::device(1)};
    cs::storage_ref a = floats(on, 8, 1);
    cs::storage_ref b = floats(on, 8, 2);
    cs::storage_ref c = floats(on, 8, 3);
};

void apply_on(const cs::stream& on, cs::storage& out, cs::storage& in, const affine& functor = {}) {
    const cs::stream_scope scope(on);
    apply(out, in, functor);
}

constexpr cs::status no_memory{cs::status_code::out_of_memory, 2, "cudaMallocAsync", "out of memory"};

}  // namespace

TEST_F(storage, is_aligned_to_256_bytes_and_knows_its_device_and_size) {
    for (const std::size_t bytes : {1U, 255U, 256U, 257U}) {
        const cs::storage_ref made = cs::allocate(cs::device(1), bytes, "test");
        EXPECT_EQ(made->bytes(), bytes);
        EXPECT_EQ(made->get_device(), cs::device(1));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(made->data()) % 256, 0U);
    }
}

TEST_F(storage, of_zero_bytes_allocates_nothing_and_may_be_used) {
    {
        const cs::storage_ref made = cs::allocate(on, 0, "test");
        EXPECT_EQ(made->data(), nullptr);
        EXPECT_EQ(made->bytes(), 0U);
        cs::detail::wait_for(*made, access_mode::write);
    }
    EXPECT_TRUE(recorder().calls().empty());
}

TEST_F(storage, is_freed_on_the_stream_of_its_only_use) {
    {
        const cs::stream_scope scope(one);
        cs::storage_ref made = cs::allocate(on, 32, "test");
        apply(*made, *a, {});
        made = {};
    }
    EXPECT_EQ(recorder().calls(), (Calls{"allocate d0 s1 32", "launch d0 s1 affine", "release d0 s1 b1"}));
}

TEST_F(storage, that_several_streams_used_is_freed_on_the_reclaim_stream_after_all_of_them) {
    apply_on(one, *b, *a, {1, 0, 2000});
    apply_on(two, *c, *a, {1, 0, 2000});
    restart();
    a = {};
    EXPECT_EQ(recorder().calls(), (Calls{"record d0 s1 e1", "record d0 s2 e2", "wait d0 s4 e3", "wait d0 s4 e1",
                                         "wait d0 s4 e2", "release d0 s4 b1"}))
        << "e3 is of the stream that filled it";
    EXPECT_EQ(values(*b), std::vector<float>(8, 1));
    EXPECT_EQ(values(*c), std::vector<float>(8, 1));
}

TEST_F(storage, written_on_one_stream_and_read_on_another_is_freed_after_both) {
    apply_on(one, *a, *b);
    apply_on(two, *c, *a);
    restart();
    a = {};
    EXPECT_EQ(recorder().calls("wait"), (Calls{"wait d0 s4 e2", "wait d0 s4 e1"}))
        << "s1's event is older than the record";
    EXPECT_EQ(recorder().calls("release"), (Calls{"release d0 s4 b1"}));
}

TEST_F(storage, is_freed_after_what_a_host_thread_has_waited_for_too) {
    apply_on(one, *b, *a);
    one.wait();
    apply_on(two, *c, *a);
    restart();
    a = {};
    EXPECT_EQ(recorder().calls("wait").size(), 3U) << "tools that follow streams see no other order";
    EXPECT_EQ(recorder().calls("synchronize"), Calls{}) << "nobody waits for the streams";
    EXPECT_EQ(recorder().calls("release"), (Calls{"release d0 s4 b1"}));
}

TEST_F(storage, last_used_by_a_stream_of_another_device_is_freed_on_its_own) {
    const cs::use from_afar{a.get(), access_mode::write, true};
    const cs::part only{&far.view().state(), std::span(&from_afar, 1)};
    cs::submit("push", std::span(&only, 1), true,
               [](std::size_t, const cs::backend&, cs::place, void*) { return cs::status{}; });
    restart();
    a = {};
    EXPECT_EQ(recorder().calls(), (Calls{"wait d0 s4 e1", "release d0 s4 b1"}));
}

TEST_F(storage, is_waited_for_from_its_allocation_on) {
    cs::storage_ref made;
    {
        const cs::stream_scope scope(one);
        made = cs::allocate(on, 32, "test");
    }
    apply_on(two, *made, *a);
    EXPECT_EQ(recorder().calls("wait"), (Calls{"wait d0 s2 e1"}));
}

TEST_F(storage, lives_until_its_last_reference_goes) {
    cs::storage_ref copy = a;
    cs::storage_ref moved = std::move(copy);
    EXPECT_FALSE(copy);  // NOLINT: moved from on purpose
    cs::storage_ref shared(*moved);
    EXPECT_EQ(shared, a);
    moved = moved;  // NOLINT
    moved = {};
    a = {};
    EXPECT_TRUE(recorder().calls("release").empty());
    EXPECT_EQ(values(*shared), std::vector<float>(8, 1));
    shared = {};
    EXPECT_EQ(recorder().calls("release").size(), 1U);
}

TEST_F(storage, that_cannot_be_freed_in_order_is_leaked_and_nothing_is_thrown) {
    apply_on(one, *b, *a);
    apply_on(two, *c, *a);
    restart();
    recorder().fail("record", {cs::status_code::failed, 0, "record", "injected"});
    a = {};
    EXPECT_TRUE(recorder().calls("release").empty());
}

TEST_F(storage, whose_release_fails_is_dropped_without_a_throw) {
    recorder().fail("release", {cs::status_code::failed, 0, "release", "injected"});
    EXPECT_NO_THROW(a = {});
    apply(*b, *c, {});  // the stream's mutex was given back
}

TEST_F(storage, counts_live_bytes_and_allocations) {
    const auto before = cs::detail::statistics();
    {
        const cs::storage_ref made = cs::allocate(on, 100, "test");
        EXPECT_EQ(cs::detail::statistics().live_bytes, before.live_bytes + 100);
        EXPECT_EQ(cs::detail::statistics().allocations, before.allocations + 1);
    }
    EXPECT_EQ(cs::detail::statistics().live_bytes, before.live_bytes);
}

TEST_F(storage, out_of_memory_waits_for_frees_trims_and_tries_once_more) {
    apply_on(one, *b, *a, {1, 0, 1000});
    apply_on(two, *c, *a, {1, 0, 1000});
    a = {};
    restart();
    recorder().fail("allocate", no_memory);
    const cs::storage_ref made = cs::allocate(on, 32, "zeros");
    const Calls calls = recorder().calls();
    ASSERT_EQ(recorder().calls("allocate").size(), 2U);
    EXPECT_EQ(recorder().calls("synchronize").size(), 3U) << "s1, s2, and the reclaim stream";
    EXPECT_EQ(calls.back(), recorder().calls("allocate").back());
    EXPECT_EQ(calls[calls.size() - 2].substr(0, 4), "trim");
    EXPECT_EQ(recorder().calls("trim"), (Calls{"trim d0", "trim d1", "trim d2"})) << "they share the GPU";
}

TEST_F(storage, out_of_memory_that_stays_names_the_device_and_the_bytes) {
    recorder().fail("allocate", no_memory, 0, 2);
    try {
        static_cast<void>(cs::allocate(on, 4096, "zeros"));
        FAIL();
    } catch (const cs::out_of_memory& error) {
        const std::string text = error.what();
        EXPECT_EQ(text.find("zeros: no memory for 4096 bytes on device 0 (cuda:0): "), 0U) << text;
        EXPECT_NE(text.find(" bytes are free"), std::string::npos) << text;
    }
    EXPECT_EQ(recorder().calls("allocate").size(), 2U);
}

TEST_F(storage, an_allocation_that_fails_otherwise_is_not_tried_again) {
    recorder().fail("allocate", {cs::status_code::failed, 1, "cudaMallocAsync", "bad"});
    EXPECT_THROW(static_cast<void>(cs::allocate(on, 32, "zeros")), cs::cuda_error);
    EXPECT_EQ(recorder().calls("allocate").size(), 1U);
}

TEST_F(storage, that_is_invalid_keeps_its_first_reason) {
    a->invalidate("first");
    a->invalidate("second");
    EXPECT_FALSE(a->valid());
    try {
        cs::detail::wait_for(*a, access_mode::read, "item");
        FAIL();
    } catch (const cs::error& error) {
        EXPECT_STREQ(error.what(),
                     "item: an operand has no valid contents, for what should have written it failed: first");
    }
}

TEST_F(storage, may_be_made_invalid_while_another_thread_asks) {
    std::thread other([&] {
        for (int i = 0; i < 100; ++i) a->invalidate("a reason that is too long to be kept in place");
    });
    for (int i = 0; i < 100; ++i) static_cast<void>(a->valid());
    other.join();
    EXPECT_FALSE(a->valid());
}

TEST_F(storage, waiting_to_read_waits_for_the_write_and_not_for_readers) {
    apply_on(one, *a, *b, {1, 0, 1000});
    apply_on(two, *c, *a, {1, 0, 1000});
    restart();
    cs::detail::wait_for(*a, access_mode::read);
    EXPECT_EQ(recorder().calls("synchronize").size(), 1U);
    restart();
    cs::detail::wait_for(*a, access_mode::write);
    EXPECT_EQ(recorder().calls("synchronize").size(), 1U) << "the write is known to be over, the read is not";
    restart();
    cs::detail::wait_for(*a, access_mode::write);
    EXPECT_TRUE(recorder().calls().empty());
}

TEST_F(storage, may_be_read_from_many_threads_and_streams_at_once) {
    std::vector<std::thread> readers;
    for (int i = 0; i < 8; ++i) {
        readers.emplace_back([this] {
            const cs::stream mine(on);
            const cs::stream_scope scope(mine);
            for (int round = 0; round < 20; ++round) {
                const cs::storage_ref out = cs::allocate(on, 32, "test");
                apply(*out, *a, {2, 1});
                EXPECT_EQ(values(*out), std::vector<float>(8, 3));
            }
        });
    }
    for (std::thread& each : readers) each.join();
    apply(*a, *b, {});
    EXPECT_EQ(values(*a), std::vector<float>(8, 2));
}
