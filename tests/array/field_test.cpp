// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Faults of streams and devices that users of array libraries met, told with arrays.

#include "cushard/algorithm/reductions.hpp"
#include "cushard/array/creation.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/elementary.hpp"
#include "cushard/runtime/statistics.hpp"
#include "cushard/runtime/stream.hpp"
#include "support/eight_devices.hpp"
#include "support/values.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::expect_array;

[[maybe_unused]] ::testing::Environment* const field_devices = cushard_test::on_eight_devices();

TEST(ArraysInTheField, AnOperationRunsWhereItsOperandsLive) {  // cupy#5379
    const auto x = cs::arange(10);
    const cs::device_scope there(1);
    const cs::device_array<int> y = x * 2;
    EXPECT_EQ(y.get_device().id(), 0);
    expect_array(y, {10}, {0, 2, 4, 6, 8, 10, 12, 14, 16, 18});
    const cs::device_array<std::int64_t> total = cs::sum(x);
    EXPECT_EQ(total.get_device().id(), 0);
    EXPECT_EQ(cs::device().id(), 1);
    EXPECT_EQ(cs::arange(3).get_device().id(), 1);
}

TEST(ArraysInTheField, WritingAnArrayHappensWhereItLives) {
    auto x = cs::zeros<int>(5);
    const cs::device_scope there(2);
    x = 4;
    x(cs::slice(1, 3)) += 2;
    EXPECT_EQ(x.get_device().id(), 0);
    expect_array(x, {5}, {4, 6, 6, 4, 4});
    const cs::device_array<int> copy = x;
    EXPECT_EQ(copy.get_device().id(), 0);
}

TEST(ArraysInTheField, AnArrayAssignedFromAnotherDevicesArrayIsRefusedUnlessItTakesNewMemory) {
    auto x = cs::zeros<int>(5);
    const cs::device_scope there(1);
    const auto same_shape = cs::ones<int>(5);
    EXPECT_THROW(x = same_shape, cs::device_error);
    expect_array(x, {5}, {0, 0, 0, 0, 0});
    x = cs::ones<int>(3);
    EXPECT_EQ(x.get_device().id(), 1);
}

TEST(ArraysInTheField, ANewThreadEvaluatesOnTheDeviceOfTheOperands) {  // arrayfire#2296
    std::optional<cs::device_array<float>> x;
    {
        const cs::device_scope there(1);
        x = cs::full<float>(1000, 2.0f);
    }
    const auto e = cs::sqrt(*x * 2.0f) + 1.0f;
    std::thread([&] {
        const cs::device_array<float> y = e;
        EXPECT_EQ(y.get_device().id(), 1);
        EXPECT_EQ(cs::device().id(), 0);
        expect_array(y, {1000}, std::vector<float>(1000, 3.0f));
    }).join();
}

TEST(ArraysInTheField, AStreamOfOneDeviceStaysCurrentWhenAnotherDeviceIsMadeActive) {  // cupy#4673
    const cs::stream side{cs::device(0)};
    const cs::stream_scope work(side);
    const auto x = cs::arange(100);
    const cs::device_scope there(1);
    const auto y = cs::arange(100);
    expect_array(cs::eval(y + 1)(cs::slice(0, 3)), {3}, {1, 2, 3});
    expect_array(cs::eval(x * 2)(cs::slice(0, 3)), {3}, {0, 2, 4});
    EXPECT_EQ(cs::current_stream(cs::device(0)), side.view());
}

TEST(ArraysInTheField, AnArrayDestroyedWhileAnotherDeviceIsCurrentGoesAndTheCurrentDeviceStays) {  // arrayfire#1321
    std::optional<cs::device_array<float>> x = cs::ones<float>(1000);
    std::optional e = *x + cs::sum(*x);
    (void)cs::eval(*e);
    const auto before = cs::detail::statistics().live_bytes;
    const cs::device_scope there(2);
    x.reset();
    e.reset();
    EXPECT_EQ(cs::detail::statistics().live_bytes, before - 4000);
    EXPECT_EQ(cs::device().id(), 2);
    cs::device(0).wait();
}

TEST(ArraysInTheField, ABlockFreedOnOneStreamIsNotReusedBeforeAnotherHasReadIt) {  // cupy#8068, torch#23729
    const cs::stream side{cs::device(0)};
    for (int round = 0; round < 50; ++round) {
        std::optional<cs::device_array<int>> x = cs::full<int>(5000, round);
        std::optional<cs::device_array<int>> y;
        {
            const cs::stream_scope work(side);
            y = *x + 1;
        }
        x.reset();
        const auto noise = cs::full<int>(5000, -1);
        const auto host = y->to_host();
        for (int value : host) ASSERT_EQ(value, round + 1);
    }
}

TEST(ArraysInTheField, AViewReadOnAnotherStreamKeepsTheMemoryWhenItsBaseDies) {  // torch#27366
    const cs::stream side{cs::device(0)};
    for (int round = 0; round < 50; ++round) {
        std::optional<cs::device_array<int>> base = cs::full<int>(5000, round);
        std::optional<cs::array_view<int>> view = (*base)(cs::slice(5, cs::end));
        base.reset();
        std::optional<cs::device_array<int>> y;
        {
            const cs::stream_scope work(side);
            y = *view * 2;
        }
        view.reset();
        const auto noise = cs::full<int>(5000, -1);
        for (int value : y->to_host()) ASSERT_EQ(value, 2 * round);
    }
}

TEST(ArraysInTheField, WorkHandedFromStreamToStreamKeepsItsOrder) {
    const cs::stream streams[] = {cs::stream(cs::device(0)), cs::stream(cs::device(0)), cs::stream(cs::device(0))};
    auto x = cs::zeros<std::int64_t>(3000);
    for (int i = 0; i < 60; ++i) {
        const cs::stream_scope work(streams[i % 3]);
        x += 1;
        x = x + cs::max(x) - cs::min(x);
    }
    expect_array(x, {3000}, std::vector<std::int64_t>(3000, 60));
}

TEST(ArraysInTheField, TheSameExpressionFromEightThreadsOnThreeDevicesIsRightInAll) {  // vexcl#124
    std::vector<cs::device_array<int>> arrays;
    for (int i = 0; i < 3; ++i) {
        const cs::device_scope there(i);
        arrays.push_back(cs::full<int>(4000, i));
    }
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&, t] {
            const cs::device_scope here(t % 2);
            const cs::stream own{cs::device(t % 3)};
            const cs::stream_scope work(own);
            for (int round = 0; round < 10; ++round) {
                for (int i = 0; i < 3; ++i) {
                    const auto& x = arrays[static_cast<std::size_t>(i)];
                    const cs::device_array<int> y = x * 2 + t;
                    wrong += y.get_device().id() != i;
                    wrong += cs::sum(y).item() != 4000 * (2 * i + t);
                }
            }
        });
    }
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(wrong, 0);
}

TEST(ArraysInTheFieldDeathTest, AnArrayAliveAtProgramExitEndsItWithoutAMessage) {  // arrayfire#167, #2374
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            static cs::device_array<int> kept = cs::arange(1000);
            kept += 1;
            std::exit(0);
        },
        testing::ExitedWithCode(0), "^$");
}

}  // namespace
