// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/algorithm/reductions.hpp"

#include "cushard/array/creation.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/cast.hpp"
#include "cushard/math/comparison.hpp"
#include "cushard/math/elementary.hpp"
#include "cushard/runtime/statistics.hpp"
#include "support/values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::expect_array;
using cushard_test::random_floats;

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(Reductions, SizesAroundTilesAndPiecesAreRight) {
    for (cs::index_t count : {1, 2, 3, 255, 256, 257, 511, 513, 32767, 32768, 32769, 65537, 100000}) {
        const auto x = cs::arange<std::int64_t>(count);
        EXPECT_EQ(cs::sum(x).item(), count * (count - 1) / 2) << count;
        EXPECT_EQ(cs::mean(x).item(), static_cast<double>(count - 1) / 2) << count;
        EXPECT_EQ(cs::min(x - 5).item(), -5) << count;
        EXPECT_EQ(cs::max(x).item(), count - 1) << count;
    }
}

TEST(Reductions, TheTypeOfASumIsSixtyFourBitsOfTheSameSignOrTheFloatingTypeItself) {
    const auto sum_of = []<class T>(T) { return cs::sum(cs::ones<T>(3)).item(); };
    static_assert(std::is_same_v<decltype(sum_of(std::int8_t{})), std::int64_t>);
    static_assert(std::is_same_v<decltype(sum_of(bool{})), std::int64_t>);
    static_assert(std::is_same_v<decltype(sum_of(std::uint16_t{})), std::uint64_t>);
    static_assert(std::is_same_v<decltype(sum_of(float{})), float>);
    static_assert(std::is_same_v<decltype(sum_of(cs::half{})), cs::half>);
    static_assert(std::is_same_v<decltype(sum_of(cs::complex<double>{})), cs::complex<double>>);
    static_assert(std::is_same_v<decltype(cs::mean(cs::ones<int>(3)).item()), double>);
    static_assert(std::is_same_v<decltype(cs::max(cs::ones<std::int8_t>(3)).item()), std::int8_t>);
    EXPECT_EQ(sum_of(std::int8_t{}), 3);
    EXPECT_EQ(sum_of(bool{}), 3);
    EXPECT_EQ(sum_of(cs::complex<double>{}), cs::complex<double>(3));
}

TEST(Reductions, SmallIntegersDoNotOverflow) {  // arrayfire#884, #1976
    const auto i8 = cs::full<std::int8_t>(100000, 127);
    EXPECT_EQ(cs::sum(i8).item(), 12700000);
    EXPECT_EQ(cs::mean(i8).item(), 127.0);
    const auto u8 = cs::full<std::uint8_t>(100000, 255);
    EXPECT_EQ(cs::sum(u8).item(), 25500000u);
    EXPECT_EQ(cs::mean(u8).item(), 255.0);
    const auto u32 = cs::full<std::uint32_t>(4, 4000000000u);
    EXPECT_EQ(cs::sum(u32).item(), 16000000000u);
}

TEST(Reductions, ASumBeyondSixtyFourBitsWraps) {
    const auto x = cs::full<std::int64_t>(2, std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(cs::sum(x).item(), -2);
}

TEST(Reductions, TheMeanOfLargeHalvesIsNotInfinite) {  // torch#44350
    const auto x = cs::cast<cs::half>(cs::full<float>(3, 40000.0f));
    EXPECT_EQ(static_cast<float>(cs::mean(x).item()), 40000.0f);
    const auto y = cs::cast<cs::bfloat16>(cs::full<float>(1000, 1.0f));
    EXPECT_EQ(static_cast<float>(cs::sum(y).item()), 1000.0f);
}

TEST(Reductions, LongSumsOfShortFloatsStayAccurate) {  // chainer#6249
    auto x = cs::empty<float>({2, 262144});
    x(0) = 1.0f;
    x(1) = 0.1f;
    EXPECT_NEAR(cs::sum(x).item(), 288358.4f, 1.0f);
}

TEST(Reductions, ManyOnesAreCountedExactly) {  // arrayfire#3571, cupy#6439
    const auto one = cs::ones<float>(1);
    EXPECT_EQ(cs::sum(cs::broadcast_to(one, {30000000})).item(), 30000000.0f);
}

TEST(Reductions, TheSameSumAThousandTimesIsTheSame) {  // vexcl#177
    const auto x = cs::ones<float>(1024);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(cs::sum(x).item(), 1024.0f) << i;
}

TEST(Reductions, ANanWinsInMinAndMax) {  // chainer#1366
    for (std::size_t place : {0u, 1u, 3u}) {
        std::vector<float> values{5, -1, 0, 1};
        values[place] = nan_value;
        EXPECT_TRUE(std::isnan(cs::min(cs::array(values)).item())) << place;
        EXPECT_TRUE(std::isnan(cs::max(cs::array(values)).item())) << place;
    }
    std::vector<float> many(70000, 1.0f);
    many[66666] = nan_value;
    EXPECT_TRUE(std::isnan(cs::max(cs::array(many)).item()));
    EXPECT_TRUE(std::isnan(cs::sum(cs::array(many)).item()));
}

TEST(Reductions, InfinitiesAreTheirOwnMinAndMax) {  // vexcl
    EXPECT_EQ(cs::min(cs::array<float>({infinity})).item(), infinity);
    EXPECT_EQ(cs::max(cs::array<float>({-infinity})).item(), -infinity);
    EXPECT_EQ(cs::max(cs::array<float>({-infinity, -3, -infinity})).item(), -3.0f);
}

TEST(Reductions, ASumOfNothingIsZeroAndItsMeanIsNan) {
    for (const cs::shape& extents : {cs::shape({0}), cs::shape({0, 3}), cs::shape({3, 0})}) {
        const auto nothing = cs::zeros<float>(extents);
        EXPECT_EQ(bits(cs::sum(nothing).item()), bits(0.0f)) << to_string(extents);
        EXPECT_EQ(bits(cs::sum(nothing + 1).item()), bits(0.0f)) << to_string(extents);
        EXPECT_TRUE(std::isnan(cs::mean(nothing).item())) << to_string(extents);
    }
    EXPECT_EQ(cs::sum(cs::device_array<int>()).item(), 0);
    EXPECT_EQ(cs::sum(cs::arange(5)(cs::slice(3, 3))).item(), 0);
}

TEST(Reductions, MinAndMaxOfNothingAreRefusedByName) {
    const auto text = [](auto act) -> std::string {
        try {
            act();
        } catch (const cs::shape_error& met) {
            return met.what();
        }
        return {};
    };
    const auto nothing = cs::zeros<float>({0, 2});
    EXPECT_EQ(text([&] { (void)cs::min(nothing); }),
              "min: the array of shape [0, 2] has no elements: expected at least one");
    EXPECT_EQ(text([&] { (void)cs::max(nothing + 1); }),
              "max: the array of shape [0, 2] has no elements: expected at least one");
}

TEST(Reductions, OneElementOfALargerArrayIsItself) {  // arrayfire#981
    const auto x = cs::full<float>(1000, -1.0f);
    EXPECT_EQ(cs::sum(x(500)).item(), -1.0f);
    EXPECT_EQ(cs::sum(x(cs::slice(7, 8))).item(), -1.0f);
    EXPECT_EQ(cs::max(x(-1)).item(), -1.0f);
    EXPECT_EQ(bits(cs::sum(cs::full<float>(1, -0.0f)).item()), bits(-0.0f));
}

TEST(Reductions, StridedReversedAndTransposedViewsAreReducedInTheirOwnOrder) {
    const auto values = random_floats(60 * 70, 3);
    auto x = cs::array(values, {60, 70});
    const auto same_as_copy = [](const auto& view) {
        const cs::device_array<float> copy = view;
        EXPECT_EQ(bits(cs::sum(view).item()), bits(cs::sum(copy).item())) << to_string(view.extents());
        EXPECT_EQ(bits(cs::min(view).item()), bits(cs::min(copy).item())) << to_string(view.extents());
    };
    same_as_copy(x.transpose());
    same_as_copy(x(cs::slice(cs::none, cs::none, -1)));
    same_as_copy(x(cs::slice(3, 50, 7), cs::slice(60, 2, -3)));
    same_as_copy(x(cs::all, 5));
    same_as_copy(x(7));
    same_as_copy(x(cs::newaxis, cs::all, cs::newaxis, cs::slice(1, cs::end)));
    same_as_copy(cs::broadcast_to(x(3), {5, 70}));
    same_as_copy(x.reshape({6, 10, 70}).transpose({1, 2, 0}));
}

TEST(Reductions, AnExpressionIsReducedWithoutBeingStored) {
    const auto x = cs::ones<float>({100, 200});
    (void)cs::sum(x).item();  // the stream takes its scratch once
    const auto before = cs::detail::statistics();
    const cs::device_array<float> total = cs::sum(cs::sqrt(x * x + 3.0f) - cs::broadcast_to(x(0), {100, 200}));
    const auto after = cs::detail::statistics();
    EXPECT_EQ(after.allocations - before.allocations, 1u);
    EXPECT_EQ(after.launches - before.launches, 1u);
    EXPECT_EQ(after.live_bytes - before.live_bytes, 4);
    expect_array(total, cs::shape{}, {20000.0f});
}

TEST(Reductions, AnExpressionsSumHasTheBitsOfItsStoredValues) {
    const auto a = cs::array(random_floats(33333, 1));
    const auto b = cs::array(random_floats(33333, 2));
    const cs::device_array<float> stored = a * b - a;
    EXPECT_EQ(bits(cs::sum(a * b - a).item()), bits(cs::sum(stored).item()));
    const auto row = cs::array(random_floats(40, 3));
    const auto column = cs::array(random_floats(50, 4), {50, 1});
    const cs::device_array<float> outer = row * column;
    EXPECT_EQ(bits(cs::sum(row * column).item()), bits(cs::sum(outer).item()));
}

TEST(Reductions, AReductionInsideAnExpressionIsComputedOnceThoughItStandsTwice) {
    const auto x = cs::arange(4.0f);
    const auto m = cs::mean(x);
    (void)m.item();
    const auto before = cs::detail::statistics().launches;
    const cs::device_array<float> y = (x - m) * (x - m);
    EXPECT_EQ(cs::detail::statistics().launches - before, 2u);
    expect_array(y, {4}, {2.25f, 0.25f, 0.25f, 2.25f});
}

TEST(Reductions, AReductionGoesStraightIntoMemoryThatIsThere) {
    const auto x = cs::arange(4.0f);
    auto s = cs::zeros<float>(cs::shape{});
    auto v = cs::zeros<float>(3);
    cs::device_array<double> wider = cs::zeros<double>(cs::shape{});
    s = cs::sum(x);  // whatever a stream needs once is there
    const auto before = cs::detail::statistics();
    s = cs::sum(x * 2);
    v(1) = cs::max(x);
    EXPECT_EQ(cs::detail::statistics().launches - before.launches, 2u);
    EXPECT_EQ(cs::detail::statistics().allocations, before.allocations);
    expect_array(s, {}, {12.0f});
    expect_array(v, {3}, {0.0f, 3.0f, 0.0f});

    v(cs::all) = cs::sum(x);  // repeated along an axis, or converted: not in place
    expect_array(v, {3}, {6.0f, 6.0f, 6.0f});
    wider = cs::cast<double>(cs::mean(x));
    expect_array(wider, {}, {1.5});
}

TEST(Reductions, AReductionMayGoIntoWhatItReads) {
    for (const cs::index_t count : {1, 5, 512, 8193, 300000}) {
        std::vector<std::int64_t> values(static_cast<std::size_t>(count));
        std::iota(values.begin(), values.end(), 7);
        auto x = cs::array(values);
        std::int64_t total = std::accumulate(values.begin(), values.end(), std::int64_t{0});
        for (const cs::index_t at : {cs::index_t{0}, count / 2, count - 1}) {
            x(at) = cs::sum(x);
            std::int64_t& changed = values[static_cast<std::size_t>(at)];
            const std::int64_t old = std::exchange(changed, total);
            total += total - old;
            ASSERT_EQ(x(at).item(), changed) << count << " " << at;
            ASSERT_EQ(cs::sum(x).item(), total) << count << " " << at;
        }
    }
}

TEST(Reductions, AReductionMayGoIntoAStridedViewThatItReads) {
    for (const cs::index_t count : {1, 7, 513, 20001}) {
        auto x = cs::arange<std::int64_t>(2 * count);
        auto every_second = x(cs::slice(cs::none, cs::none, -2));  // the odd ones, backward
        every_second(0) = cs::sum(every_second);
        std::vector<std::int64_t> expected(static_cast<std::size_t>(2 * count));
        std::iota(expected.begin(), expected.end(), 0);
        expected.back() = count * count;
        expect_array(x, {2 * count}, expected);
    }
}

TEST(Reductions, ReductionsNest) {
    const auto x = cs::arange(4.0f);
    const auto variance = cs::mean((x - cs::mean(x)) * (x - cs::mean(x)));
    EXPECT_EQ(variance.item(), 1.25f);
    EXPECT_EQ(cs::sum(cs::sum(x)).item(), 6.0f);
    EXPECT_EQ((cs::max(x) - cs::min(x)).item(), 3.0f);
    expect_array(cs::eval(x / cs::sum(x)), {4}, {0.0f, 1.0f / 6.0f, 2.0f / 6.0f, 3.0f / 6.0f});
}

TEST(Reductions, ValuesAreReadAtEvaluation) {
    auto x = cs::ones<int>(10);
    const auto total = cs::sum(x * 2);
    EXPECT_EQ(total.item(), 20);
    x = 5;
    EXPECT_EQ(total.item(), 100);
    const cs::device_array<std::int64_t> kept = total;
    x = 0;
    expect_array(kept, cs::shape{}, {100});
}

TEST(Reductions, ComparisonsAreCounted) {
    const auto x = cs::arange(1000);
    EXPECT_EQ(cs::sum(x >= 250).item(), 750);
    EXPECT_EQ(cs::mean(x < 250).item(), 0.25);
    EXPECT_EQ(cs::max(x < 1).item(), true);
}

TEST(Reductions, RankZeroIsReducedToItself) {
    const auto x = cs::full<float>(cs::shape{}, 3.0f);
    EXPECT_EQ(cs::sum(x).item(), 3.0f);
    EXPECT_EQ(cs::mean(x + 1).item(), 4.0f);
    EXPECT_EQ(cs::max(x).item(), 3.0f);
}

TEST(Reductions, ASumHasTheBitsOfThePairwiseTree) {
    for (std::size_t count : {1u, 7u, 1000u, 33000u}) {
        const auto values = random_floats(count, 17, -1e6f, 1e6f);
        std::vector<float> level = values;
        while (level.size() > 1) {
            std::vector<float> next;
            for (std::size_t i = 0; i + 1 < level.size(); i += 2) next.push_back(level[i] + level[i + 1]);
            if (level.size() % 2 == 1) next.push_back(level.back());
            level = next;
        }
        EXPECT_EQ(bits(cs::sum(cs::array(values)).item()), bits(level[0])) << count;
    }
}

}  // namespace
