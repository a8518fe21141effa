// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/cuda/table.hpp"

#include "../../support/recording_cuda.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace cushard;
using cuda = cushard_test::recording_cuda;

/// Two logical devices on GPU 1, one on GPU 2; the caller's own device is GPU 0.
constexpr place first{1, 10};
constexpr place twin{1, 11};
constexpr place far{2, 12};

class cuda_table : public testing::Test {
protected:
    void SetUp() override {
        cuda::begin();
        for (auto [where, to] : {std::pair{first, &near_}, std::pair{far, &far_}}) {
            ASSERT_TRUE(table.stream_create(where, &to->stream).ok());
            ASSERT_TRUE(table.event_create(where, &to->event).ok());
            ASSERT_TRUE(table.allocate(where, to->stream, 64, &to->block).ok());
        }
        cuda::begin();
    }

    struct handles {
        void* stream = nullptr;
        void* event = nullptr;
        void* block = nullptr;
    };
    const backend& table = detail::cuda_backend_over<cuda>();
    handles near_;
    handles far_;
};

int current_at_launch = -1;
status note_device(cuda_stream, const void*, const geometry&) {
    current_at_launch = cuda::now().current;
    return {};
}
const char* no_name() { return "none"; }
void no_host(const void*, const geometry&) {}

TEST_F(cuda_table, every_entry_makes_its_device_current_and_gives_the_callers_back) {
    kernel known{&no_name, 1, &no_host};
    known.cuda = &note_device;
    char host[8] = {};
    const std::vector<std::pair<const char*, std::function<status()>>> entries{
        {"stream_create",
         [&] {
             void* made;
             return table.stream_create(first, &made);
         }},
        {"event_create",
         [&] {
             void* made;
             return table.event_create(first, &made);
         }},
        {"allocate",
         [&] {
             void* made;
             return table.allocate(first, near_.stream, 8, &made);
         }},
        {"launch", [&] { return table.launch(first, near_.stream, known, nullptr, geometry{}); }},
        {"copy in",
         [&] {
             return table.copy(first, near_.stream, {near_.block, host, 8, copy_kind::host_to_device, first, {}});
         }},
        {"copy out",
         [&] {
             return table.copy(first, near_.stream, {host, near_.block, 8, copy_kind::device_to_host, {}, first});
         }},
        {"copy within",
         [&] {
             return table.copy(first, near_.stream,
                               {near_.block, near_.block, 8, copy_kind::device_to_device, first, twin});
         }},
        {"copy across",
         [&] {
             return table.copy(first, near_.stream,
                               {far_.block, near_.block, 8, copy_kind::device_to_device, far, first});
         }},
        {"fill", [&] { return table.fill(first, near_.stream, near_.block, 0, 8); }},
        {"record", [&] { return table.record(first, near_.stream, near_.event); }},
        {"wait", [&] { return table.wait(first, near_.stream, far_.event); }},
        {"synchronize", [&] { return table.synchronize(first, near_.event); }},
        {"query",
         [&] {
             bool done;
             return table.query(first, near_.event, &done);
         }},
        {"trim", [&] { return table.trim(first); }},
        {"release", [&] { return table.release(first, near_.stream, near_.block); }},
    };
    for (const auto& [name, call] : entries) {
        const status answer = call();
        EXPECT_TRUE(answer.ok()) << name << ": " << answer.call << ": " << answer.text;
        EXPECT_EQ(cuda::now().current, 0) << name;
    }
    EXPECT_EQ(current_at_launch, 1);
}

int launches_tried = 0;
cuda_stream launched_on;
status launch_where_current(cuda_stream on, const void*, const geometry&) {
    ++launches_tried;
    launched_on = on;
    return cuda::now().current == 1 ? status{} : status{status_code::failed, 400, "cudaLaunchKernelExC", "elsewhere"};
}

TEST_F(cuda_table, a_launch_asks_for_the_current_device_only_once) {
    const kernel known{&no_name, 1, &no_host, {&launch_where_current}};
    cuda::now().current = 1;
    EXPECT_TRUE(table.launch(first, near_.stream, known, nullptr, geometry{}).ok());
    cuda::now().failures = {{"get_device", 1}};
    EXPECT_TRUE(table.launch(first, near_.stream, known, nullptr, geometry{}).ok());
    EXPECT_EQ(launched_on.device, first.physical);
    EXPECT_EQ(launched_on.native, near_.stream);
}

TEST_F(cuda_table, a_launch_after_the_caller_changed_devices_is_enqueued_on_its_own_and_the_callers_given_back) {
    const kernel known{&no_name, 1, &no_host, {&launch_where_current}};
    cuda::now().current = 1;
    EXPECT_TRUE(table.record(first, near_.stream, near_.event).ok());
    cuda::now().current = 0;
    launches_tried = 0;
    EXPECT_TRUE(table.launch(first, near_.stream, known, nullptr, geometry{}).ok());
    EXPECT_EQ(launches_tried, 2);
    EXPECT_EQ(launched_on.device, first.physical);
    EXPECT_EQ(cuda::now().current, 0);
    EXPECT_TRUE(table.launch(first, near_.stream, known, nullptr, geometry{}).ok());
    EXPECT_EQ(launches_tried, 3) << "another device was seen: it is not tried again";
}

TEST_F(cuda_table, a_launch_that_fails_on_its_device_is_not_tried_again) {
    const kernel failing{&no_name, 1, &no_host, {[](cuda_stream, const void*, const geometry&) -> status {
                             ++launches_tried;
                             return {status_code::failed, 9, "cudaLaunchKernelExC", "never"};
                         }}};
    cuda::now().current = 1;
    EXPECT_TRUE(table.record(first, near_.stream, near_.event).ok());
    launches_tried = 0;
    EXPECT_EQ(table.launch(first, near_.stream, failing, nullptr, geometry{}).native, 9);
    EXPECT_EQ(launches_tried, 1);
}

TEST_F(cuda_table, a_device_that_is_current_already_is_not_set_again) {
    cuda::now().current = 1;
    EXPECT_TRUE(table.record(first, near_.stream, near_.event).ok());
    EXPECT_EQ(cuda::count("set_device"), 0u);
    EXPECT_EQ(cuda::now().current, 1);
}

TEST_F(cuda_table, each_entry_makes_its_own_call) {
    char host[8] = {};
    bool done = false;
    const std::vector<std::pair<const char*, std::function<status()>>> entries{
        {"event_record", [&] { return table.record(first, near_.stream, near_.event); }},
        {"stream_wait", [&] { return table.wait(first, near_.stream, far_.event); }},
        {"event_synchronize", [&] { return table.synchronize(first, near_.event); }},
        {"event_query", [&] { return table.query(first, near_.event, &done); }},
        {"fill", [&] { return table.fill(first, near_.stream, near_.block, 1, 8); }},
        {"copy",
         [&] {
             return table.copy(first, near_.stream, {near_.block, host, 8, copy_kind::host_to_device, first, {}});
         }},
        {"copy_peer",
         [&] {
             return table.copy(first, near_.stream,
                               {far_.block, near_.block, 8, copy_kind::device_to_device, far, first});
         }},
        {"release", [&] { return table.release(first, near_.stream, near_.block); }},
    };
    for (const auto& [name, call] : entries) {
        EXPECT_TRUE(call().ok()) << name;
        EXPECT_EQ(cuda::count(name), 1u) << name;
    }
    EXPECT_EQ(cuda::find(near_.block), nullptr);
}

TEST_F(cuda_table, memory_info_is_that_of_its_device) {
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    EXPECT_TRUE(table.memory_info(far, &free_bytes, &total_bytes).ok());
    EXPECT_EQ(free_bytes, 2001u);
    EXPECT_EQ(total_bytes, 2002u);
}

TEST_F(cuda_table, properties_are_those_of_the_device_asked_for) {
    device_properties found;
    EXPECT_TRUE(table.properties(2, &found).ok());
    EXPECT_EQ(found.multiprocessors, 102);
    EXPECT_EQ(table.properties(3, &found).code, status_code::failed);
}

TEST_F(cuda_table, each_logical_device_has_a_pool_of_its_own_made_once) {
    void* a = nullptr;
    void* b = nullptr;
    void* c = nullptr;
    ASSERT_TRUE(table.allocate(first, near_.stream, 8, &a).ok());
    ASSERT_TRUE(table.allocate(twin, near_.stream, 8, &b).ok());
    ASSERT_TRUE(table.allocate(twin, near_.stream, 8, &c).ok());
    EXPECT_NE(cuda::find(a)->pool, cuda::find(b)->pool);
    EXPECT_EQ(cuda::find(b)->pool, cuda::find(c)->pool);
    EXPECT_EQ(cuda::find(a)->pool, cuda::find(near_.block)->pool);
}

TEST_F(cuda_table, pools_keep_their_memory_and_add_no_waits_between_streams) {
    const auto* pool = cuda::find(cuda::find(near_.block)->pool);
    EXPECT_TRUE(pool->keeps_all);
    EXPECT_TRUE(pool->adds_no_waits);
}

TEST_F(cuda_table, a_pool_that_cannot_be_set_up_is_destroyed_and_tried_again_later) {
    constexpr place fresh{1, 77};
    void* block = nullptr;
    for (const char* call : {"pool_keep_all", "pool_add_no_waits"}) {
        cuda::begin();
        cuda::now().failures = {{call, 1}};
        EXPECT_EQ(table.allocate(fresh, near_.stream, 8, &block).code, status_code::failed) << call;
        EXPECT_EQ(cuda::count("pool_destroy"), 1u) << call;
    }
    cuda::begin();
    EXPECT_TRUE(table.allocate(fresh, near_.stream, 8, &block).ok());
    EXPECT_EQ(cuda::count("pool_create"), 1u);
}

/// The calls that make a pool, from any thread; slow, so that threads meet.
struct slow_pools {
    static inline std::atomic<int> made{0};
    static int clear_error() { return 0; }
    static const char* error_text(int) { return ""; }
    static int pool_create(int, void** pool) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        *pool = new int(made.fetch_add(1));
        return 0;
    }
    static int pool_destroy(void*) { return 0; }
    static int pool_keep_all(void*) { return 0; }
    static int pool_add_no_waits(void*) { return 0; }
};

TEST(cuda_pools, of_one_device_is_made_once_whichever_thread_asks) {
    auto& pools = detail::cuda_pools<slow_pools>::all();
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int device = 0; device < 8; ++device) {
                void* pool = nullptr;
                EXPECT_TRUE(pools.of({0, device}, &pool).ok());
                EXPECT_EQ(pools.existing({0, device}), pool);
            }
        });
    }
    while (pools.existing({0, 7}) == nullptr) std::this_thread::yield();
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(slow_pools::made.load(), 8);
}

TEST_F(cuda_table, blocks_are_whole_words_of_16_bytes) {
    for (const auto& [asked, given] : {std::pair{1u, 16u}, {15u, 16u}, {16u, 16u}, {17u, 32u}}) {
        void* block = nullptr;
        ASSERT_TRUE(table.allocate(first, near_.stream, asked, &block).ok());
        EXPECT_EQ(cuda::find(block)->bytes, given);
    }
}

TEST_F(cuda_table, nothing_is_called_for_zero_bytes) {
    void* block = near_.block;
    EXPECT_TRUE(table.allocate(first, near_.stream, 0, &block).ok());
    EXPECT_EQ(block, nullptr);
    EXPECT_TRUE(table.release(first, near_.stream, nullptr).ok());
    EXPECT_TRUE(table.fill(first, near_.stream, nullptr, 0, 0).ok());
    EXPECT_TRUE(table.copy(first, near_.stream, {}).ok());
    EXPECT_TRUE(cuda::now().calls.empty());
}

TEST_F(cuda_table, out_of_memory_is_told_apart_and_taken_out_of_cudas_memory) {
    cuda::now().failures = {{"allocate", 2}};
    void* block = near_.block;
    const status answer = table.allocate(first, near_.stream, 8, &block);
    EXPECT_EQ(answer.code, status_code::out_of_memory);
    EXPECT_EQ(answer.native, 2);
    EXPECT_STREQ(answer.call, "cudaMallocFromPoolAsync");
    EXPECT_STREQ(answer.text, "out of memory");
    EXPECT_EQ(block, nullptr);
    EXPECT_EQ(cuda::now().last_error, 0);
}

TEST_F(cuda_table, sticky_errors_lose_the_device_and_others_do_not) {
    for (const int sticky : {214, 220, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 999}) {
        cuda::now().failures = {{"event_synchronize", sticky}};
        EXPECT_EQ(table.synchronize(first, near_.event).code, status_code::lost) << sticky;
    }
    for (const int passing : {1, 101, 400, 801}) {
        cuda::now().failures = {{"event_synchronize", passing}};
        EXPECT_EQ(table.synchronize(first, near_.event).code, status_code::failed) << passing;
    }
}

TEST_F(cuda_table, code_for_another_gpu_is_unsupported) {
    for (const int error : {98, 209, 222}) EXPECT_EQ(detail::code_of_cuda(error), status_code::unsupported) << error;
}

TEST_F(cuda_table, failures_name_the_cuda_function) {
    void* made = nullptr;
    const std::vector<std::pair<const char*, std::function<status()>>> entries{
        {"stream_create cudaStreamCreateWithFlags", [&] { return table.stream_create(first, &made); }},
        {"event_create cudaEventCreateWithFlags", [&] { return table.event_create(first, &made); }},
        {"pool_create cudaMemPoolCreate",
         [&] {
             return table.allocate({1, 78}, near_.stream, 8, &made);
         }},
        {"pool_keep_all cudaMemPoolSetAttribute",
         [&] {
             return table.allocate({1, 78}, near_.stream, 8, &made);
         }},
        {"pool_trim cudaMemPoolTrimTo", [&] { return table.trim(first); }},
        {"device_synchronize cudaDeviceSynchronize", [&] { return table.trim(first); }},
        {"pool_reserved cudaMemPoolGetAttribute",
         [&] {
             std::size_t bytes;
             return table.reserved(first, &bytes);
         }},
        {"event_record cudaEventRecord", [&] { return table.record(first, near_.stream, near_.event); }},
        {"stream_wait cudaStreamWaitEvent", [&] { return table.wait(first, near_.stream, near_.event); }},
        {"event_query cudaEventQuery",
         [&] {
             bool done;
             return table.query(first, near_.event, &done);
         }},
        {"memory_info cudaMemGetInfo",
         [&] {
             std::size_t n;
             return table.memory_info(first, &n, &n);
         }},
        {"release cudaFreeAsync", [&] { return table.release(first, near_.stream, near_.block); }},
        {"fill cudaMemsetAsync", [&] { return table.fill(first, near_.stream, near_.block, 0, 8); }},
        {"copy cudaMemcpyAsync",
         [&] {
             return table.copy(first, near_.stream,
                               {near_.block, near_.block, 8, copy_kind::device_to_device, first, first});
         }},
        {"copy_peer cudaMemcpyPeerAsync",
         [&] {
             return table.copy(first, near_.stream,
                               {far_.block, near_.block, 8, copy_kind::device_to_device, far, first});
         }},
        {"set_device cudaSetDevice", [&] { return table.record(first, near_.stream, near_.event); }},
        {"get_device cudaGetDevice",
         [&] {
             return table.launch(first, near_.stream, kernel{&no_name, 1, &no_host, {&note_device}}, nullptr,
                                 geometry{});
         }},
        {"set_device cudaSetDevice",
         [&] {
             return table.launch(first, near_.stream, kernel{&no_name, 1, &no_host, {&note_device}}, nullptr,
                                 geometry{});
         }},
        {"set_device cudaSetDevice", [&] { return table.allocate(first, near_.stream, 8, &made); }},
        {"set_device cudaSetDevice", [&] { return table.trim(first); }},
    };
    for (const auto& [names, call] : entries) {
        const std::string both = names;
        const std::string failing = both.substr(0, both.find(' '));
        cuda::begin();
        cuda::now().failures = {{failing, 1}};
        const status answer = call();
        EXPECT_EQ(answer.code, status_code::failed) << names;
        EXPECT_EQ(answer.call, both.substr(both.find(' ') + 1)) << names;
        EXPECT_EQ(cuda::now().last_error, 0) << names;
        EXPECT_EQ(cuda::now().current, 0) << names;
    }
}

TEST_F(cuda_table, a_driver_that_is_missing_or_too_old_means_no_device) {
    for (const int error : {35, 100, 803, 999}) {
        cuda::now().failures = {{"device_count", error}};
        int count = 7;
        EXPECT_TRUE(table.device_count(&count).ok());
        EXPECT_EQ(count, 0);
        EXPECT_EQ(cuda::now().last_error, 0);
    }
    cuda::now().failures.clear();
    int count = 0;
    EXPECT_TRUE(table.device_count(&count).ok());
    EXPECT_EQ(count, 3);
}

TEST_F(cuda_table, an_event_not_reached_yet_is_no_error) {
    bool done = true;
    cuda::now().events_done = false;
    EXPECT_TRUE(table.query(first, near_.event, &done).ok());
    EXPECT_FALSE(done);
    cuda::now().events_done = true;
    EXPECT_TRUE(table.query(first, near_.event, &done).ok());
    EXPECT_TRUE(done);
    cuda::now().failures = {{"event_query", 700}};
    EXPECT_EQ(table.query(first, near_.event, &done).code, status_code::lost);
    EXPECT_FALSE(done);
}

TEST_F(cuda_table, trim_waits_for_pending_releases_before_it_gives_memory_back) {
    ASSERT_TRUE(table.trim(first).ok());
    const std::vector<std::string> expected{"set_device", "device_synchronize:1", "pool_trim", "set_device"};
    EXPECT_EQ(cuda::now().calls, expected);
}

TEST_F(cuda_table, trim_of_a_device_that_never_allocated_only_waits) {
    ASSERT_TRUE(table.trim({2, 99}).ok());
    EXPECT_EQ(cuda::count("device_synchronize:2"), 1u);
    EXPECT_EQ(cuda::count("pool_trim"), 0u);
}

TEST_F(cuda_table, reserved_is_what_the_devices_own_pool_holds) {
    std::size_t bytes = 1;
    ASSERT_TRUE(table.reserved(first, &bytes).ok());
    EXPECT_EQ(bytes, cuda::reserved_bytes);
    ASSERT_TRUE(table.reserved({2, 99}, &bytes).ok());
    EXPECT_EQ(bytes, 0U) << "nothing was ever allocated there";
}

TEST_F(cuda_table, a_kernel_that_no_cu_compiled_says_what_to_do) {
    const kernel unknown{&no_name, 1, &no_host};
    const status answer = table.launch(first, near_.stream, unknown, nullptr, geometry{});
    EXPECT_EQ(answer.code, status_code::unsupported);
    EXPECT_NE(std::strstr(answer.text, "nvcc"), nullptr);
    EXPECT_NE(std::strstr(answer.text, "CUSHARD_DEVICES=host"), nullptr);
}

TEST_F(cuda_table, a_launchers_own_failure_comes_through_as_it_is) {
    kernel failing{&no_name, 1, &no_host};
    failing.cuda = [](cuda_stream, const void*, const geometry&) -> status {
        return {status_code::unsupported, 5, "there", "why"};
    };
    const status answer = table.launch(first, near_.stream, failing, nullptr, geometry{});
    EXPECT_EQ(answer.native, 5);
    EXPECT_STREQ(answer.call, "there");
}

}  // namespace
