// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// NumPy's quotients and remainders, which differ from C++'s `/` and `%` for integers and signs, and `%` itself.
// Layer: math; device code.

#include "cushard/math/arithmetic.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The quotient rounded down and what is left over, with the divisor's sign: `a == quotient * b + remainder`.
template <class T>
struct floor_division {
    T quotient;
    T remainder;
};

template <integer T>
CUSHARD_HD constexpr T truncated_remainder(T a, T b) {
    if (b == 0) return 0;
    if constexpr (is_signed_v<T>) {
        if (b == -1) return 0;  // smallest % -1 traps on x86
    }
    return static_cast<T>(a % b);
}

template <integer T>
CUSHARD_HD constexpr floor_division<T> floor_divided(T a, T b) {
    const T quotient = quotient_of(a, b);
    const T remainder = truncated_remainder(a, b);
    const bool down = remainder != 0 && is_negative(remainder) != is_negative(b);
    return {static_cast<T>(quotient - (down ? 1 : 0)), static_cast<T>(remainder + (down ? b : T(0)))};
}

/// NumPy's `divmod`: the remainder is exact (`fmod`), and the quotient follows from it, not from the rounded `a / b`.
template <floating T>
CUSHARD_HD constexpr floor_division<T> floor_divided(T a, T b) {
    if constexpr (small_floating<T>) {
        const auto wide = floor_divided(static_cast<float>(a), static_cast<float>(b));
        return {T(wide.quotient), T(wide.remainder)};
    } else {
        T remainder = fp::fmod(a, b);
        if (b == 0) return {fp::div(a, b), remainder};
        T quotient = fp::div(fp::sub(a, remainder), b);
        if (remainder == 0) {
            remainder = fp::copysign(T(0), b);
        } else if ((remainder < 0) != (b < 0)) {
            remainder = fp::add(remainder, b);
            quotient = fp::sub(quotient, T(1));
        }
        // (a - remainder) / b is whole but for rounding.
        const T below = fp::floor(quotient);
        const T whole = fp::sub(quotient, below) > T(0.5) ? fp::add(below, T(1)) : below;
        return {quotient == 0 ? fp::copysign(T(0), fp::div(a, b)) : whole, remainder};
    }
}

}  // namespace detail

namespace ops {

struct true_divide {
    static constexpr const char* name = "true_divide";
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        using common = promote_t<A, B>;
        using result = detail::conditional_t<detail::integer<common> || detail::boolean<common>, double, common>;
        return detail::quotient_of(convert<result>(a), convert<result>(b));
    }
    static constexpr bool has_by_constant = true;
    template <detail::number A, detail::number B>
    CUSHARD_HD static constexpr auto by_constant(A a, B b) {
        using common = promote_t<A, B>;
        using result = detail::conditional_t<detail::integer<common> || detail::boolean<common>, double, common>;
        return detail::quotient_by_constant(convert<result>(a), convert<result>(b));
    }
};

struct floor_divide {
    static constexpr const char* name = "floor_divide";
    template <detail::real_number A, detail::real_number B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        static_assert(!(detail::boolean<A> && detail::boolean<B>),
                      "floor_divide: one operand must be a number; cast it");
        const auto [left, right] = detail::promoted(a, b);
        return detail::floor_divided(left, right).quotient;
    }
};

struct remainder {
    static constexpr const char* name = "remainder";
    template <detail::real_number A, detail::real_number B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        static_assert(!(detail::boolean<A> && detail::boolean<B>), "remainder: one operand must be a number; cast it");
        const auto [left, right] = detail::promoted(a, b);
        return detail::floor_divided(left, right).remainder;
    }
};

struct fmod {
    static constexpr const char* name = "fmod";
    template <detail::real_number A, detail::real_number B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        static_assert(!(detail::boolean<A> && detail::boolean<B>), "fmod: one operand must be a number; cast it");
        using common = promote_t<A, B>;
        const auto [left, right] = detail::promoted(a, b);
        if constexpr (detail::integer<common>) {
            return detail::truncated_remainder(left, right);
        } else if constexpr (detail::small_floating<common>) {
            return common(detail::fp::fmod(static_cast<float>(left), static_cast<float>(right)));
        } else {
            return detail::fp::fmod(left, right);
        }
    }
};

}  // namespace ops

/// The quotient as a floating-point number (NumPy's `true_divide`): of integers double.
template <class A, class B>
requires numeric_arguments<A, B>
auto true_divide(A&& a, B&& b) { return make_call<ops::true_divide>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// The quotient rounded down (NumPy's `floor_divide`, Python's `//`). Integers: by 0 gives 0, smallest by -1 wraps.
template <class A, class B>
requires real_arguments<A, B>
auto floor_divide(A&& a, B&& b) { return make_call<ops::floor_divide>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// What `floor_divide` leaves, with the divisor's sign (NumPy's `remainder`, Python's `%`). Integers: by 0 gives 0.
template <class A, class B>
requires real_arguments<A, B>
auto remainder(A&& a, B&& b) { return make_call<ops::remainder>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// The remainder with the dividend's sign, as C (NumPy's `fmod`). Integers: by 0 gives 0.
template <class A, class B>
requires real_arguments<A, B>
auto fmod(A&& a, B&& b) { return make_call<ops::fmod>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a % b` of integers as C++ has it, so that `a == (a / b) * b + a % b`; by 0 gives 0.
/// @note Not NumPy's, whose `%` has the divisor's sign: that is `remainder`.
template <class A, class B>
requires integer_arguments<A, B>
auto operator%(A&& a, B&& b) { return make_call<ops::fmod>(static_cast<A&&>(a), static_cast<B&&>(b)); }

}  // namespace v0
}  // namespace cushard
