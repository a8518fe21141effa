// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/fill.hpp"

#include "../support/hand_kernels.hpp"
#include "../support/recording_backend.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cs = cushard;
using cs::testing::apply;
using cs::testing::floats;
using cs::testing::recorder;
using cs::testing::values;

TEST(fill, sets_every_byte) {
    for (const std::size_t count : {1U, 255U, 256U, 257U}) {
        const cs::storage_ref a = floats(cs::device(0), count, 1);
        cs::fill(*a, 0);
        EXPECT_EQ(values(*a), std::vector<float>(count, 0));
    }
}

TEST(fill, of_no_bytes_enqueues_nothing) {
    const cs::storage_ref none = cs::allocate(cs::device(0), 0, "test");
    recorder().restart();
    cs::fill(*none, 0);
    EXPECT_TRUE(recorder().calls().empty());
}

TEST(fill, comes_after_the_reads_before_it_and_before_those_that_follow) {
    const cs::device on(0);
    const cs::stream side(on);
    const cs::storage_ref a = floats(on, 8, 1);
    const cs::storage_ref b = floats(on, 8, 2);
    apply(*b, *a, {1, 0, 2000});
    recorder().restart({cs::current_stream(on).native(), side.native()});
    {
        const cs::stream_scope scope(side);
        cs::fill(*a, 0);
    }
    EXPECT_EQ(recorder().calls(), (std::vector<std::string>{"record d0 s1 e1", "wait d0 s2 e1", "fill d0 s2 32"}));
    EXPECT_EQ(values(*b), std::vector<float>(8, 1));
    EXPECT_EQ(values(*a), std::vector<float>(8, 0));
}
