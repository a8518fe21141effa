// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/launch/elementwise/words.hpp"

#include "cushard/launch/elementwise/evaluate.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace {

using namespace cushard::detail;

/// 64 different bytes.
struct bytes {
    alignas(64) unsigned char at[64];
    bytes() {
        for (int i = 0; i < 64; ++i) at[i] = static_cast<unsigned char>(3 * i + 1);
    }
};

template <int Bytes>
void check_join() {
    const bytes memory;
    for (unsigned shift = 1; shift < Bytes; ++shift) {
        word<Bytes> low;
        word<Bytes> high;
        std::memcpy(&low, memory.at, Bytes);
        std::memcpy(&high, memory.at + Bytes, Bytes);
        const word<Bytes> joined = join(low, high, shift);
        EXPECT_EQ(std::memcmp(&joined, memory.at + shift, Bytes), 0) << Bytes << " bytes, shifted by " << shift;
    }
}

TEST(words, joined_are_the_bytes_between_them) {
    check_join<2>();
    check_join<4>();
    check_join<8>();
    check_join<16>();
}

template <class T, int Count>
void check_load() {
    const bytes memory;
    for (int begin = 0; begin < 16; begin += static_cast<int>(alignof(T))) {
        pack<T, Count> loaded;
        load_shifted(loaded, memory.at + begin, 0);
        EXPECT_EQ(std::memcmp(loaded.words, memory.at + begin, sizeof(T) * Count), 0) << begin;
        bytes target;
        std::memset(target.at, 0, sizeof target.at);
        store_anywhere(loaded, target.at + begin);
        bytes expected;
        std::memset(expected.at, 0, sizeof expected.at);
        std::memcpy(expected.at + begin, memory.at + begin, sizeof(T) * Count);
        EXPECT_EQ(std::memcmp(target.at, expected.at, sizeof target.at), 0) << begin;
    }
}

TEST(words, vectors_are_loaded_and_stored_at_any_element) {
    check_load<char, 16>();
    check_load<char, 8>();
    check_load<char, 4>();
    check_load<char, 2>();
    check_load<char, 1>();
    check_load<short, 8>();
    check_load<float, 4>();
    check_load<float, 8>();
    check_load<double, 2>();
}

struct twelve {
    float x[3];
};
template <class... In>
struct flat_over {
    using inputs = tuple<In...>;
    using outputs = tuple<float>;
};

TEST(words, a_thread_takes_one_vector_of_the_widest_type) {
    EXPECT_EQ((elements_per_thread<flat_over<float, float>>()), 4);
    EXPECT_EQ((elements_per_thread<flat_over<double, char>>()), 2);
    EXPECT_EQ((elements_per_thread<flat_over<char, char, float>>()), 4);
    EXPECT_EQ((elements_per_thread<flat_over<twelve, float>>()), 1);
    EXPECT_EQ((elements_per_thread<flat_over<long double>>()), 1);
    EXPECT_EQ((elements_per_thread<flat_over<>>()), 4);
}

TEST(words, a_thread_takes_two_vectors_where_inputs_are_narrow) {
    EXPECT_EQ((elements_per_thread<flat_over<char>>()), 8);
    EXPECT_EQ((elements_per_thread<flat_over<char, char>>()), 8);
    EXPECT_EQ((elements_per_thread<flat_over<short>>()), 8);
    EXPECT_EQ((elements_per_thread<flat_over<short, short>>()), 4);
}

}  // namespace
