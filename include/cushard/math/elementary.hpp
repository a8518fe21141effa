// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Elementary functions, element by element. half and bfloat16 are computed in float and rounded; integers and bool give
// double, except `abs` and `pow`, which keep integers. Layer: math; device code.

#include "cushard/math/arithmetic.hpp"
#include "cushard/math/complex_elementary.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The type in which an elementary function of a `T` is computed.
template <number T>
using computed_t = conditional_t<small_floating<T>, float, conditional_t<integer<T> || boolean<T>, double, T>>;
/// The type of its result.
template <number T>
using computed_result_t = conditional_t<small_floating<T>, T, computed_t<T>>;

template <number T>
CUSHARD_HD constexpr computed_t<T> widened(T x) {
    return convert<computed_t<T>>(x);
}
template <number T>
CUSHARD_HD constexpr computed_result_t<T> narrowed(computed_t<T> x) {
    return convert<computed_result_t<T>>(x);
}

/// By repeated squaring, wrapping. A negative exponent gives the reciprocal, truncated: 0 but for the bases 1 and -1.
template <integer T>
CUSHARD_HD constexpr T integer_power(T base, T exponent) {
    if (is_negative(exponent)) {
        if (base == 1) return 1;
        if (base != static_cast<T>(-1)) return 0;
    }
    T result = 1;
    // Of -1 only whether the exponent is odd counts, so its bits serve for a negative one too.
    for (auto left = static_cast<make_unsigned_t<T>>(exponent); left != 0;
         left = static_cast<make_unsigned_t<T>>(left >> 1)) {
        if ((left & 1u) != 0) result = multiplied(result, base);
        base = multiplied(base, base);
    }
    return result;
}

}  // namespace detail

namespace ops {

struct abs {
    static constexpr const char* name = "abs";
    template <detail::number A>
    CUSHARD_HD constexpr auto operator()(A x) const {
        if constexpr (detail::boolean<A>) {
            return x;
        } else if constexpr (detail::integer<A>) {
            return detail::is_negative(x) ? detail::negative_of(x) : x;
        } else if constexpr (detail::small_floating<A>) {
            return A::from_bits(static_cast<unsigned short>(x.bits() & 0x7fffu));
        } else if constexpr (detail::complex_floating<A>) {
            return cushard::abs(x);
        } else {
            return detail::fp::abs(x);
        }
    }
};

struct sqrt {
    static constexpr const char* name = "sqrt";
    template <detail::number A>
    CUSHARD_HD constexpr auto operator()(A x) const {
        return detail::narrowed<A>(detail::fp::sqrt(detail::widened(x)));
    }
};

struct exp {
    static constexpr const char* name = "exp";
    template <detail::number A>
    CUSHARD_HD constexpr auto operator()(A x) const {
        return detail::narrowed<A>(detail::fp::exp(detail::widened(x)));
    }
};

struct log {
    static constexpr const char* name = "log";
    template <detail::number A>
    CUSHARD_HD constexpr auto operator()(A x) const {
        return detail::narrowed<A>(detail::fp::log(detail::widened(x)));
    }
};

struct sin {
    static constexpr const char* name = "sin";
    template <detail::number A>
    CUSHARD_HD constexpr auto operator()(A x) const {
        return detail::narrowed<A>(detail::fp::sin(detail::widened(x)));
    }
};

struct cos {
    static constexpr const char* name = "cos";
    template <detail::number A>
    CUSHARD_HD constexpr auto operator()(A x) const {
        return detail::narrowed<A>(detail::fp::cos(detail::widened(x)));
    }
};

struct tanh {
    static constexpr const char* name = "tanh";
    template <detail::number A>
    CUSHARD_HD constexpr auto operator()(A x) const {
        return detail::narrowed<A>(detail::fp::tanh(detail::widened(x)));
    }
};

struct pow {
    static constexpr const char* name = "pow";
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr auto operator()(A base, B exponent) const {
        using T = promote_t<A, B>;
        const auto [left, right] = detail::promoted(base, exponent);
        if constexpr (detail::boolean<T>) {
            return left || !right;
        } else if constexpr (detail::integer<T>) {
            return detail::integer_power(left, right);
        } else {
            return detail::narrowed<T>(detail::fp::pow(detail::widened(left), detail::widened(right)));
        }
    }
};

}  // namespace ops

/// The size (NumPy's `abs`): of complex numbers a real one; of the smallest integer itself, for it wraps.
template <class A>
requires numeric_arguments<A>
auto abs(A&& x) { return make_call<ops::abs>(static_cast<A&&>(x)); }

/// The square root (NumPy's `sqrt`): NaN for negative real numbers; rounded correctly for float and double.
template <class A>
requires numeric_arguments<A>
auto sqrt(A&& x) { return make_call<ops::sqrt>(static_cast<A&&>(x)); }

/// e to the power x (NumPy's `exp`).
template <class A>
requires numeric_arguments<A>
auto exp(A&& x) { return make_call<ops::exp>(static_cast<A&&>(x)); }

/// The natural logarithm (NumPy's `log`): -inf for 0, NaN for negative real numbers.
template <class A>
requires numeric_arguments<A>
auto log(A&& x) { return make_call<ops::log>(static_cast<A&&>(x)); }

/// The sine of radians (NumPy's `sin`).
template <class A>
requires numeric_arguments<A>
auto sin(A&& x) { return make_call<ops::sin>(static_cast<A&&>(x)); }

/// The cosine of radians (NumPy's `cos`).
template <class A>
requires numeric_arguments<A>
auto cos(A&& x) { return make_call<ops::cos>(static_cast<A&&>(x)); }

/// The hyperbolic tangent (NumPy's `tanh`).
template <class A>
requires numeric_arguments<A>
auto tanh(A&& x) { return make_call<ops::tanh>(static_cast<A&&>(x)); }

/// `base` to the power `exponent` (NumPy's `pow`). Integers stay integers and wrap.
/// @note A negative integer exponent gives the reciprocal, truncated: 0, but for the bases 1 and -1 (NumPy raises).
template <class A, class B>
requires numeric_arguments<A, B>
auto pow(A&& base, B&& exponent) { return make_call<ops::pow>(static_cast<A&&>(base), static_cast<B&&>(exponent)); }

}  // namespace v0
}  // namespace cushard
