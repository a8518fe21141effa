// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#include "values.hpp"

#include <cstdio>

static_assert(__cplusplus >= 202002L, "the target asks for C++20");

int main() {
    const cushard::index_t value = value_of_the_other_unit();
    std::printf("%lld\n", static_cast<long long>(value));
    return value == cushard::max_rank ? 0 : 1;
}
