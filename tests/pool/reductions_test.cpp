// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/pool/reductions.hpp"

#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/cast.hpp"
#include "cushard/runtime/statistics.hpp"
#include "pool/pools.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::counted;
using cushard_test::pool_of;
using cushard_test::pool_sizes;
using cushard_test::random_cut;
using cushard_test::random_floats;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// Random lengths, many of them small, up to 200000.
cs::index_t random_length(std::mt19937& engine) {
    switch (engine() % 4) {
        case 0:
            return 1 + static_cast<cs::index_t>(engine() % 40);
        case 1:
            return 1 + static_cast<cs::index_t>(engine() % 2000);
        default:
            return 1 + static_cast<cs::index_t>(engine() % 200000);
    }
}

TEST(PoolReductions, AnyCutOfAnyLengthGivesTheBitsOfOneDevice) {
    std::mt19937 engine(11);
    for (int round = 0; round < 200; ++round) {
        const cs::index_t count = random_length(engine);
        const auto values = random_floats(static_cast<std::size_t>(count), static_cast<unsigned>(round), -1e3f, 1e3f);
        const auto whole = cs::array(values);
        const int devices = 1 + static_cast<int>(engine() % 7);
        const auto cut = random_cut(engine, count, devices);
        const auto x = cs::array(values, cs::shard(pool_of(devices), 0, cut));
        const std::string where = to_string(x.layout());
        ASSERT_EQ(bits(cs::sum(x).item()), bits(cs::sum(whole).item())) << where;
        ASSERT_EQ(bits(cs::mean(x).item()), bits(cs::mean(whole).item())) << where;
        ASSERT_EQ(bits(cs::min(x).item()), bits(cs::min(whole).item())) << where;
        ASSERT_EQ(bits(cs::max(x).item()), bits(cs::max(whole).item())) << where;
    }
}

TEST(PoolReductions, BalancedCutsOverOneFourAndSevenDevicesGiveTheSameBits) {
    for (cs::index_t count : {1, 2, 255, 256, 257, 32767, 32768, 32769, 100003}) {
        const auto values = random_floats(static_cast<std::size_t>(count), 5);
        const auto whole = cs::array(values);
        const std::uint32_t expected = bits(cs::sum(whole * whole).item());
        for (int devices : pool_sizes) {
            const auto x = cs::array(values, cs::shard(pool_of(devices)));
            EXPECT_EQ(bits(cs::sum(x * x).item()), expected) << count << " over " << devices;
        }
    }
}

TEST(PoolReductions, RowsCutAnywhereGiveTheBitsOfOneDevice) {
    const auto values = random_floats(37 * 29, 8);
    const std::uint32_t expected = bits(cs::sum(cs::array(values, {37, 29})).item());
    std::mt19937 engine(2);
    for (int devices : pool_sizes) {
        const auto x = cs::array(values, {37, 29}, cs::shard(pool_of(devices), 0, random_cut(engine, 37, devices)));
        EXPECT_EQ(bits(cs::sum(x).item()), expected) << to_string(x.layout());
        const auto y = cs::array(values, {1, 37 * 29}, cs::shard(pool_of(devices), 1));
        EXPECT_EQ(bits(cs::sum(y).item()), expected) << to_string(y.layout());
    }
}

TEST(PoolReductions, AnInnerAxisMayBeCutAndTheValueIsRightAndAlwaysTheSame) {
    const std::vector<int> values = counted<int>(12 * 10);
    for (int devices : pool_sizes) {
        const auto x = cs::array(values, {12, 10}, cs::shard(pool_of(devices), 1));
        EXPECT_EQ(cs::sum(x).item(), 7140);
        EXPECT_EQ(cs::mean(x).item(), 59.5);
        EXPECT_EQ(cs::min(x + 1).item(), 1);
        EXPECT_EQ(cs::max(x).item(), 119);
        const auto fractions = cs::array(random_floats(120, 4), {12, 10}, cs::shard(pool_of(devices), 1));
        EXPECT_EQ(bits(cs::sum(fractions).item()), bits(cs::sum(fractions).item()));
    }
}

TEST(PoolReductions, TheMeanOfRowsOverTwoDevicesIsTheTrueMeanAlthoughAPartIsEmpty) {  // torch#162692
    const auto tall = cs::array(counted<float>(12), {3, 4}, cs::shard(pool_of(2)));
    EXPECT_EQ(cs::mean(tall).item(), 5.5f);
    const auto flat = cs::array(counted<float>(4), {1, 4}, cs::shard(pool_of(2)));
    EXPECT_EQ(cs::mean(flat).item(), 1.5f);
    EXPECT_EQ(cs::max(flat).item(), 3.0f);
    EXPECT_EQ(cs::sum(flat).item(), 6.0f);
}

TEST(PoolReductions, TwoElementsOverEightDevicesAreReduced) {  // torch#161368
    const auto x = cs::array(std::vector<float>{-2.0f, 5.0f}, cs::shard(pool_of(8)));
    EXPECT_EQ(cs::sum(x).item(), 3.0f);
    EXPECT_EQ(cs::min(x).item(), -2.0f);
    EXPECT_EQ(cs::max(x).item(), 5.0f);
}

TEST(PoolReductions, TheSumOfNothingIsZeroAndItsMeanIsNan) {
    for (int devices : pool_sizes) {
        const auto nothing = cs::zeros<float>({0, 3}, cs::shard(pool_of(devices)));
        EXPECT_EQ(bits(cs::sum(nothing).item()), bits(0.0f));
        EXPECT_TRUE(std::isnan(cs::mean(nothing).item()));
    }
}

TEST(PoolReductions, MinAndMaxOfNothingAreRefusedByName) {
    const auto nothing = cs::zeros<float>({0, 3}, cs::shard(pool_of(2)));
    EXPECT_EQ(cushard_test::error_of<cs::shape_error>([&] { (void)cs::min(nothing); }),
              "min: the array of shape [0, 3] has no elements: expected at least one");
    EXPECT_THROW((void)cs::max(nothing), cs::shape_error);
}

TEST(PoolReductions, NegativeZerosSumAsOnOneDevice) {
    const std::vector<float> zeros(5, -0.0f);
    const auto x = cs::array(zeros, cs::shard(pool_of(7)));
    EXPECT_EQ(bits(cs::sum(x).item()), bits(cs::sum(cs::array(zeros)).item()));
}

TEST(PoolReductions, ANanWinsOnWhicheverDeviceItIs) {
    for (int place : {0, 3, 9}) {
        std::vector<float> values = counted<float>(10);
        values[static_cast<std::size_t>(place)] = std::numeric_limits<float>::quiet_NaN();
        const auto x = cs::array(values, cs::shard(pool_of(4)));
        EXPECT_TRUE(std::isnan(cs::min(x).item())) << place;
        EXPECT_TRUE(std::isnan(cs::max(x).item())) << place;
        EXPECT_TRUE(std::isnan(cs::sum(x).item())) << place;
    }
}

TEST(PoolReductions, IntegersSumInSixtyFourBits) {
    const auto x = cs::full<std::int8_t>({1000}, 127, cs::shard(pool_of(3)));
    static_assert(std::is_same_v<decltype(cs::sum(x).item()), std::int64_t>);
    EXPECT_EQ(cs::sum(x).item(), 127000);
    EXPECT_EQ(cs::mean(x).item(), 127.0);
    const auto y = cs::full<std::uint32_t>({4}, 4000000000u, cs::shard(pool_of(3)));
    EXPECT_EQ(cs::sum(y).item(), std::uint64_t{16000000000u});
    const auto z = cs::full<bool>({9}, true, cs::shard(pool_of(3)));
    EXPECT_EQ(cs::sum(z).item(), 9);
}

TEST(PoolReductions, HalfAccumulatesInFloatAndIsRoundedOnce) {
    const auto x = cs::cast<cs::half>(cs::full<float>({3}, 40000.0f, cs::shard(pool_of(2))));
    EXPECT_EQ(static_cast<float>(cs::mean(x).item()), 40000.0f);
    static_assert(std::is_same_v<decltype(cs::sum(x).item()), cs::half>);
}

TEST(PoolReductions, AReductionThatStandsTwiceIsComputedOnce) {
    const auto x = cs::ones<float>({100}, cs::shard(pool_of(3)));
    const auto total = cs::sum(x);
    const auto before = cs::detail::statistics().launches;
    const cs::sharded_array<float> y = x * total + total;
    const auto after = cs::detail::statistics().launches;
    EXPECT_EQ(after - before, 3u + 1u + 3u);  // a reduction per device, a merge, one elementwise kernel per device
    EXPECT_EQ(y.to_host(), std::vector<float>(100, 200.0f));
}

TEST(PoolReductions, AReductionReadsTheValuesAtEvaluation) {
    auto x = cs::ones<int>({10}, cs::shard(pool_of(3)));
    const auto total = cs::sum(x);
    EXPECT_EQ(total.item(), 10);
    x = 3;
    EXPECT_EQ(total.item(), 30);
}

TEST(PoolReductions, OnlyPartialValuesAndTheResultMoveBetweenDevices) {
    for (cs::index_t count : {1, 2, 6, 7, 1000, 65535, 65536, 65537, 200000}) {
        std::mt19937 engine(static_cast<unsigned>(count));
        for (int devices : pool_sizes) {
            const auto x = cs::array(random_floats(static_cast<std::size_t>(count), 9),
                                     cs::shard(pool_of(devices), 0, random_cut(engine, count, devices)));
            const std::uint64_t before = cs::detail::transfer_count();
            const cs::sharded_array total = cs::sum(x * x);
            const std::uint64_t moved = cs::detail::transfer_count() - before;
            const auto log = static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(count - 1)));
            const std::uint64_t nodes = std::max<std::uint64_t>(1, 2 * log);
            const auto others = static_cast<std::uint64_t>(devices - 1);
            EXPECT_LE(moved, others * (nodes + 1) * sizeof(float)) << to_string(x.layout());
            EXPECT_GE(moved, others * sizeof(float)) << to_string(x.layout());
        }
    }
}

TEST(PoolReductions, APoolOfMoreDevicesThanAMergeTakesIsRefused) {
    const cs::device_pool large(std::vector<cs::device>(65, cs::device(0)));
    const auto x = cs::ones<int>({100}, cs::shard(large));
    EXPECT_EQ(cushard_test::error_of<cs::device_error>([&] { (void)cs::sum(x).item(); }),
              "sum: the pool has 65 devices: expected at most 64");
}

TEST(PoolReductions, ManySumsOneAfterAnotherStayRight) {
    const auto x = cs::ones<float>({1024}, cs::shard(pool_of(7)));
    for (int i = 0; i < 100; ++i) ASSERT_EQ(cs::sum(x).item(), 1024.0f) << i;
}

}  // namespace
