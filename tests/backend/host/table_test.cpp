// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/table.hpp"

#include "stress.hpp"
#include "support.hpp"

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <type_traits>

namespace {

using namespace host_tests;

TEST(HostTable, IsWhole) {
    const backend& table = host_backend();
    EXPECT_STREQ(table.name, "host");
    EXPECT_TRUE(table.device_count && table.properties && table.stream_create && table.event_create);
    EXPECT_TRUE(table.allocate && table.release && table.launch && table.copy && table.fill);
    EXPECT_TRUE(table.record && table.wait && table.synchronize && table.query && table.memory_info && table.trim &&
                table.reserved);
}

TEST(HostTable, TheHostIsOnePhysicalDevice) {
    int count = 0;
    EXPECT_TRUE(host_backend().device_count(&count).ok());
    EXPECT_EQ(count, 1);
    device_properties properties;
    EXPECT_TRUE(host_backend().properties(0, &properties).ok());
    EXPECT_EQ(std::strncmp(properties.name, "host", 4), 0);
    EXPECT_GT(properties.total_memory, 0U);
    EXPECT_GE(properties.multiprocessors, 1);
    EXPECT_EQ(properties.compute_major, 0);

    void* handle = nullptr;
    EXPECT_FALSE(host_backend().properties(1, &properties).ok());
    EXPECT_FALSE(host_backend().stream_create({1, 0}, &handle).ok());
    EXPECT_FALSE(host_backend().event_create({1, 0}, &handle).ok());
}

TEST(HostTable, KnowsTheMachinesMemory) {
    std::size_t available = 0;
    std::size_t total = 0;
    EXPECT_TRUE(host_backend().memory_info({}, &available, &total).ok());
    EXPECT_GT(available, 0U);
    EXPECT_LE(available, total);
}

TEST(HostTable, BlocksAreAlignedAndUsable) {
    const lane on;
    for (const std::size_t bytes : {1, 255, 256, 257, 100000}) {
        void* block = nullptr;
        ASSERT_TRUE(on.allocate(bytes, &block).ok());
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 256, 0U);
        ASSERT_TRUE(on.fill(block, 0x5A, bytes).ok());
        std::vector<unsigned char> back(bytes);
        ASSERT_TRUE(on.download(back.data(), block, bytes).ok());
        ASSERT_TRUE(on.release(block).ok());
        ASSERT_TRUE(on.finish().ok());
        EXPECT_EQ(back, std::vector<unsigned char>(bytes, 0x5A));
    }
}

TEST(HostTable, NoBytesAreNoBlock) {
    const lane on;
    void* block = &block;
    EXPECT_TRUE(on.allocate(0, &block).ok());
    EXPECT_EQ(block, nullptr);
    EXPECT_TRUE(on.fill(block, 0, 0).ok());
    EXPECT_TRUE(on.upload(block, nullptr, 0).ok());
    EXPECT_TRUE(on.release(block).ok());
    EXPECT_TRUE(on.finish().ok());
}

TEST(HostTable, MoreMemoryThanTheMachineHasIsRefused) {
    const lane on;
    std::size_t available = 0;
    std::size_t total = 0;
    ASSERT_TRUE(host_backend().memory_info({}, &available, &total).ok());
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    for (const std::size_t bytes : {total + 1, std::size_t{1} << 60, most - 1, most}) {
        void* block = nullptr;
        EXPECT_EQ(on.allocate(bytes, &block).code, status_code::out_of_memory);
        EXPECT_EQ(block, nullptr);
    }
}

TEST(HostTable, LongCopiesAndFillsAreWhole) {
    const lane on;
    const std::size_t bytes = (std::size_t{5} << 20) + 3;
    std::vector<unsigned char> source(bytes);
    for (std::size_t i = 0; i < bytes; ++i) source[i] = static_cast<unsigned char>(i * 7 + i / 1000);
    void* block = nullptr;
    void* other = nullptr;
    ASSERT_TRUE(on.allocate(bytes, &block).ok());
    ASSERT_TRUE(on.allocate(bytes, &other).ok());
    ASSERT_TRUE(on.fill(other, 0x11, bytes).ok());
    std::vector<unsigned char> filled(bytes);
    ASSERT_TRUE(on.download(filled.data(), other, bytes).ok());
    ASSERT_TRUE(on.upload(block, source.data(), bytes).ok());
    ASSERT_TRUE(host_backend()
                    .copy(on.where, on.stream, {other, block, bytes, copy_kind::device_to_device, on.where, on.where})
                    .ok());
    std::vector<unsigned char> copied(bytes);
    ASSERT_TRUE(on.download(copied.data(), other, bytes).ok());
    ASSERT_TRUE(on.release(block).ok());
    ASSERT_TRUE(on.release(other).ok());
    ASSERT_TRUE(on.finish().ok());
    EXPECT_TRUE(std::all_of(filled.begin(), filled.end(), [](unsigned char each) { return each == 0x11; }));
    EXPECT_EQ(copied, source);
}

TEST(HostTable, ALaunchKeepsCopiesOfAllItIsGiven) {
    const lane on;
    constexpr std::size_t count = 257;
    std::uint64_t* y = make_numbers(on, count);
    ASSERT_TRUE(on.fill(y, 0, count * sizeof *y).ok());
    std::vector<std::uint64_t> ones(count, 1);
    std::uint64_t* x = make_numbers(on, count);
    ASSERT_TRUE(on.upload(x, ones.data(), count * sizeof *x).ok());
    for (std::uint64_t factor = 0; factor < 2000; ++factor) {
        ASSERT_TRUE(launch_multiply_add(on, factor % 3, y, x, count).ok());
    }
    std::vector<std::uint64_t> back(count);
    ASSERT_TRUE(on.download(back.data(), y, count * sizeof *y).ok());
    ASSERT_TRUE(on.finish().ok());
    std::uint64_t expected = 0;
    for (std::uint64_t factor = 0; factor < 2000; ++factor) expected = factor % 3 * expected + 1;
    EXPECT_EQ(back, std::vector<std::uint64_t>(count, expected));
    EXPECT_TRUE(on.release(x).ok());
    EXPECT_TRUE(on.release(y).ok());
}

TEST(HostTable, FunctorsOfAnySizeAndAlignmentArriveWhole) {
    struct outcome {
        int good = 0;
        int bad = 0;
    };
    static outcome seen;
    seen = {};
    const auto send = [](const lane& on, auto& probe) {
        using functor = std::remove_reference_t<decltype(probe)>;
        static constinit kernel code{[] { return "probe"; }, sizeof(functor), functor::host};
        std::memset(probe.bytes, 0x3C, sizeof probe.bytes);
        ASSERT_TRUE(on.launch(code, &probe, geometry{}).ok());
    };
    struct check {
        static void of(const void* at, const unsigned char* bytes, std::size_t count, std::size_t alignment) {
            const bool aligned = reinterpret_cast<std::uintptr_t>(at) % alignment == 0;
            const bool whole = std::all_of(bytes, bytes + count, [](unsigned char each) { return each == 0x3C; });
            ++(aligned && whole ? seen.good : seen.bad);
        }
    };
    struct small {
        unsigned char bytes[1];
        static void host(const void* self, const geometry&) {
            check::of(self, static_cast<const small*>(self)->bytes, 1, 1);
        }
    };
    struct alignas(256) aligned {
        unsigned char bytes[300];
        static void host(const void* self, const geometry&) {
            check::of(self, static_cast<const aligned*>(self)->bytes, 300, 256);
        }
    };
    struct alignas(16) huge {
        unsigned char bytes[300000];
        static void host(const void* self, const geometry&) {
            check::of(self, static_cast<const huge*>(self)->bytes, 300000, 16);
        }
    };
    const lane on;
    small one;
    aligned two;
    static huge three;
    for (int repeat = 0; repeat < 700; ++repeat) {
        send(on, one);
        send(on, two);
        if (repeat % 100 == 0) send(on, three);
    }
    EXPECT_TRUE(on.finish().ok());
    EXPECT_EQ(seen.good, 1407);
    EXPECT_EQ(seen.bad, 0);
}

TEST(HostTable, KeepsNoMemory) {
    std::size_t bytes = 1;
    EXPECT_TRUE(host_backend().reserved({}, &bytes).ok());
    EXPECT_EQ(bytes, 0U);
}

TEST(HostTable, TrimRunsPendingReleases) {
    const lane on;
    void* block = nullptr;
    ASSERT_TRUE(on.allocate(1 << 20, &block).ok());
    bool ran = false;
    ASSERT_TRUE(launch_call_back(
                    on, [](void* flag) { *static_cast<bool*>(flag) = true; }, &ran)
                    .ok());
    ASSERT_TRUE(on.release(block).ok());
    EXPECT_TRUE(host_backend().trim(on.where).ok());
    EXPECT_TRUE(ran);
}

TEST_F(WorkerMode, ReleasedMemoryGoesBack) {
#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "only the C library's own allocator tells how much is in use";
#else
    const lane on;
    constexpr std::size_t bytes = std::size_t{64} << 20;
    const std::size_t before = mallinfo2().hblkhd;
    void* block = nullptr;
    ASSERT_TRUE(on.allocate(bytes, &block).ok());
    EXPECT_GE(mallinfo2().hblkhd, before + bytes);
    ASSERT_TRUE(on.release(block).ok());
    ASSERT_TRUE(on.finish().ok());
    EXPECT_LT(mallinfo2().hblkhd, before + bytes);
#endif
}

TEST_F(WorkerMode, EnqueueingDoesNotWaitForTheWork) {
    const lane on;
    gate stop;
    stop.close(on);
    std::uint64_t* y = make_numbers(on, 1);
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(launch_multiply_add(on, 1, y, y, 1).ok());
    EXPECT_TRUE(on.release(y).ok());
    EXPECT_FALSE(on.idle());
    stop.open();
    EXPECT_TRUE(on.finish().ok());
}

TEST_F(WorkerMode, AFullQueueHoldsItsProducerBackAndLosesNothing) {
    const lane on;
    gate stop;
    stop.close(on);
    std::atomic<int> sent{0};
    int ran = 0;
    constexpr int count = 20000;
    std::thread producer([&] {
        for (int i = 0; i < count; ++i) {
            EXPECT_TRUE(launch_call_back(
                            on, [](void* number) { ++*static_cast<int*>(number); }, &ran)
                            .ok());
            sent.fetch_add(1);
        }
    });
    int before = -1;
    while (before != sent.load() || before == 0) {
        before = sent.load();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    EXPECT_LT(before, count);
    stop.open();
    producer.join();
    EXPECT_TRUE(on.finish().ok());
    EXPECT_EQ(ran, count);
}

TEST_F(WorkerMode, AForkedChildGetsAnErrorAndNoHang) {
    const lane on;
    ASSERT_TRUE(on.finish().ok());
    void* event = make_event(on.where);
    gate stop;
    stop.close(on);
    ASSERT_TRUE(on.record(event).ok());
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        alarm(5);  // a hang ends the child by a signal
        char byte = 0;
        bool done = false;
        const bool right = on.fill(&byte, 1, 1).code == status_code::lost &&
                           on.record(event).code == status_code::lost && on.wait(event).code == status_code::lost &&
                           host_backend().synchronize(on.where, event).code == status_code::lost &&
                           host_backend().query(on.where, event, &done).code == status_code::lost &&
                           host_backend().trim(on.where).ok();
        _exit(right ? 0 : 1);
    }
    int how = 0;
    ASSERT_EQ(waitpid(child, &how, 0), child);
    EXPECT_TRUE(WIFEXITED(how) && WEXITSTATUS(how) == 0) << "status " << how;
    stop.open();
    EXPECT_TRUE(on.finish().ok());
}

TEST(HostTable, StreamsAndThreadsGiveWhatASerialRunGives) { stress(4, 1500); }

}  // namespace
