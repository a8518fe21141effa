// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/array/creation.hpp"

#include "cushard/base/error.hpp"
#include "cushard/runtime/memory.hpp"

#include "support/message_of.hpp"
#include "support/values.hpp"

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <list>
#include <vector>

namespace {

namespace cs = cushard;
using cushard_test::expect_array;

TEST(Creation, ZerosOnesAndFullHaveTheirValueEverywhere) {
    for (const cs::index_t count : {0, 1, 255, 256, 257, 1000}) {
        const auto size = static_cast<std::size_t>(count);
        expect_array(cs::zeros<double>(count), {count}, std::vector<double>(size, 0.0));
        expect_array(cs::ones<std::int16_t>(count), {count}, std::vector<std::int16_t>(size, 1));
        expect_array(cs::full<float>(count, 2.5f), {count}, std::vector<float>(size, 2.5f));
    }
    expect_array(cs::full<bool>({2, 2}, true), {2, 2}, {true, true, true, true});
    expect_array(cs::ones<float>(cs::shape{}), cs::shape{}, {1.0f});
}

TEST(Creation, EveryElementTypeCanBeOne) {
    EXPECT_EQ(static_cast<float>(cs::ones<cs::half>(1).item()), 1.0f);
    EXPECT_EQ(static_cast<float>(cs::ones<cs::bfloat16>(1).item()), 1.0f);
    EXPECT_TRUE(cs::ones<cs::complex<double>>(1).item() == cs::complex<double>(1, 0));
}

TEST(Creation, ArangeCountsAsNumPyDoes) {
    expect_array(cs::arange(5), {5}, {0, 1, 2, 3, 4});
    expect_array(cs::arange(2, 7), {5}, {2, 3, 4, 5, 6});
    expect_array(cs::arange(10, 0, -3), {4}, {10, 7, 4, 1});
    expect_array(cs::arange(0, 10, 3), {4}, {0, 3, 6, 9});
    expect_array(cs::arange(5, 5), {0}, {});
    expect_array(cs::arange(5, 0), {0}, {});
    expect_array(cs::arange(0.0, 1.0, 0.25), {4}, {0.0, 0.25, 0.5, 0.75});
    expect_array(cs::arange<std::uint8_t>(250, 255), {5}, {250, 251, 252, 253, 254});
    expect_array(cs::arange<std::int64_t>(std::numeric_limits<std::int64_t>::max() - 2,
                                          std::numeric_limits<std::int64_t>::max()),
                 {2}, {std::numeric_limits<std::int64_t>::max() - 2, std::numeric_limits<std::int64_t>::max() - 1});
}

TEST(Creation, ArangeWithoutAnEndIsRefused) {
    EXPECT_THROW((void)cs::arange(0, 5, 0), cs::shape_error);
    EXPECT_THROW((void)cs::arange(0.0, 1.0, 0.0), cs::shape_error);
    EXPECT_THROW((void)cs::arange(0.0, std::numeric_limits<double>::infinity()), cs::shape_error);
    EXPECT_THROW((void)cs::arange(std::numeric_limits<double>::quiet_NaN()), cs::shape_error);
}

TEST(Creation, LinspaceEndsOnItsStopExactly) {
    expect_array(cs::linspace(0.0f, 1.0f, 5), {5}, {0.0f, 0.25f, 0.5f, 0.75f, 1.0f});
    expect_array(cs::linspace(2.0, 3.0, 1), {1}, {2.0});
    expect_array(cs::linspace(2.0, 3.0, 0), {0}, {});
    const auto tenths = cs::linspace(0.1f, 0.7f, 1000).to_host();
    EXPECT_EQ(tenths.front(), 0.1f);
    EXPECT_EQ(tenths.back(), 0.7f);
    for (std::size_t i = 0; i + 1 < tenths.size(); ++i) {
        const double exact = 0.1f + (static_cast<double>(0.7f) - 0.1f) / 999 * static_cast<double>(i);
        ASSERT_EQ(tenths[i], static_cast<float>(exact)) << i;
    }
    EXPECT_THROW((void)cs::linspace(0.0, 1.0, -1), cs::shape_error);
}

TEST(Creation, RangesOfTheHostBecomeArrays) {
    expect_array(cs::array({1, 2, 3}), {3}, {1, 2, 3});
    expect_array(cs::array({{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}}), {2, 3}, {1, 2, 3, 4, 5, 6});
    expect_array(cs::array(std::vector<int>{1, 2, 3, 4}, {2, 2}), {2, 2}, {1, 2, 3, 4});
    expect_array(cs::array(std::list<int>{7, 8}), {2}, {7, 8});
    expect_array(cs::array(std::vector<bool>{true, false, true}), {3}, {true, false, true});
    const float raw[] = {1, 2};
    expect_array(cs::array(raw), {2}, {1, 2});
}

TEST(Creation, ValuesThatDoNotFillTheShapeAreRefused) {
    EXPECT_THROW((void)cs::array(std::vector<int>{1, 2, 3}, {2, 2}), cs::shape_error);
    EXPECT_THROW((void)cs::array({{1, 2}, {3}}), cs::shape_error);
}

TEST(Creation, ShapesThatNoMemoryHoldsAreRefusedBeforeAnyIsTaken) {
    EXPECT_THROW((void)cs::zeros<float>({2, 2, 5, 5581, 8681, 49477, 384773}), cs::shape_error);
    EXPECT_THROW((void)cs::zeros<double>({cs::index_t{1} << 61}), cs::error);
    EXPECT_THROW((void)cs::zeros<float>({-1}), cs::shape_error);
}

TEST(Creation, ErrorsNameWhatWasCalled) {
    const auto said = [](auto make) { return cushard_test::message_of<cs::out_of_memory>(make); };
    cs::memory_pool memory = cs::device().memory();
    memory.set_limit(memory.used() + 1000);
    constexpr cs::index_t many = 1 << 20;
    EXPECT_EQ(said([] { (void)cs::empty<float>(many); }).find("empty: no memory"), 0u);
    EXPECT_EQ(said([] { (void)cs::zeros<float>(many); }).find("zeros: no memory"), 0u);
    EXPECT_EQ(said([] { (void)cs::ones<float>(many); }).find("ones: no memory"), 0u);
    EXPECT_EQ(said([] { (void)cs::full<float>(many, 2); }).find("full: no memory"), 0u);
    EXPECT_EQ(said([] { (void)cs::arange<float>(many); }).find("arange: no memory"), 0u);
    EXPECT_EQ(said([] { (void)cs::linspace<float>(0, 1, many); }).find("linspace: no memory"), 0u);
    EXPECT_EQ(said([] { (void)cs::array(std::vector<float>(many)); }).find("array: no memory"), 0u);
    memory.set_limit(cs::memory_pool::no_limit);
}

TEST(Creation, ArraysAreMadeOnTheCurrentDevice) {
    for (const cs::device& each : cs::device::list()) {
        const cs::device_scope scope(each);
        EXPECT_EQ(cs::zeros<float>(3).get_device(), each);
        EXPECT_EQ(cs::arange(3).get_device(), each);
        EXPECT_EQ(cs::array({1, 2}).get_device(), each);
    }
}

}  // namespace
