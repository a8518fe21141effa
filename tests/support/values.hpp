// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Comparing arrays with what they should hold, element by element.

#include "cushard/array/device_array.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace cushard_test {

/// Shape and every element, exactly.
template <class Array>
void expect_array(const Array& met, const cushard::shape& extents,
                  const std::vector<typename Array::value_type>& values) {
    EXPECT_EQ(to_string(met.extents()), to_string(extents));
    const auto host = met.to_host();
    ASSERT_EQ(host.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(host[i], values[i]) << "element " << i;
}

/// Random values in [low, high), the same for the same seed.
inline std::vector<float> random_floats(std::size_t count, unsigned seed, float low = -1, float high = 1) {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> draw(low, high);
    std::vector<float> out(count);
    for (float& value : out) value = draw(engine);
    return out;
}

}  // namespace cushard_test
