// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Faults from the field that can be told with bare storages, on host devices. The checked mode (CUSHARD_CHECK=1) proves
// the order of each whatever order then runs; without it worker threads and naps try to be too early.

#include "../support/hand_kernels.hpp"
#include "cushard/runtime/copy.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

namespace cs = cushard;
using cs::testing::affine;
using cs::testing::apply;
using cs::testing::floats;
using cs::testing::values;

namespace {

class three_hosts : public ::testing::Environment {
public:
    void SetUp() override { setenv("CUSHARD_DEVICES", "host:3", 1); }
};
[[maybe_unused]] ::testing::Environment* const installed = ::testing::AddGlobalTestEnvironment(new three_hosts);

void apply_on(cs::stream_view on, cs::storage& out, cs::storage& in, const affine& functor = {}, std::size_t skip = 0) {
    const cs::stream_scope scope(on);
    apply(out, in, functor, "affine", skip);
}

constexpr int nap = 2000;

}  // namespace

TEST(field, a_block_freed_on_one_stream_is_not_reused_before_another_has_read_it) {  // cupy#8068, torch#23729
    const cs::device on(0);
    const cs::stream one(on);
    const cs::stream two(on);
    const cs::storage_ref out = floats(on, 1024, 0);
    cs::storage_ref block = floats(on, 1024, 7);
    {
        const cs::stream_scope scope(one);
        apply(*block, *out, {0, 7});
    }
    apply_on(two, *out, *block, {1, 0, nap});
    const cs::stream_scope scope(one);
    block = {};
    const cs::storage_ref next = floats(on, 1024, -1);
    EXPECT_EQ(values(*out), std::vector<float>(1024, 7));
    EXPECT_EQ(values(*next), std::vector<float>(1024, -1));
}

TEST(field, a_view_on_another_stream_keeps_the_storage_when_its_base_dies) {  // torch#27366
    const cs::device on(0);
    const cs::stream side(on);
    std::vector<float> counted(16);
    std::iota(counted.begin(), counted.end(), 0.0F);
    cs::storage_ref base = floats(on, counted);
    const cs::storage_ref out = cs::allocate(on, 11 * sizeof(float), "test");
    {
        cs::storage_ref view = base;  // base(slice(5, end)): it shares the storage, not the array
        base = {};
        apply_on(side, *out, *view, {1, 0, nap}, 5);
    }
    const cs::storage_ref next = floats(on, 16, -1);
    EXPECT_EQ(values(*out), std::vector<float>(counted.begin() + 5, counted.end()));
}

TEST(field, a_copy_while_a_side_stream_is_current_follows_the_streams_of_both_arrays) {  // cupy#4988
    const cs::device on(0);
    const cs::stream side(on);
    const cs::storage_ref from = floats(on, 64, 1);
    const cs::storage_ref to = floats(on, 64, 2);
    const cs::storage_ref out = floats(on, 64, 3);
    apply(*from, *out, {0, 5, nap});  // still being written on the compute stream
    apply(*out, *to, {1, 0, nap});    // and the target still being read there
    {
        const cs::stream_scope scope(side);
        cs::copy(*to, 0, *from, 0, 64 * sizeof(float));
    }
    EXPECT_EQ(values(*out), std::vector<float>(64, 2));
    EXPECT_EQ(values(*to), std::vector<float>(64, 5));
}

TEST(field, the_target_of_a_copy_between_devices_is_fenced_after_the_frees_before_it) {  // torch#15568
    for (int round = 0; round < 20; ++round) {
        const cs::storage_ref zeros = floats(cs::device(0), 256, 0);
        const cs::storage_ref x1 = floats(cs::device(1), 256, 1);
        for (int i = 0; i < 3; ++i) {
            const cs::storage_ref temporary = cs::allocate(cs::device(1), 1024, "x1 + 1");
            apply(*temporary, *x1, {1, 1, 100});
        }
        const cs::stream side(cs::device(0));
        const cs::stream_scope scope(side);
        const cs::storage_ref target = cs::allocate(cs::device(1), 1024, "copy");
        cs::copy(*target, 0, *zeros, 0, 1024);
        EXPECT_EQ(values(*target), std::vector<float>(256, 0));
    }
}

TEST(field, an_operation_runs_where_its_operands_live) {  // cupy#5379
    const cs::storage_ref a = floats(cs::device(0), {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    const cs::storage_ref b = floats(cs::device(0), 10, 0);
    const cs::device_scope scope(1);
    apply(*b, *a, {2, 0});
    EXPECT_EQ(values(*b), (std::vector<float>{0, 2, 4, 6, 8, 10, 12, 14, 16, 18}));
}

TEST(field, a_current_stream_of_one_device_does_not_disturb_another) {  // cupy#4673
    const cs::stream side(cs::device(0));
    const cs::stream_scope stream_scope(side);
    const cs::device_scope device_scope(1);
    const cs::storage_ref a = floats(cs::device(), 8, 1);
    const cs::storage_ref b = floats(cs::device(), 8, 1);
    apply(*b, *a, {2, 1});
    EXPECT_EQ(b->get_device().id(), 1);
    EXPECT_EQ(values(*b), std::vector<float>(8, 3));
}

TEST(field, an_array_destroyed_while_another_device_is_current_is_freed_on_its_own) {  // arrayfire#1321, vexcl#150
    cs::storage_ref a = floats(cs::device(2), 8, 1);
    const cs::storage_ref b = floats(cs::device(2), 8, 1);
    const cs::stream side(cs::device(2));
    apply_on(side, *b, *a, {1, 0, nap});
    const cs::device_scope scope(1);
    const auto before = cs::detail::statistics().live_bytes;
    a = {};
    EXPECT_EQ(cs::detail::statistics().live_bytes, before - 32);
    EXPECT_EQ(cs::device().id(), 1);
    cs::device(2).wait();
}

TEST(field, a_new_thread_evaluates_on_the_device_of_the_operands) {  // arrayfire#2296
    const cs::storage_ref a = floats(cs::device(1), 8, 1);
    const cs::storage_ref b = floats(cs::device(1), 8, 1);
    std::thread([&] { apply(*b, *a, {4, 0}); }).join();
    EXPECT_EQ(values(*b), std::vector<float>(8, 4));
}

TEST(field, events_stay_with_their_device_when_arrays_cross) {  // rmm#1333
    const cs::storage_ref a = floats(cs::device(0), 8, 1);
    const cs::storage_ref b = floats(cs::device(1), 8, 0);
    const cs::storage_ref c = floats(cs::device(2), 8, 0);
    const cs::storage_ref d = floats(cs::device(1), 8, 0);
    for (int i = 0; i < 100; ++i) {  // more than a ring of events
        cs::copy(*b, 0, *a, 0, 32);
        cs::copy(*c, 0, *b, 0, 32);
        apply(*d, *b, {1, 1});
        cs::copy(*a, 0, *d, 0, 32);
    }
    EXPECT_EQ(values(*a), std::vector<float>(8, 101));
    EXPECT_EQ(values(*c), std::vector<float>(8, 100));
}

TEST(field, growing_a_vector_of_arrays_moves_and_never_copies) {  // vexcl#25
    const cs::storage_ref first = floats(cs::device(0), 8, 1);
    const auto before = cs::detail::statistics();
    std::vector<cs::storage_ref> all;
    for (int i = 0; i < 100; ++i) all.push_back(first);
    EXPECT_EQ(cs::detail::statistics().allocations, before.allocations);
    EXPECT_EQ(cs::detail::statistics().launches, before.launches);
}

TEST(field, the_same_operation_from_eight_threads_is_right_in_all) {  // vexcl#124
    const cs::storage_ref a = floats(cs::device(0), 64, 1);
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&, i] {
            for (int round = 0; round < 50; ++round) {
                const cs::storage_ref out = cs::allocate(cs::device(0), 256, "test");
                apply(*out, *a, {1, static_cast<float>(i)});
                EXPECT_EQ(values(*out), std::vector<float>(64, static_cast<float>(1 + i)));
            }
        });
    }
    for (std::thread& each : threads) each.join();
}

TEST(field, a_ring_of_streams_hands_one_array_on_in_order) {
    const cs::device on(0);
    std::vector<cs::stream> streams;
    for (int i = 0; i < 5; ++i) streams.emplace_back(on);
    cs::storage_ref a = floats(on, 64, 0);
    cs::storage_ref b = floats(on, 64, 0);
    for (std::size_t i = 0; i < 200; ++i) {
        apply_on(streams[i % 5], *b, *a, {1, 1, i % 20 == 0 ? 200 : 0});
        std::swap(a, b);
    }
    EXPECT_EQ(values(*a), std::vector<float>(64, 200));
}
