// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What half and bfloat16 share: arithmetic and comparison, computed in float and rounded once to the stored 16 bits.
// Float has more than twice the digits, so that this equals rounding the exact result. Layer: base; device code.

#include "cushard/base/intrinsics.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The operators of `Derived`, which converts explicitly from and to float. An empty base: it adds no storage.
template <class Derived>
struct small_float_operators {
    friend CUSHARD_HD Derived operator+(Derived a, Derived b) { return Derived(fp::add(float(a), float(b))); }
    friend CUSHARD_HD Derived operator-(Derived a, Derived b) { return Derived(fp::sub(float(a), float(b))); }
    friend CUSHARD_HD Derived operator*(Derived a, Derived b) { return Derived(fp::mul(float(a), float(b))); }
    friend CUSHARD_HD Derived operator/(Derived a, Derived b) { return Derived(fp::div(float(a), float(b))); }
    friend CUSHARD_HD Derived& operator+=(Derived& a, Derived b) { return a = a + b; }
    friend CUSHARD_HD Derived& operator-=(Derived& a, Derived b) { return a = a - b; }
    friend CUSHARD_HD Derived& operator*=(Derived& a, Derived b) { return a = a * b; }
    friend CUSHARD_HD Derived& operator/=(Derived& a, Derived b) { return a = a / b; }

    friend CUSHARD_HD constexpr Derived operator+(Derived x) { return x; }
    friend CUSHARD_HD constexpr Derived operator-(Derived x) {
        return Derived::from_bits(static_cast<unsigned short>(x.bits() ^ 0x8000u));
    }

    friend CUSHARD_HD constexpr bool operator==(Derived a, Derived b) { return float(a) == float(b); }
    friend CUSHARD_HD constexpr bool operator!=(Derived a, Derived b) { return float(a) != float(b); }
    friend CUSHARD_HD constexpr bool operator<(Derived a, Derived b) { return float(a) < float(b); }
    friend CUSHARD_HD constexpr bool operator<=(Derived a, Derived b) { return float(a) <= float(b); }
    friend CUSHARD_HD constexpr bool operator>(Derived a, Derived b) { return float(a) > float(b); }
    friend CUSHARD_HD constexpr bool operator>=(Derived a, Derived b) { return float(a) >= float(b); }
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
