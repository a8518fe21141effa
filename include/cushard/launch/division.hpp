// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Division by a number that is known when a kernel is launched: one high multiplication and a shift (Granlund and
// Montgomery, "Division by invariant integers using multiplication", 1994). Layer: launch; device code.

#include "cushard/base/config.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Divides non-negative numbers by `value`, which is at least 2. With l = ceil(log2(value)) and
/// multiplier = floor(2^(31 + l) / value) + 1, n / value = (n * multiplier) >> (31 + l) for all n < 2^31.
template <class Index>
struct divisor;

template <>
struct divisor<int> {
    unsigned value;
    unsigned multiplier;
    unsigned shift;

    static constexpr divisor of(index_t by) {
        unsigned bits = 0;
        while ((index_t{1} << bits) < by) ++bits;
        const auto value = static_cast<unsigned long long>(by);
        return {static_cast<unsigned>(by), static_cast<unsigned>((1ull << (31 + bits)) / value + 1), bits - 1};
    }
    CUSHARD_HD constexpr int quotient(int n) const {
        const unsigned long long product = static_cast<unsigned long long>(static_cast<unsigned>(n)) * multiplier;
        return static_cast<int>(static_cast<unsigned>(product >> 32) >> shift);
    }
};

/// Divides as the machine does; 64-bit loops are rare.
template <>
struct divisor<index_t> {
    index_t value;

    static constexpr divisor of(index_t by) { return {by}; }
    CUSHARD_HD constexpr index_t quotient(index_t n) const {
        return static_cast<index_t>(static_cast<unsigned long long>(n) / static_cast<unsigned long long>(value));
    }
};

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
