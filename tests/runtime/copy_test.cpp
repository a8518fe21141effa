// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/copy.hpp"

#include "../support/hand_kernels.hpp"
#include "../support/recording_backend.hpp"
#include "cushard/base/error.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

namespace cs = cushard;
using cs::testing::apply;
using cs::testing::floats;
using cs::testing::recorder;
using cs::testing::values;
using Calls = std::vector<std::string>;

namespace {

std::vector<float> counted(std::size_t count) {
    std::vector<float> all(count);
    std::iota(all.begin(), all.end(), 0.0F);
    return all;
}

/// Device 0 works on "s1", device 1 on "s2".
struct copy : ::testing::Test {
    copy() { restart(); }
    void restart() { recorder().restart({cs::current_stream(near).native(), cs::current_stream(far).native()}); }

    cs::device near{0};
    cs::device far{1};
    cs::device host{3};
};

}  // namespace

TEST_F(copy, to_the_host_and_back_keeps_every_byte) {
    for (const std::size_t count : {1U, 255U, 256U, 257U, 100000U}) {
        for (const cs::device on : cs::device::list()) {
            const cs::storage_ref a = floats(on, counted(count));
            EXPECT_EQ(values(*a), counted(count)) << count << " on " << on.name();
        }
    }
}

TEST_F(copy, to_the_host_comes_after_the_write_and_blocks_until_the_bytes_are_there) {
    const cs::storage_ref a = floats(near, 8, 1);
    const cs::storage_ref b = floats(near, 8, 1);
    apply(*b, *a, {6, 0, 3000});
    restart();
    EXPECT_EQ(values(*b), std::vector<float>(8, 6));
    EXPECT_EQ(recorder().calls(), (Calls{"copy d0 s1 out 32 from d0 to d0", "record d0 s1 e1", "synchronize d0 e1"}));
}

TEST_F(copy, from_the_host_blocks_until_the_source_may_be_reused) {
    const cs::storage_ref a = floats(near, 8, 1);
    const cs::storage_ref b = floats(near, 8, 1);
    apply(*b, *a, {6, 0, 3000});  // keeps the stream busy
    std::vector<float> source(8, 3);
    cs::copy_from_host(*a, 0, source.data(), 32);
    source.assign(8, -1);
    EXPECT_EQ(values(*a), std::vector<float>(8, 3));
    EXPECT_EQ(values(*b), std::vector<float>(8, 6));
}

TEST_F(copy, of_a_part_leaves_the_rest_alone) {
    const cs::storage_ref a = floats(near, counted(8));
    const std::vector<float> two{-1, -2};
    cs::copy_from_host(*a, 8, two.data(), 8);
    EXPECT_EQ(values(*a), (std::vector<float>{0, 1, -1, -2, 4, 5, 6, 7}));
    std::vector<float> out(3);
    cs::copy_to_host(*a, 12, out.data(), 12);
    EXPECT_EQ(out, (std::vector<float>{-2, 4, 5}));
    const cs::storage_ref b = floats(near, 8, 9);
    cs::copy(*b, 4, *a, 8, 12);
    EXPECT_EQ(values(*b), (std::vector<float>{9, -1, -2, 4, 9, 9, 9, 9}));
}

TEST_F(copy, of_no_bytes_does_nothing) {
    const cs::storage_ref a = floats(near, 8, 1);
    const cs::storage_ref none = cs::allocate(far, 0, "test");
    restart();
    cs::copy_to_host(*a, 32, nullptr, 0);
    cs::copy_from_host(*none, 0, nullptr, 0);
    cs::copy(*none, 0, *a, 0, 0);
    EXPECT_TRUE(recorder().calls().empty());
}

TEST_F(copy, beyond_the_storage_is_an_error_before_anything_is_enqueued) {
    const cs::storage_ref a = floats(near, 8, 1);
    const cs::storage_ref b = floats(near, 4, 1);
    float out[16] = {};
    restart();
    EXPECT_THROW(cs::copy_to_host(*a, 0, out, 33), cs::error);
    EXPECT_THROW(cs::copy_to_host(*a, 33, out, 0), cs::error);
    EXPECT_THROW(cs::copy_from_host(*a, 28, out, 8), cs::error);
    EXPECT_THROW(cs::copy(*b, 0, *a, 0, 32), cs::error);
    EXPECT_THROW(cs::copy(*a, 0, *b, 0, 32), cs::error);
    EXPECT_THROW(cs::copy_to_host(*a, static_cast<std::size_t>(-8), out, 16), cs::error) << "the sum wraps";
    EXPECT_TRUE(recorder().calls().empty());
}

TEST_F(copy, onto_itself_is_an_error_where_it_overlaps) {
    const cs::storage_ref a = floats(near, counted(8));
    EXPECT_THROW(cs::copy(*a, 4, *a, 0, 8), cs::error);
    cs::copy(*a, 16, *a, 0, 16);
    EXPECT_EQ(values(*a), (std::vector<float>{0, 1, 2, 3, 0, 1, 2, 3}));
}

TEST_F(copy, between_devices_runs_on_the_sources_stream_and_is_recorded_at_once) {
    const cs::storage_ref a = floats(near, counted(8));
    const cs::storage_ref b = floats(far, 8, 1);
    const auto moved = cs::detail::transfer_count();
    restart();
    cs::copy(*b, 0, *a, 0, 32);
    EXPECT_EQ(recorder().calls(), (Calls{"copy d0 s1 between 32 from d0 to d1", "record d0 s1 e1"}));
    EXPECT_EQ(cs::detail::transfer_count(), moved + 32);
    EXPECT_EQ(values(*b), counted(8));
}

TEST_F(copy, between_devices_fences_both_ends) {
    const cs::storage_ref a = floats(near, 8, 1);
    const cs::storage_ref b = floats(far, 8, 1);
    const cs::storage_ref c = floats(far, 8, 2);
    apply(*b, *c, {1, 0, 3000});  // the target is being written there
    restart();
    cs::copy(*b, 0, *a, 0, 32);
    EXPECT_EQ(recorder().calls("wait"), (Calls{"wait d0 s1 e1"}));
    apply(*c, *b, {});  // and read there afterwards
    EXPECT_EQ(recorder().calls("wait d1"), (Calls{"wait d1 s2 e2"}));
    EXPECT_EQ(values(*c), std::vector<float>(8, 1));
}

TEST_F(copy, within_a_device_moves_no_bytes_between_devices) {
    const cs::storage_ref a = floats(near, 8, 1);
    const cs::storage_ref b = floats(near, 8, 2);
    const auto moved = cs::detail::transfer_count();
    cs::copy(*b, 0, *a, 0, 32);
    EXPECT_EQ(cs::detail::transfer_count(), moved);
    EXPECT_EQ(values(*b), std::vector<float>(8, 1));
}

TEST_F(copy, between_backends_goes_through_the_host) {
    const cs::storage_ref a = floats(near, counted(1000));
    const cs::storage_ref b = floats(host, 1000, 0);
    const auto moved = cs::detail::transfer_count();
    cs::copy(*b, 0, *a, 0, 4000);
    EXPECT_EQ(values(*b), counted(1000));
    const cs::storage_ref c = floats(near, 1000, 0);
    cs::copy(*c, 0, *b, 0, 4000);
    EXPECT_EQ(values(*c), counted(1000));
    EXPECT_EQ(cs::detail::transfer_count(), moved + 8000);
}

TEST_F(copy, that_fails_on_the_way_from_the_host_leaves_the_target_invalid) {
    const cs::storage_ref a = floats(near, 8, 1);
    recorder().fail("copy", {cs::status_code::failed, 1, "cudaMemcpyAsync", "injected"});
    const float source[8] = {};
    EXPECT_THROW(cs::copy_from_host(*a, 0, source, 32, "from_numpy"), cs::cuda_error);
    EXPECT_FALSE(a->valid());
}

TEST_F(copy, to_the_host_does_not_wait_for_other_readers) {
    const cs::storage_ref a = floats(near, 8, 1);
    const cs::storage_ref b = floats(near, 8, 1);
    const cs::stream side(near);
    {
        const cs::stream_scope scope(side);
        apply(*b, *a, {1, 0, 3000});
    }
    restart();
    static_cast<void>(values(*a));
    EXPECT_TRUE(recorder().calls("wait").empty());
    EXPECT_EQ(recorder().calls("synchronize").size(), 1U);
}
