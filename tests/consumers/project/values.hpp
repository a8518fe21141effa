// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What the two units of the program say to each other: an array, and work on it.

#include <cushard/cushard.hpp>

cushard::device_array<float> halved_by_the_other_unit(const cushard::device_array<float>& x);

inline float total(const cushard::device_array<float>& x) { return cushard::sum(x * x + 1.0f).item(); }
float total_in_the_other_unit(const cushard::device_array<float>& x);
cushard::sharded_array<float> shards_of_the_other_unit(const cushard::device_pool& pool);
