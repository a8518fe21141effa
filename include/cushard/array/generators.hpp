// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Functors that make values out of positions: what `arange` and `linspace` evaluate. Layer: array; device code.

#include "cushard/base/convert.hpp"
#include "cushard/base/intrinsics.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace ops {

/// `start + i * step` for integers, wrapping.
struct integer_ramp {
    static constexpr const char* name = "arange";
    template <class T>
    CUSHARD_HD constexpr T operator()(index_t i, T start, T step) const {
        using bits = unsigned long long;
        return static_cast<T>(static_cast<bits>(start) + static_cast<bits>(i) * static_cast<bits>(step));
    }
};

/// `start + i * step` in double, so that long ranges of short types keep their accuracy.
struct real_ramp {
    static constexpr const char* name = "arange";
    CUSHARD_HD double operator()(index_t i, double start, double step) const {
        return detail::fp::add(start, detail::fp::mul(static_cast<double>(i), step));
    }
};

}  // namespace ops
}  // namespace v0
}  // namespace cushard
