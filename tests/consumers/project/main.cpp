// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#include "values.hpp"

#include <cstdio>

static_assert(__cplusplus >= 202002L, "the target asks for C++20");

int main() {
    const auto x = halved_by_the_other_unit(cushard::full<float>(100, 4.0f));
    const float here = total(x);
    const float there = total_in_the_other_unit(x);
    const cushard::device_pool pool(cushard::logical_devices(cushard::device(), 3));
    const auto shards = shards_of_the_other_unit(pool).to_host();
    std::printf("%s: %g, %g, %zu\n", cushard::device().name().c_str(), here, there, shards.size());
    return here == 500.0f && there == 500.0f && shards.size() == 100 && shards.back() == 1.0f ? 0 : 1;
}
