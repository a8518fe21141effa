// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#include "values.hpp"

cushard::device_array<float> halved_by_the_other_unit(const cushard::device_array<float>& x) { return x / 2.0f; }

float total_in_the_other_unit(const cushard::device_array<float>& x) { return total(x); }

cushard::sharded_array<float> shards_of_the_other_unit(const cushard::device_pool& pool) {
    return cushard::ones<float>({100}, cushard::shard(pool));
}
