// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/launch/division.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace {

using cushard::index_t;
using cushard::detail::divisor;

/// Divisors around powers of two, small ones, and the largest.
std::vector<int> divisors() {
    std::vector<int> all;
    for (int d = 2; d < 200; ++d) all.push_back(d);
    for (int bit = 8; bit < 31; ++bit)
        for (const int by : {-1, 0, 1}) all.push_back((1 << bit) + by);
    all.push_back(0x7fffffff);
    return all;
}

TEST(division, is_exact_around_every_multiple_that_matters) {
    std::mt19937 random(3);
    for (const int by : divisors()) {
        const auto fast = divisor<int>::of(by);
        const auto check = [&](index_t n) {
            if (n < 0 || n > 0x7fffffff) return;
            ASSERT_EQ(fast.quotient(static_cast<int>(n)), n / by) << n << " / " << by;
        };
        for (index_t multiple = 0; multiple < 40; ++multiple)
            for (const index_t beside : {-1, 0, 1}) check(multiple * by + beside);
        const index_t last = 0x7fffffff / by * index_t{by};
        for (const index_t n : {last - 1, last, last + 1, index_t{0x7ffffffe}, index_t{0x7fffffff}}) check(n);
        for (int round = 0; round < 200; ++round) check(static_cast<index_t>(random() & 0x7fffffffu));
    }
}

TEST(division, of_64_bits_is_exact) {
    const auto by = divisor<index_t>::of(10'000'000'019);
    EXPECT_EQ(by.quotient(0), 0);
    EXPECT_EQ(by.quotient(10'000'000'018), 0);
    EXPECT_EQ(by.quotient(10'000'000'019), 1);
    EXPECT_EQ(by.quotient(0x7fffffffffffffff), 0x7fffffffffffffff / 10'000'000'019);
}

}  // namespace
