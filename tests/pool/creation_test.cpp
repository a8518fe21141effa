// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/pool/creation.hpp"

#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "pool/pools.hpp"

#include <cstdint>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::counted;
using cushard_test::error_of;
using cushard_test::expect_array;
using cushard_test::pool_of;
using cushard_test::pool_sizes;
using cushard_test::random_cut;

TEST(PoolCreation, OneValueFillsEveryPart) {
    for (int devices : pool_sizes) {
        for (cs::index_t rows : {0, 1, 2, 6, 7, 8, 255, 256, 257}) {
            const auto how = cs::shard(pool_of(devices));
            const auto count = static_cast<std::size_t>(rows * 3);
            expect_array(cs::full<float>({rows, 3}, 2.5f, how), {rows, 3}, std::vector<float>(count, 2.5f));
            expect_array(cs::zeros<float>({rows, 3}, how), {rows, 3}, std::vector<float>(count, 0.0f));
            expect_array(cs::ones<int>({rows, 3}, how), {rows, 3}, std::vector<int>(count, 1));
        }
    }
}

TEST(PoolCreation, EmptyHasTheShapeAndTheLayoutAskedFor) {
    const auto x = cs::empty<float>({5, 2}, cs::shard(pool_of(3)));
    EXPECT_EQ(to_string(x.layout()), "[5, 2] along axis 0 at [0, 2, 4, 5] over devices [0, 1, 2]");
    EXPECT_EQ(x.size(), 10);
    EXPECT_EQ(x.rank(), 2);
}

TEST(PoolCreation, ARangeHasTheBitsOfOneDevice) {
    for (int devices : pool_sizes) {
        const auto how = cs::shard(pool_of(devices));
        expect_array(cs::arange(0, 1000, 1, how), {1000}, counted<int>(1000));
        expect_array(cs::arange(10, -1, -3, how), {4}, {10, 7, 4, 1});
        expect_array(cs::arange(0.5f, 77.0f, 0.1f, how), cs::arange(0.5f, 77.0f, 0.1f).extents(),
                     cs::arange(0.5f, 77.0f, 0.1f).to_host());
        expect_array(cs::arange(5, 5, 1, how), {0}, {});
    }
}

TEST(PoolCreation, EvenStepsHaveTheBitsOfOneDeviceAndEndExactly) {
    for (int devices : pool_sizes) {
        const auto how = cs::shard(pool_of(devices));
        for (cs::index_t count : {0, 1, 2, 6, 1001}) {
            expect_array(cs::linspace(-1.0f, 0.3f, count, how), {count}, cs::linspace(-1.0f, 0.3f, count).to_host());
        }
        EXPECT_EQ(cs::linspace(0.0, 0.7, 1001, how).to_host().back(), 0.7);
    }
}

TEST(PoolCreation, HostMemoryComesBackInCOrderWhicheverAxisIsCut) {
    const std::vector<int> values = counted<int>(5 * 6 * 7);
    for (int devices : pool_sizes) {
        for (int axis : {0, 1, 2, -1}) {
            expect_array(cs::array(values, {5, 6, 7}, cs::shard(pool_of(devices), axis)), {5, 6, 7}, values);
        }
    }
}

TEST(PoolCreation, BoundariesMayBeGivenAndPartsMayBeEmpty) {
    const std::vector<int> values = counted<int>(60);
    std::mt19937 engine(1);
    for (int devices : pool_sizes) {
        for (int round = 0; round < 10; ++round) {
            expect_array(cs::array(values, {12, 5}, cs::shard(pool_of(devices), 0, random_cut(engine, 12, devices))),
                         {12, 5}, values);
            expect_array(cs::array(values, {12, 5}, cs::shard(pool_of(devices), 1, random_cut(engine, 5, devices))),
                         {12, 5}, values);
        }
    }
}

struct pixel {
    std::uint8_t r, g, b;
    bool operator==(const pixel&) const = default;
};

TEST(PoolCreation, EveryElementTypeAndStructsAreStored) {
    const auto how = cs::shard(pool_of(3));
    const std::vector<pixel> pixels{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
    EXPECT_TRUE(cs::array(pixels, how).to_host() == pixels);
    EXPECT_TRUE(cs::full<pixel>({4}, pixel{1, 2, 3}, how).to_host() == std::vector<pixel>(4, pixel{1, 2, 3}));
    const std::vector<std::int8_t> bytes{-128, 0, 127};
    EXPECT_EQ(cs::array(bytes, how).to_host(), bytes);
    const std::vector<bool> bits{true, false, true, true};
    EXPECT_EQ(cs::array(bits, how).to_host(), bits);
    EXPECT_EQ(cs::full<bool>({4}, true, how).to_host(), std::vector<bool>(4, true));
}

TEST(PoolCreation, ANumberOfValuesThatDoesNotFillTheShapeIsRefused) {
    EXPECT_EQ(error_of<cs::shape_error>([] {
                  (void)cs::array(counted<int>(5), {2, 3}, cs::shard(pool_of(2)));
              }),
              "array: 5 values do not fill the shape [2, 3]");
}

TEST(PoolCreation, AnAxisThatTheShapeLacksIsRefused) {
    EXPECT_THROW((void)cs::zeros<int>({2, 3}, cs::shard(pool_of(2), 2)), cs::axis_error);
    EXPECT_THROW((void)cs::array(counted<int>(6), cs::shard(pool_of(2), 1)), cs::axis_error);
}

TEST(PoolCreation, ErrorsNameWhatWasCalled) {
    const auto said = [](auto make) { return error_of<cs::axis_error>(make); };
    const auto how = cs::shard(pool_of(2), 3);
    EXPECT_EQ(said([&] { (void)cs::empty<int>({2, 3}, how); }).find("empty: "), 0u);
    EXPECT_EQ(said([&] { (void)cs::zeros<int>({2, 3}, how); }).find("zeros: "), 0u);
    EXPECT_EQ(said([&] { (void)cs::ones<int>({2, 3}, how); }).find("ones: "), 0u);
    EXPECT_EQ(said([&] { (void)cs::full<int>({2, 3}, 2, how); }).find("full: "), 0u);
    EXPECT_EQ(said([&] { (void)cs::arange(0, 3, 1, how); }).find("arange: "), 0u);
    EXPECT_EQ(said([&] { (void)cs::linspace(0.0, 3.0, 4, how); }).find("linspace: "), 0u);
    EXPECT_EQ(said([&] { (void)cs::array(counted<int>(6), how); }).find("array: "), 0u);
}

TEST(PoolCreation, AShapeWhoseBytesNoMemoryHoldsIsRefused) {
    EXPECT_THROW((void)cs::zeros<double>({cs::index_t{1} << 31, cs::index_t{1} << 31}, cs::shard(pool_of(1))),
                 cs::shape_error);
}

TEST(PoolCreation, ADeviceMayStandInAPoolTwice) {
    const cs::device_pool pool({cs::device(1), cs::device(0), cs::device(1)});
    expect_array(cs::arange(0, 10, 1, cs::shard(pool)), {10}, counted<int>(10));
}

TEST(PoolCreation, ScatteringAnArrayAndGatheringItGivesItBack) {
    const std::vector<int> values = counted<int>(4 * 5 * 6);
    const cs::device_array<int> whole = cs::array(values, {4, 5, 6});
    for (int devices : pool_sizes) {
        for (int axis : {0, 1, 2}) {
            const auto x = cs::scatter(whole, cs::shard(pool_of(devices), axis));
            expect_array(x, {4, 5, 6}, values);
            expect_array(x.gather(), {4, 5, 6}, values);
            const cs::device_array<int> far = x.gather(cs::device(7));
            expect_array(far, {4, 5, 6}, values);
            EXPECT_EQ(far.get_device().id(), 7);
        }
    }
}

TEST(PoolCreation, AnArrayMayBeScatteredFromADeviceOutsideThePool) {
    const cs::device_scope there(6);
    const auto whole = cs::arange(24);
    expect_array(cs::scatter(whole, cs::shard(pool_of(3))), {24}, counted<int>(24));
}

TEST(PoolCreation, AnEmptyArrayIsScatteredAndGathered) {
    const auto nothing = cs::zeros<float>({0, 3});
    const auto x = cs::scatter(nothing, cs::shard(pool_of(4)));
    expect_array(x, {0, 3}, {});
    expect_array(x.gather(), {0, 3}, {});
    expect_array(cs::scatter(nothing, cs::shard(pool_of(4), 1)).gather(), {0, 3}, {});
}

TEST(PoolCreation, AViewIsScatteredInItsOwnOrder) {
    auto whole = cs::arange(12).reshape({3, 4});
    expect_array(cs::scatter(whole.transpose(), cs::shard(pool_of(2), 1)), {4, 3},
                 {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11});
}

TEST(PoolCreation, FiveRowsOverFourDevicesAreGatheredAsFiveRows) {  // torch#103306
    const std::vector<int> values = counted<int>(50);
    const auto x = cs::array(values, {5, 10}, cs::shard(pool_of(4)));
    expect_array(x.gather(), {5, 10}, values);
}

TEST(PoolCreation, TwoElementsOverEightDevicesLeaveSixPartsEmpty) {  // torch#161368
    auto x = cs::array(std::vector<int>{5, 6}, cs::shard(pool_of(8)));
    int empty = 0;
    for (const auto& part : x.shards()) empty += part.elements.size() == 0 ? 1 : 0;
    EXPECT_EQ(empty, 6);
    expect_array(cs::eval(x + x), {2}, {10, 12});
    expect_array(x.gather(), {2}, {5, 6});
}

}  // namespace
