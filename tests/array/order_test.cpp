// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// What arrays register with the runtime: the checked mode (CUSHARD_CHECK=1) proves each order, whatever then runs.

#include "cushard/algorithm/reductions.hpp"
#include "cushard/array/creation.hpp"
#include "cushard/array/device_array.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

namespace cs = cushard;

constexpr cs::index_t count = 100000;

std::vector<float> all(float value) { return std::vector<float>(static_cast<std::size_t>(count), value); }

TEST(Order, AnAssignmentComesAfterWhatWroteItsOperands) {
    const cs::stream side;
    const cs::device_array<float> a = cs::full<float>({count}, 3.0F);
    const cs::stream_scope scope(side);
    const cs::device_array<float> b = a * 2.0F;
    EXPECT_EQ(b.to_host(), all(6));
}

TEST(Order, AnAssignmentComesAfterTheReadsOfItsTarget) {
    const cs::stream reader;
    const cs::stream writer;
    cs::device_array<float> a = cs::full<float>({count}, 3.0F);
    cs::device_array<float> b;
    {
        const cs::stream_scope scope(reader);
        b = a * 2.0F;
    }
    const cs::stream_scope scope(writer);
    a = a + 1.0F;
    EXPECT_EQ(b.to_host(), all(6));
    EXPECT_EQ(a.to_host(), all(4));
}

TEST(Order, AReductionComesAfterWhatWroteItsOperands) {
    const cs::stream side;
    const cs::device_array<float> a = cs::full<float>({count}, 1.0F);
    const cs::stream_scope scope(side);
    const cs::device_array<float> total = cs::sum(a);
    EXPECT_EQ(total.item(), static_cast<float>(count));
}

TEST(Order, AnAssignmentComesAfterTheReductionsOfItsTarget) {
    const cs::stream reader;
    const cs::stream writer;
    cs::device_array<float> a = cs::full<float>({count}, 1.0F);
    cs::device_array<float> total;
    {
        const cs::stream_scope scope(reader);
        total = cs::sum(a);
    }
    const cs::stream_scope scope(writer);
    a = a + 1.0F;
    EXPECT_EQ(total.item(), static_cast<float>(count));
}

TEST(Order, AnExpressionComesAfterTheReductionThatItReads) {
    const cs::stream side;
    const cs::device_array<float> a = cs::full<float>({count}, 1.0F);
    const cs::device_array<float> total = cs::sum(a);
    const cs::stream_scope scope(side);
    const cs::device_array<float> b = a * total;
    EXPECT_EQ(b.to_host(), all(static_cast<float>(count)));
}

TEST(Order, WaitComesAfterWhatWroteTheArray) {
    const cs::device_array<float> a = cs::full<float>({count}, 1.0F);
    const cs::device_array<float> b = a + a;
    b.wait();
    if (!b.get_device().is_host()) GTEST_SKIP() << "the host cannot look at a GPU's memory";
    EXPECT_EQ(std::vector<float>(b.data(), b.data() + count), all(2));
}

TEST(Order, AnExpressionKeepsItsTemporaries) {
    const auto made = [](float value) { return cs::device_array<float>(cs::full<float>({count}, value)); };
    const auto lazy = made(2) * made(3);
    const auto copy = lazy;
    const cs::device_array<float> other = made(9);
    EXPECT_EQ(cs::device_array<float>(copy).to_host(), all(6));
    EXPECT_EQ(cs::device_array<float>(lazy).to_host(), all(6));
}

}  // namespace
