// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/check/clock.hpp"

#include <gtest/gtest.h>

namespace {

using cushard::detail::vector_clock;

TEST(VectorClock, ANewOneCoversNothing) {
    const vector_clock clock;
    EXPECT_FALSE(clock.covers({0, 1}));
    EXPECT_FALSE(clock.covers({7, 1}));
    EXPECT_EQ(clock.at(7), 0U);
}

TEST(VectorClock, ATickCoversItselfAndWhatWasBefore) {
    vector_clock clock;
    clock.tick(3);
    clock.tick(3);
    EXPECT_TRUE(clock.covers({3, 1}));
    EXPECT_TRUE(clock.covers({3, 2}));
    EXPECT_FALSE(clock.covers({3, 3}));
    EXPECT_FALSE(clock.covers({2, 1}));
}

TEST(VectorClock, AJoinCoversWhatEitherDid) {
    vector_clock left;
    vector_clock right;
    left.tick(0);
    left.tick(0);
    right.tick(0);
    right.tick(5);
    vector_clock both = left;
    both.join(right);
    EXPECT_TRUE(both.covers({0, 2}));
    EXPECT_TRUE(both.covers({5, 1}));
    right.join(left);
    EXPECT_EQ(right.at(0), both.at(0));
    EXPECT_EQ(right.at(5), both.at(5));
}

}  // namespace
