// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// `cast<T>(x)`: another element type, lazily. Layer: math; device code.

#include "cushard/base/convert.hpp"
#include "cushard/expr/result_type.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace ops {

template <detail::number T>
struct cast {
    static constexpr const char* name = "cast";
    template <detail::number A>
    CUSHARD_HD constexpr T operator()(A x) const {
        return convert<T>(x);
    }
};

}  // namespace ops

/// Every element as a `T` (NumPy's `astype`), by `convert`: floating to integer saturates and NaN gives 0, integer to
/// integer wraps, complex to real takes the real part. `T` is bool, an integer, floating point or complex.
template <class T, class A>
requires detail::number<T> && numeric_arguments<A>
auto cast(A&& x) { return make_call<ops::cast<T>>(static_cast<A&&>(x)); }

}  // namespace v0
}  // namespace cushard
