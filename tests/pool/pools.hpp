// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Pools of one to eight logical devices, and the ways in which tests cut arrays over them.

#include "cushard/array/creation.hpp"
#include "cushard/pool/creation.hpp"
#include "cushard/pool/device_pool.hpp"
#include "cushard/pool/sharded_array.hpp"
#include "support/eight_devices.hpp"
#include "support/values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace cushard_test {

[[maybe_unused]] inline ::testing::Environment* const with_eight_devices = on_eight_devices("");

/// How many devices the tests of pools run over.
inline constexpr int pool_sizes[] = {1, 2, 3, 4, 7};

/// The devices [first, first + count) of the process.
inline cushard::device_pool pool_of(int count, int first = 0) {
    std::vector<cushard::device> devices;
    for (int i = first; i < first + count; ++i) devices.emplace_back(i);
    return cushard::device_pool(devices);
}

/// 0, 1, 2, … in C order.
template <class T>
std::vector<T> counted(cushard::index_t count) {
    std::vector<T> out(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<T>(i);
    return out;
}

/// Boundaries of `parts` parts of `count` elements at random places; often some are empty.
inline std::vector<cushard::index_t> random_cut(std::mt19937& engine, cushard::index_t count, int parts) {
    std::uniform_int_distribution<cushard::index_t> place(0, count);
    std::vector<cushard::index_t> out{0, count};
    for (int i = 1; i < parts; ++i) out.push_back(engine() % 8 == 0 ? out[engine() % out.size()] : place(engine));
    std::ranges::sort(out);
    return out;
}

/// The text of the error of type `Error` that `act` throws; empty where it throws none.
template <class Error, class Act>
std::string error_of(const Act& act) {
    try {
        act();
    } catch (const Error& met) {
        return met.what();
    }
    return {};
}

}  // namespace cushard_test
