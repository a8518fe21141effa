// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/expr/expression.hpp"

#include "cushard/algorithm/reductions.hpp"
#include "cushard/array/creation.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/elementary.hpp"
#include "cushard/runtime/statistics.hpp"
#include "support/values.hpp"

#include <atomic>
#include <cstdlib>
#include <new>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

// Of this thread: what was enqueued before allocates on a worker at any time.
thread_local int allocations = 0;

void* counted_allocation(std::size_t bytes) {
    ++allocations;
    if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
    throw std::bad_alloc();
}

}  // namespace

#if defined(__CUDACC__)
#pragma nv_diag_suppress 20011  // nvcc holds these for functions of the device too, which calls none of them
#endif

// Every allocation of a thread is counted.
[[gnu::noinline]] void* operator new(std::size_t bytes) { return counted_allocation(bytes); }
[[gnu::noinline]] void* operator new[](std::size_t bytes) { return counted_allocation(bytes); }
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return std::malloc(bytes); }
[[gnu::noinline]] void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return std::malloc(bytes); }
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

namespace cs = cushard;
using cushard_test::expect_array;

TEST(Expression, BuildingOneAllocatesNothingAndLaunchesNothing) {
    const auto a = cs::ones<float>(8), b = cs::ones<float>(8), c = cs::ones<float>(8), d = cs::ones<float>(8);
    const auto launched = cs::detail::statistics().launches;
    const int before = allocations;
    const auto e = a * b + c * d - (a + b) * (c + 2.0f) / d;
    const int after = allocations;
    EXPECT_EQ(after, before);
    EXPECT_EQ(cs::detail::statistics().launches, launched);
    static_assert(decltype(e)::operand_count == 8);
    expect_array(cs::eval(e), {8}, std::vector<float>(8, -4.0f));
}

TEST(Expression, ItIsAPointerForEachOperandAndItsConstants) {
    const auto a = cs::ones<float>(8);
    const auto e = a * a + a * a - (a + a) * (a + a);
    static_assert(sizeof(e) <= 8 * sizeof(void*) + 16);
    const auto with_constants = a * 2.0f + 1.0f;
    static_assert(sizeof(with_constants) <= sizeof(void*) + 16);
    EXPECT_EQ(e.size(), 8);
    EXPECT_EQ(with_constants.size(), 8);
}

TEST(Expression, EvaluatingAChainIsOneLaunchAndOneBlock) {
    const auto a = cs::ones<float>({4, 4});
    const auto before = cs::detail::statistics();
    const cs::device_array<float> out = cs::sqrt(a * a + 3.0f) - cs::transpose(a) * 0.5f;
    const auto after = cs::detail::statistics();
    EXPECT_EQ(after.launches - before.launches, 1u);
    EXPECT_EQ(after.allocations - before.allocations, 1u);
    expect_array(out, {4, 4}, std::vector<float>(16, 1.5f));
}

TEST(Expression, ItKeepsWhatItReadsAlive) {
    std::optional<cs::device_array<float>> a = cs::full<float>(1000, 3.0f);
    const auto e = *a + (*a)(cs::slice(cs::none, cs::none, -1));
    a.reset();
    const auto noise = cs::full<float>(1000, -1.0f);
    expect_array(cs::eval(e), {1000}, std::vector<float>(1000, 6.0f));
}

TEST(Expression, MemoryGoesWhenTheLastExpressionThatReadsItGoes) {
    const auto before = cs::detail::statistics().live_bytes;
    {
        auto e = cs::ones<float>(1000) + cs::ones<float>(1000);
        auto copy = e;
        const auto moved = std::move(e);
        EXPECT_GE(cs::detail::statistics().live_bytes, before + 8000);
        expect_array(cs::eval(copy), {1000}, std::vector<float>(1000, 2.0f));
        expect_array(cs::eval(moved), {1000}, std::vector<float>(1000, 2.0f));
    }
    EXPECT_EQ(cs::detail::statistics().live_bytes, before);
}

auto distance(const cs::device_array<float>& x, float from) {
    const auto shifted = x - from;
    return shifted * shifted;
}

template <class T>
void divide_by(const std::vector<T>& values, T by) {
    const auto x = cs::array(values);
    const cs::index_t count = static_cast<cs::index_t>(values.size());
    std::vector<T> quotients, of_three, inverses;
    for (const T each : values) {
        quotients.push_back(static_cast<T>(each / by));
        of_three.push_back(static_cast<T>(static_cast<T>(static_cast<T>(each / by) + T(1)) / T(3)));
        inverses.push_back(static_cast<T>(by / each));
    }
    expect_array(cs::eval(x / by), {count}, quotients);
    expect_array(cs::eval((x / by + T(1)) / T(3)), {count}, of_three);
    expect_array(cs::eval(by / x), {count}, inverses);
}

TEST(Expression, QuotientsByAConstantAreThoseOfEveryElement) {
    for (const float by : {2.0f, -0.25f, 3.0f, 0.1f}) divide_by<float>({1, -3, 0.7f, 1e-38f, 3e38f, 11}, by);
    for (const int by : {2, -4, 3}) divide_by<int>({1, -3, 7, 2147483647, -8}, by);
    for (const float by : {2.0f, 3.0f}) divide_by<cs::half>({cs::half(1), cs::half(-3), cs::half(7)}, cs::half(by));
    expect_array(cs::eval(cs::array({3.0f, 5.0f}) / 2), {2}, {1.5f, 2.5f});
}

TEST(Expression, ItMayBeReturnedStoredAndCopied) {
    auto a = cs::array<float>({1, 2, 3});
    std::vector<decltype(distance(a, 0))> stored;
    for (int i = 0; i < 3; ++i) stored.push_back(distance(a, static_cast<float>(i)));
    auto other = stored[0];
    other = stored[2];
    expect_array(cs::eval(other), {3}, {1, 0, 1});
    expect_array(cs::eval(stored[0]), {3}, {1, 4, 9});
    a = 5.0f;
    expect_array(cs::eval(other), {3}, {9, 9, 9});
}

TEST(Expression, EvaluatedTwiceItGivesTheSameAndIsUnchanged) {
    const auto a = cs::array<float>({1, 2, 3});
    const auto e = a / cs::sum(a);
    const auto first = cs::eval(e).to_host();
    EXPECT_EQ(cs::eval(e).to_host(), first);
    EXPECT_EQ(first[2], 0.5f);
}

TEST(Expression, ItemOfOneElementOfAnyRank) {
    const auto a = cs::full<int>({1, 1, 1}, 4);
    EXPECT_EQ((a * 2).item(), 8);
    EXPECT_EQ((cs::full<int>(cs::shape{}, 4) + 1).item(), 5);
    EXPECT_THROW((void)(cs::ones<int>(2) + 1).item(), cs::shape_error);
    EXPECT_THROW((void)(cs::ones<int>(0) + 1).item(), cs::shape_error);
}

TEST(Expression, ItNeverConvertsToAScalarByItself) {
    const auto a = cs::ones<float>(cs::shape{});
    static_assert(!std::is_convertible_v<decltype(a + 1), float>);
    static_assert(!std::is_convertible_v<decltype(a), float>);
    static_assert(!std::is_convertible_v<decltype(cs::sum(a)), float>);
}

TEST(Expression, TheSameExpressionFromEightThreadsAtOnceIsRightInAll) {  // vexcl#124
    const auto a = cs::arange(5000.0f);
    const auto e = a * 2.0f + cs::max(a);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            for (int round = 0; round < 10; ++round) {
                const auto copy = e;
                const auto host = cs::eval(copy).to_host();
                for (std::size_t i = 0; i < host.size(); ++i) wrong += host[i] != static_cast<float>(2 * i + 4999);
            }
        });
    }
    for (std::thread& each : threads) each.join();
    EXPECT_EQ(wrong, 0);
}

}  // namespace
