// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/memory.hpp"

#include "../support/hand_kernels.hpp"
#include "../support/message_of.hpp"
#include "../support/recording_backend.hpp"
#include "cushard/base/error.hpp"
#include "cushard/runtime/storage.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cs = cushard;
using cs::testing::affine;
using cs::testing::apply;
using cs::testing::floats;
using cs::testing::recorder;
using cs::testing::values;
using Calls = std::vector<std::string>;

namespace {

[[maybe_unused]] const int with_caches = setenv("CUSHARD_CACHE", "1", 1);

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// Devices keep what they have counted; each test begins with none used and nothing cached.
struct memory_pool : ::testing::Test {
    memory_pool() {
        for (cs::device each : cs::device::list()) {
            each.memory().trim();
            each.memory().reset_peak();
            each.memory().set_limit(cs::memory_pool::no_limit);
            before.push_back(each.memory().used());
        }
        cs::testing::reserved_by_driver = 0;
        recorder().restart({one.native(), two.native()});
    }
    ~memory_pool() override {
        for (cs::device each : cs::device::list()) {
            each.memory().set_hook(nullptr);
            each.memory().set_limit(cs::memory_pool::no_limit);
        }
    }

    [[nodiscard]] std::size_t used() const { return pool.used() - before[0]; }

    cs::device on{0};
    cs::stream one{on};
    cs::stream two{on};
    cs::memory_pool pool = on.memory();
    std::vector<std::size_t> before;
};

cs::storage_ref take(const cs::stream& from, std::size_t bytes) {
    const cs::stream_scope scope(from);
    return cs::allocate(from.get_device(), bytes, "take");
}

}  // namespace

TEST_F(memory_pool, a_small_block_that_one_stream_used_serves_its_next_allocation) {
    const void* block = nullptr;
    {
        const cs::storage_ref first = take(one, 1000);
        block = first->data();
    }
    const cs::storage_ref second = take(one, 800);
    EXPECT_EQ(second->data(), block);
    EXPECT_EQ(second->bytes(), 800U);
    EXPECT_EQ(recorder().calls(), (Calls{"allocate d0 s1 1024"})) << "800 and 1000 bytes are of one size";
}

TEST_F(memory_pool, a_block_that_is_used_again_comes_after_the_work_before) {
    const cs::storage_ref source = floats(on, 64, 3);
    const cs::storage_ref result = floats(on, 64, 0);
    {
        const cs::stream_scope scope(one);
        cs::storage_ref first = floats(on, 64, 5);
        const void* const block = first->data();
        apply(*result, *first, {1, 0, 3000});  // reads it late
        first = {};
        const cs::storage_ref second = cs::allocate(on, 256, "test");
        ASSERT_EQ(second->data(), block);
        apply(*second, *source, {});  // and then it is overwritten
        EXPECT_EQ(values(*second), std::vector<float>(64, 3));
    }
    EXPECT_EQ(values(*result), std::vector<float>(64, 5));
}

TEST_F(memory_pool, another_stream_waits_for_the_place_where_a_block_was_used_again) {
    const cs::storage_ref source = floats(on, 64, 3);
    const cs::storage_ref result = floats(on, 64, 0);
    cs::storage_ref second;
    {
        const cs::stream_scope scope(one);
        cs::storage_ref first = floats(on, 64, 5);
        apply(*result, *first, {1, 0, 3000});
        first = {};
        second = cs::allocate(on, 256, "test");
    }
    {
        const cs::stream_scope scope(two);
        apply(*second, *source, {});
    }
    EXPECT_EQ(values(*result), std::vector<float>(64, 5));
    EXPECT_EQ(values(*second), std::vector<float>(64, 3));
}

TEST_F(memory_pool, a_block_stays_with_the_stream_that_used_it) {
    static_cast<void>(take(one, 1000));
    const cs::storage_ref other = take(two, 1000);
    EXPECT_EQ(recorder().calls(), (Calls{"allocate d0 s1 1024", "allocate d0 s2 1024"}));
}

TEST_F(memory_pool, a_block_that_several_streams_used_is_not_kept) {
    cs::storage_ref shared = floats(on, 8, 1);
    for (const cs::stream* each : {&one, &two}) {
        const cs::stream_scope scope(*each);
        apply(*floats(on, 8, 0), *shared, {});
    }
    recorder().restart();
    shared = {};
    EXPECT_EQ(recorder().calls("release").size(), 1U);
}

TEST_F(memory_pool, very_large_blocks_go_back_at_once) {
    static_cast<void>(take(one, 64 * mebibyte + 1));
    EXPECT_EQ(recorder().calls(), (Calls{"allocate d0 s1 67108865", "release d0 s1 b1"}));
    EXPECT_EQ(used(), 0U);
}

TEST_F(memory_pool, a_stream_keeps_no_more_than_its_share) {
    std::vector<cs::storage_ref> taken;
    for (int i = 0; i < 20; ++i) taken.push_back(take(one, mebibyte));
    taken.clear();
    EXPECT_EQ(recorder().calls("release").size(), 4U) << "16 MiB are kept";
    EXPECT_EQ(pool.reserved(), pool.used() + 16 * mebibyte);
    recorder().restart({one.native()});
    static_cast<void>(take(one, 700));
    static_cast<void>(take(one, 700));
    EXPECT_EQ(recorder().calls(), (Calls{"allocate d0 s1 768", "release d0 s1 b1"})) << "others make room for it";
    EXPECT_EQ(pool.reserved(), pool.used() + 15 * mebibyte + 768);
}

TEST_F(memory_pool, trim_gives_back_what_streams_keep_each_in_its_order) {
    static_cast<void>(take(one, 300));
    static_cast<void>(take(one, 5000));
    static_cast<void>(take(two, 300));
    EXPECT_EQ(pool.reserved(), pool.used() + 512 + 5120 + 512);
    recorder().restart({one.native(), two.native()});
    pool.trim();
    EXPECT_EQ(recorder().calls("release"), (Calls{"release d0 s1 b1", "release d0 s1 b2", "release d0 s2 b3"}));
    EXPECT_EQ(recorder().calls("trim"), (Calls{"trim d0"})) << "the memory of its own device";
    EXPECT_EQ(recorder().calls().back(), "trim d0") << "when all has been released";
    EXPECT_EQ(pool.reserved(), pool.used());
    EXPECT_EQ(recorder().calls("synchronize").empty(), false) << "it waits for the releases";
}

TEST_F(memory_pool, trim_waits_for_the_releases_also_on_a_stream_that_was_waited_for) {
    static_cast<void>(take(one, 300));
    one.wait();
    recorder().restart({one.native()});
    pool.trim();
    EXPECT_EQ(recorder().calls(), (Calls{"release d0 s1 b1", "record d0 s1 e1", "synchronize d0 e1", "trim d0"}));
}

TEST_F(memory_pool, out_of_memory_empties_all_caches_of_the_gpu_before_it_tries_again) {
    const cs::stream far{cs::device(1)};
    static_cast<void>(take(one, 300));
    static_cast<void>(take(far, 300));
    recorder().restart({one.native(), two.native()});
    recorder().fail("allocate", {cs::status_code::out_of_memory, 2, "cudaMallocAsync", "out of memory"});
    const cs::storage_ref made = take(two, 4000);
    EXPECT_EQ(recorder().calls("release").size(), 2U);
    EXPECT_EQ(recorder().calls("trim"), (Calls{"trim d0", "trim d1", "trim d2"}));
    EXPECT_EQ(recorder().calls().back(), "allocate d0 s2 4096");
    EXPECT_EQ(used(), 4096U);
}

TEST_F(memory_pool, counts_what_is_used_and_the_most_that_was) {
    cs::storage_ref a = take(one, 1000);
    cs::storage_ref b = take(one, 3 * mebibyte);
    EXPECT_EQ(used(), 1024 + 3 * mebibyte);
    b = {};
    EXPECT_EQ(used(), 1024U);
    EXPECT_EQ(pool.peak() - before[0], 1024 + 3 * mebibyte);
    pool.reset_peak();
    EXPECT_EQ(pool.peak(), pool.used());
    EXPECT_EQ(cs::device(1).memory().used(), before[1]) << "each device counts its own";
    recorder().fail("allocate", {cs::status_code::failed, 1, "cudaMallocAsync", "bad"});
    EXPECT_THROW(static_cast<void>(take(one, 100)), cs::cuda_error);
    EXPECT_EQ(used(), 1024U) << "what failed is not in use";
    EXPECT_EQ(pool.peak(), pool.used());
}

TEST_F(memory_pool, knows_what_the_driver_keeps) {
    const cs::storage_ref a = take(one, 1000);
    cs::testing::reserved_by_driver = 64 * mebibyte;
    EXPECT_EQ(pool.reserved(), 64 * mebibyte);
    cs::testing::reserved_by_driver = 100;
    EXPECT_EQ(pool.reserved(), pool.used()) << "never less than what is in use";
    recorder().fail("reserved", {cs::status_code::failed, 1, "cudaMemPoolGetAttribute", "bad"});
    EXPECT_THROW(static_cast<void>(pool.reserved()), cs::cuda_error);
}

TEST_F(memory_pool, a_limit_is_kept_and_freed_memory_counts_no_more) {
    pool.set_limit(pool.used() + 4 * mebibyte);
    cs::storage_ref a = take(one, 2 * mebibyte);
    a = {};
    a = take(one, 3 * mebibyte);  // cupy#7678: 512 MiB of 1 GiB, freed, then 768 MiB
    recorder().restart();
    const std::string said =
        cushard_test::message_of<cs::out_of_memory>([&] { static_cast<void>(take(two, 2 * mebibyte)); });
    EXPECT_EQ(said, "take: no memory for 2097152 bytes on device 0 (cuda:0): its limit is " +
                        std::to_string(pool.limit()) + " bytes, and " + std::to_string(pool.used()) + " are in use");
    EXPECT_TRUE(recorder().calls().empty()) << "nothing was done";
    EXPECT_EQ(used(), 3 * mebibyte);
    static_cast<void>(take(two, mebibyte));
    const cs::stream far{cs::device(1)};
    static_cast<void>(take(far, 8 * mebibyte));  // another device's limit is its own
}

TEST_F(memory_pool, a_share_of_the_device_is_a_limit) {
    const auto total = static_cast<double>(on.memory_info().total_bytes);
    pool.set_limit_share(0.25);
    EXPECT_EQ(pool.limit(), static_cast<std::size_t>(total * 0.25));
    for (const double bad : {0.0, -0.5, 1.5, std::nan("")}) EXPECT_THROW(pool.set_limit_share(bad), cs::error) << bad;
    EXPECT_EQ(pool.limit(), static_cast<std::size_t>(total * 0.25));
    pool.set_limit_share(1);
    EXPECT_EQ(pool.limit(), static_cast<std::size_t>(total));
}

TEST_F(memory_pool, under_a_limit_the_driver_keeps_little_more) {
    pool.set_limit(pool.used() + 100 * mebibyte);
    cs::testing::reserved_by_driver = pool.limit() + 32 * mebibyte;
    static_cast<void>(take(one, 4 * mebibyte));
    EXPECT_TRUE(recorder().calls("trim").empty());
    cs::testing::reserved_by_driver = pool.limit() + 33 * mebibyte;
    static_cast<void>(take(one, 4 * mebibyte));
    EXPECT_EQ(recorder().calls("trim"), (Calls{"trim d0"}));
}

TEST_F(memory_pool, without_a_limit_nobody_asks_the_driver) {
    cs::testing::reserved_by_driver = std::size_t{1} << 40;
    static_cast<void>(take(one, 4 * mebibyte));
    EXPECT_TRUE(recorder().calls("reserved").empty());
    EXPECT_TRUE(recorder().calls("trim").empty());
}

TEST_F(memory_pool, a_hook_hears_of_every_block) {
    std::vector<std::string> heard;
    pool.set_hook(
        [](const cs::memory_event& event, void* context) {
            static_cast<std::vector<std::string>*>(context)->push_back(
                std::string(event.what) + (event.taken ? " takes " : " gives back ") + std::to_string(event.bytes) +
                " of " + std::to_string(event.device) + (event.block == nullptr ? " nowhere" : ""));
        },
        &heard);
    static_cast<void>(take(one, 1000));
    static_cast<void>(take(one, 900));
    static_cast<void>(take(one, 0));
    EXPECT_EQ(heard, (std::vector<std::string>{"take takes 1024 of 0", "free gives back 1024 of 0",
                                               "take takes 1024 of 0", "free gives back 1024 of 0"}));
    pool.set_hook(nullptr);
    static_cast<void>(take(one, 1000));
    EXPECT_EQ(heard.size(), 4U);
}

TEST_F(memory_pool, does_not_grow_by_random_sizes_on_two_streams) {
    const int count = std::getenv("CUSHARD_CHECK") != nullptr ? 3000 : 100000;
    std::mt19937 random(7);
    std::vector<cs::storage_ref> held(64);
    std::size_t after_warm_up = 0;
    for (int i = 0; i < count; ++i) {
        const double size = std::exp2(std::uniform_real_distribution<>(0, 14)(random));
        held[random() % held.size()] = take(random() % 2 == 0 ? one : two, static_cast<std::size_t>(size));
        if (i == count / 2) after_warm_up = pool.reserved();
        if (i % 1000 == 0) recorder().restart();
    }
    EXPECT_LE(pool.reserved(), after_warm_up + after_warm_up / 2 + 64 * mebibyte / 8);
    EXPECT_LE(pool.reserved() - pool.used(), 2 * (16 * mebibyte));
    held.clear();
    EXPECT_EQ(used(), 0U);
    pool.trim();
    EXPECT_EQ(pool.reserved(), pool.used());
}

TEST_F(memory_pool, is_used_from_many_threads) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([this, t] {
            std::mt19937 random(static_cast<unsigned>(t));
            cs::stream own{on};
            for (int i = 0; i < 300; ++i) {
                const cs::storage_ref a = take(i % 2 == 0 ? own : one, random() % 4000 + 1);
                if (i % 50 == 0) pool.trim();
            }
        });
    }
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(used(), 0U);
    pool.trim();
    EXPECT_EQ(pool.reserved(), pool.used());
}
