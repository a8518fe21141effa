// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/pool/sharded_array.hpp"

#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/comparison.hpp"
#include "cushard/math/elementary.hpp"
#include "cushard/math/selection.hpp"
#include "cushard/pool/reductions.hpp"
#include "cushard/runtime/statistics.hpp"
#include "pool/pools.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::counted;
using cushard_test::error_of;
using cushard_test::expect_array;
using cushard_test::pool_of;
using cushard_test::pool_sizes;
using cushard_test::random_cut;
using cushard_test::random_floats;

cs::sharded_array<float> make(float value) { return cs::full<float>({5}, value, cs::shard(pool_of(2))); }

TEST(ShardedArray, AnExpressionHasTheBitsOfOneDevice) {
    const auto left = random_floats(12 * 11, 1, 0, 2);
    const auto right = random_floats(12 * 11, 2, 0, 2);
    const auto a = cs::array(left, {12, 11});
    const auto b = cs::array(right, {12, 11});
    const auto expected = cs::eval(cs::sqrt(a * b + 0.5f) - cs::exp(-a)).to_host();
    for (int devices : pool_sizes) {
        for (int axis : {0, 1}) {
            const auto how = cs::shard(pool_of(devices), axis);
            const auto x = cs::array(left, {12, 11}, how);
            const auto y = cs::array(right, {12, 11}, how);
            expect_array(cs::eval(cs::sqrt(x * y + 0.5f) - cs::exp(-x)), {12, 11}, expected);
        }
    }
}

TEST(ShardedArray, ElementwiseWorkMovesNothingBetweenDevices) {
    const auto how = cs::shard(pool_of(7));
    const auto x = cs::ones<float>({1000}, how);
    const auto y = cs::ones<float>({1000}, how);
    const auto before = cs::detail::statistics();
    const cs::sharded_array<float> z = x * y + 1.0f;
    const auto after = cs::detail::statistics();
    expect_array(z, {1000}, std::vector<float>(1000, 2.0f));
    EXPECT_EQ(after.transfers, before.transfers);
    EXPECT_EQ(after.launches - before.launches, 7u);
    EXPECT_EQ(after.allocations - before.allocations, 7u);
}

TEST(ShardedArray, ItsTypeIsDeducedFromTheExpressionAndValuesConvert) {
    const auto x = cs::arange(0, 4, 1, cs::shard(pool_of(3)));
    const cs::sharded_array y = x * 0.5;
    static_assert(std::is_same_v<decltype(y), const cs::sharded_array<double>>);
    expect_array(y, {4}, {0.0, 0.5, 1.0, 1.5});
    const cs::sharded_array<std::uint8_t> bytes = x * 100 - 1;
    expect_array(bytes, {4}, {255, 99, 199, 43});
    expect_array(cs::eval(x > 1), {4}, {false, false, true, true});
}

TEST(ShardedArray, EqualBoundariesMayBeGivenAndFuse) {
    std::mt19937 engine(3);
    for (int devices : pool_sizes) {
        for (int round = 0; round < 10; ++round) {
            const auto how = cs::shard(pool_of(devices), 0, random_cut(engine, 20, devices));
            const auto x = cs::arange(0, 20, 1, how);
            const auto y = cs::full<int>({20}, round, how);
            expect_array(cs::eval(x - y), {20}, cs::eval(cs::arange(20) - round).to_host());
        }
    }
}

TEST(ShardedArray, CopyingCopiesElements) {
    auto x = cs::arange(0, 5, 1, cs::shard(pool_of(3), 0, {0, 4, 4, 5}));
    cs::sharded_array<int> y = x;
    y = 7;
    expect_array(x, {5}, {0, 1, 2, 3, 4});
    expect_array(y, {5}, {7, 7, 7, 7, 7});
    EXPECT_TRUE(x.layout() == y.layout());
}

TEST(ShardedArray, MovingMovesTheMemory) {
    auto x = cs::arange(0, 5, 1, cs::shard(pool_of(3)));
    const int* where = x.shards()[1].elements.data();
    cs::sharded_array<int> y = std::move(x);
    EXPECT_EQ(y.shards()[1].elements.data(), where);
    expect_array(y, {5}, {0, 1, 2, 3, 4});
    x = y + 1;  // NOLINT(bugprone-use-after-move): a moved-from array may be assigned to
    expect_array(x, {5}, {1, 2, 3, 4, 5});
    cs::sharded_array<int> z = std::move(y);
    y = z;
    expect_array(y, {5}, {0, 1, 2, 3, 4});
}

TEST(ShardedArray, AMovedFromArrayIsEmptyAndRefusesWhatNeedsALayout) {
    auto x = cs::arange(0, 5, 1, cs::shard(pool_of(3)));
    const auto y = std::move(x);
    expect_array(x, {0}, {});  // NOLINT(bugprone-use-after-move): that it is empty is what is tested
    x.wait();
    EXPECT_THROW((void)x.layout(), cs::error);
    EXPECT_THROW((void)x.gather(), cs::error);
    EXPECT_THROW((void)(x + 1), cs::error);
    EXPECT_THROW(x = 3, cs::error);
    EXPECT_THROW(x += 1, cs::error);
    EXPECT_THROW(cs::sharded_array<int>{x}, cs::error);
}

TEST(ShardedArray, AGrowingVectorOfArraysMovesThem) {
    std::vector<cs::sharded_array<int>> arrays;
    for (int i = 0; i < 20; ++i) arrays.push_back(cs::full<int>({3}, i, cs::shard(pool_of(2))));
    for (int i = 0; i < 20; ++i) expect_array(arrays[static_cast<std::size_t>(i)], {3}, {i, i, i});
}

TEST(ShardedArray, AssigningTheSameLayoutWritesIntoTheMemoryWhichPartsSee) {
    auto x = cs::arange(0, 6, 1, cs::shard(pool_of(3)));
    const auto parts = x.shards();
    x = x * 10;
    expect_array(parts[2].elements, {2}, {40, 50});
}

TEST(ShardedArray, AssigningAnotherLayoutTakesNewMemoryAndOldPartsKeepTheOld) {
    auto x = cs::arange(0, 6, 1, cs::shard(pool_of(3)));
    const auto parts = x.shards();
    x = cs::arange(0, 4, 1, cs::shard(pool_of(2))) + 1;
    expect_array(x, {4}, {1, 2, 3, 4});
    EXPECT_EQ(x.pool().size(), 2);
    expect_array(parts[2].elements, {2}, {4, 5});
}

TEST(ShardedArray, SelfAssignmentChangesNothing) {
    auto x = cs::arange(0, 6, 1, cs::shard(pool_of(3)));
    const auto& same = x;
    x = same;
    expect_array(x, {6}, {0, 1, 2, 3, 4, 5});
}

TEST(ShardedArray, EveryCompoundAssignmentKeepsLayoutAndType) {
    for (int devices : pool_sizes) {
        auto x = cs::arange(11, 14, 1, cs::shard(pool_of(devices)));
        const auto one = cs::ones<int>({3}, cs::shard(pool_of(devices)));
        x -= one;
        expect_array(x, {3}, {10, 11, 12});
        x += 0.75;
        expect_array(x, {3}, {10, 11, 12});
        x *= 2;
        expect_array(x, {3}, {20, 22, 24});
        x /= 4;
        expect_array(x, {3}, {5, 5, 6});
        x &= 6;
        expect_array(x, {3}, {4, 4, 6});
        x |= one;
        expect_array(x, {3}, {5, 5, 7});
        x ^= 5;
        expect_array(x, {3}, {0, 0, 2});
    }
}

TEST(ShardedArray, WritingThroughAPartWritesTheArray) {
    auto x = cs::zeros<int>({5, 2}, cs::shard(pool_of(3)));
    for (auto& part : x.shards()) part.elements = part.where.id() + 1;
    expect_array(x, {5, 2}, {1, 1, 1, 1, 2, 2, 2, 2, 3, 3});
}

TEST(ShardedArray, PartsSayWhereTheyAreAndWhichIndicesTheyHave) {
    auto x = cs::zeros<int>({2, 10}, cs::shard(pool_of(3, 2), 1, {0, 3, 3, 10}));
    const auto parts = x.shards();
    ASSERT_EQ(parts.size(), 3u);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(parts[static_cast<std::size_t>(i)].where.id(), i + 2);
    EXPECT_EQ(parts[0].first, 0);
    EXPECT_EQ(parts[0].last, 3);
    EXPECT_EQ(parts[1].first, 3);
    EXPECT_EQ(parts[1].last, 3);
    EXPECT_EQ(parts[2].last, 10);
    EXPECT_EQ(to_string(parts[1].elements.extents()), "[2, 0]");
    EXPECT_EQ(parts[2].elements.get_device().id(), 4);
}

TEST(ShardedArray, ATemporaryInAnExpressionLivesAsLongAsTheExpression) {
    const auto e = make(1) * make(1) / 2;
    const auto noise = make(99);
    expect_array(cs::eval(e), {5}, std::vector<float>(5, 0.5f));
}

TEST(ShardedArray, AnExpressionReadsTheValuesAtEvaluation) {
    auto x = make(1);
    const auto e = x + 1;
    expect_array(cs::eval(e), {5}, std::vector<float>(5, 2.0f));
    x = 10;
    expect_array(cs::eval(e), {5}, std::vector<float>(5, 11.0f));
}

TEST(ShardedArray, DifferentBoundariesAreRefusedNamingBothLayouts) {
    const auto x = cs::zeros<int>({10}, cs::shard(pool_of(2)));
    const auto y = cs::zeros<int>({10}, cs::shard(pool_of(2), 0, {0, 3, 10}));
    EXPECT_EQ(error_of<cs::device_error>([&] { (void)cs::eval(x + y); }),
              "evaluate: layouts differ: [10] along axis 0 at [0, 5, 10] over devices [0, 1] and [10] along axis 0 at "
              "[0, 3, 10] over devices [0, 1]: expected equal ones");
}

TEST(ShardedArray, DifferentPoolsAndAxesAreRefused) {
    const auto x = cs::zeros<int>({4, 4}, cs::shard(pool_of(2)));
    const auto other_pool = cs::zeros<int>({4, 4}, cs::shard(pool_of(2, 1)));
    const auto other_axis = cs::zeros<int>({4, 4}, cs::shard(pool_of(2), 1));
    EXPECT_THROW((void)cs::eval(x + other_pool), cs::device_error);
    EXPECT_THROW((void)cs::eval(x + other_axis), cs::device_error);
    EXPECT_THROW((void)cs::eval(x + cs::sum(other_pool)), cs::device_error);
}

TEST(ShardedArray, AFailedCompoundAssignmentChangesNothing) {
    auto x = cs::arange(0, 10, 1, cs::shard(pool_of(2)));
    const auto y = cs::ones<int>({10}, cs::shard(pool_of(2), 0, {0, 3, 10}));
    const std::string text = error_of<cs::device_error>([&] { x += y; });
    EXPECT_NE(text.find("[0, 5, 10]"), std::string::npos) << text;
    EXPECT_NE(text.find("[0, 3, 10]"), std::string::npos) << text;
    expect_array(x, {10}, counted<int>(10));
}

TEST(ShardedArray, ShapesThatDoNotBroadcastAreNamed) {
    const auto x = cs::zeros<int>({4, 3}, cs::shard(pool_of(2)));
    const auto y = cs::zeros<int>({5}, cs::shard(pool_of(2)));
    EXPECT_EQ(error_of<cs::shape_error>([&] { (void)(x + y); }),
              "add: cannot broadcast [4, 3] with [5]: axis 1 is 3 and 5");
}

TEST(ShardedArray, AShardedOperandThatWouldBeRepeatedIsRefused) {
    const auto x = cs::zeros<int>({4, 3}, cs::shard(pool_of(2)));
    const auto row = cs::zeros<int>({3}, cs::shard(pool_of(2)));
    EXPECT_THROW((void)cs::eval(x + row), cs::device_error);
}

TEST(ShardedArray, AResultOfAReductionJoinsAsAScalarOnEveryDevice) {
    for (int devices : pool_sizes) {
        const auto x = cs::arange(1.0f, 9.0f, 1.0f, cs::shard(pool_of(devices)));
        expect_array(cs::eval(x / cs::sum(x)), {8},
                     cs::eval(cs::arange(1.0f, 9.0f) / cs::sum(cs::arange(1.0f, 9.0f))).to_host());
        expect_array(cs::eval(x - cs::mean(x) + cs::max(x) * cs::min(x)), {8},
                     {4.5f, 5.5f, 6.5f, 7.5f, 8.5f, 9.5f, 10.5f, 11.5f});
    }
}

TEST(ShardedArray, AnArrayDividedByItsOwnSumInPlaceReadsTheOldSum) {
    for (int devices : pool_sizes) {
        auto x = cs::full<float>({8}, 2.0f, cs::shard(pool_of(devices)));
        x /= cs::sum(x);
        expect_array(x, {8}, std::vector<float>(8, 0.125f));
    }
}

TEST(ShardedArray, AReductionBecomesAnArrayThatIsWholeOnEveryDevice) {
    const auto x = cs::arange(0, 5, 1, cs::shard(pool_of(3)));
    cs::sharded_array total = cs::sum(x);
    EXPECT_TRUE(total.layout().is_replicated());
    expect_array(total, cs::shape{}, {10});
    for (auto& part : total.shards()) EXPECT_EQ(part.elements.item(), 10) << part.where.id();
    expect_array(cs::eval(x + total), {5}, {10, 11, 12, 13, 14});
    EXPECT_EQ(total.gather(cs::device(5)).item(), 10);
    expect_array(cs::eval(cs::sum(total + 1)), cs::shape{}, {11});
    const cs::sharded_array copy = total;
    total += 1;
    expect_array(copy, cs::shape{}, {10});
    for (auto& part : total.shards()) EXPECT_EQ(part.elements.item(), 11) << part.where.id();
}

TEST(ShardedArray, OneValueIsAssignedToEveryElement) {
    auto x = cs::zeros<float>({4}, cs::shard(pool_of(3)));
    x = 2.5;
    expect_array(x, {4}, std::vector<float>(4, 2.5f));
    x.write("test", cs::sum(x));
    expect_array(x, {4}, std::vector<float>(4, 10.0f));
}

struct pair {
    int a, b;
    bool operator==(const pair&) const = default;
};

TEST(ShardedArray, PartsOfAStructAreAssigned) {
    auto x = cs::zeros<pair>({4}, cs::shard(pool_of(3)));
    x = pair{1, 2};
    EXPECT_TRUE(x.to_host() == std::vector<pair>(4, pair{1, 2}));
    const cs::sharded_array<pair> copy = x;
    EXPECT_TRUE(copy.gather().to_host() == std::vector<pair>(4, pair{1, 2}));
}

TEST(ShardedArray, ItemReadsTheOneValueAndRefusesMore) {
    const auto x = cs::arange(0, 5, 1, cs::shard(pool_of(3)));
    EXPECT_EQ(cs::sum(x).item(), 10);
    EXPECT_EQ((cs::sum(x) * 2 + 1).item(), 21);
    EXPECT_THROW((void)(x + 1).item(), cs::shape_error);
    EXPECT_EQ((cs::full<int>({1}, 4, cs::shard(pool_of(3))) + 1).item(), 5);
}

TEST(ShardedArray, TheSumOfTenPlusTenIsTheSumOfTheWhole) {  // torch#163193
    const auto x = cs::arange(0, 10, 1, cs::shard(pool_of(2)));
    EXPECT_EQ((cs::sum(x) + 10).item(), 55);
}

TEST(ShardedArray, ALongChainOfWorkOnManyDevicesKeepsItsOrder) {
    for (int devices : pool_sizes) {
        auto x = cs::zeros<int>({1000}, cs::shard(pool_of(devices)));
        int expected = 0;
        for (int i = 0; i < 50; ++i) {
            x += 1;
            const cs::sharded_array<int> y = x * 2;
            x = y - x;
            ++expected;
        }
        expect_array(x, {1000}, std::vector<int>(1000, expected));
    }
}

}  // namespace
