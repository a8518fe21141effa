// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Logic on truth values and on bits, element by element. Layer: math; device code.

#include "cushard/base/convert.hpp"
#include "cushard/expr/result_type.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

template <class T>
concept bits = integer<T> || boolean<T>;

/// The common type of two operands with bits.
template <bits A, bits B>
struct common_bits : promote<A, B> {
    static_assert(bits<promote_t<A, B>>,
                  "bitwise functions: uint64 and a signed integer have no common integer type; cast one of them");
};
template <bits A, bits B>
using common_bits_t = typename common_bits<A, B>::type;

/// The integer type in which bits are combined: bools as 0 and 1.
template <bits T>
using carrier_t = conditional_t<boolean<T>, int, T>;

/// The common type of a shifted operand and its count.
template <bits A, bits B>
struct shifted : common_bits<A, B> {
    static_assert(!(boolean<A> && boolean<B>), "shifts: one operand must be an integer; cast it");
};
template <bits A, bits B>
using shifted_t = typename shifted<A, B>::type;

/// Whether a shift by `count` leaves none of the bits of `T`: too far, or by a negative count.
template <integer T>
CUSHARD_HD constexpr bool shifts_out(T count) {
    return static_cast<make_unsigned_t<T>>(count) >= static_cast<make_unsigned_t<T>>(bit_width_v<T>);
}

}  // namespace detail

namespace ops {

struct logical_and {
    static constexpr const char* name = "logical_and";
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr bool operator()(A a, B b) const {
        return convert<bool>(a) && convert<bool>(b);
    }
};

struct logical_or {
    static constexpr const char* name = "logical_or";
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr bool operator()(A a, B b) const {
        return convert<bool>(a) || convert<bool>(b);
    }
};

struct logical_xor {
    static constexpr const char* name = "logical_xor";
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr bool operator()(A a, B b) const {
        return convert<bool>(a) != convert<bool>(b);
    }
};

struct logical_not {
    static constexpr const char* name = "logical_not";
    template <detail::number A>
    CUSHARD_HD constexpr bool operator()(A x) const {
        return !convert<bool>(x);
    }
};

struct bitwise_and {
    static constexpr const char* name = "bitwise_and";
    template <detail::bits A, detail::bits B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        using T = detail::common_bits_t<A, B>;
        using carrier = detail::carrier_t<T>;
        return static_cast<T>(convert<carrier>(a) & convert<carrier>(b));
    }
};

struct bitwise_or {
    static constexpr const char* name = "bitwise_or";
    template <detail::bits A, detail::bits B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        using T = detail::common_bits_t<A, B>;
        using carrier = detail::carrier_t<T>;
        return static_cast<T>(convert<carrier>(a) | convert<carrier>(b));
    }
};

struct bitwise_xor {
    static constexpr const char* name = "bitwise_xor";
    template <detail::bits A, detail::bits B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        using T = detail::common_bits_t<A, B>;
        using carrier = detail::carrier_t<T>;
        return static_cast<T>(convert<carrier>(a) ^ convert<carrier>(b));
    }
};

struct invert {
    static constexpr const char* name = "invert";
    template <detail::bits A>
    CUSHARD_HD constexpr A operator()(A x) const {
        if constexpr (detail::boolean<A>) {
            return !x;
        } else {
            return static_cast<A>(~x);
        }
    }
};

struct left_shift {
    static constexpr const char* name = "left_shift";
    template <detail::bits A, detail::bits B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        using T = detail::shifted_t<A, B>;
        const T count = convert<T>(b);
        const auto wrapped = static_cast<detail::wrapping_t<T>>(convert<T>(a));
        return detail::shifts_out(count) ? T(0) : static_cast<T>(wrapped << count);
    }
};

struct right_shift {
    static constexpr const char* name = "right_shift";
    template <detail::bits A, detail::bits B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        using T = detail::shifted_t<A, B>;
        const T count = convert<T>(b);
        const T value = convert<T>(a);
        const T emptied = detail::is_negative(value) ? static_cast<T>(-1) : T(0);
        return detail::shifts_out(count) ? emptied : static_cast<T>(value >> count);
    }
};

}  // namespace ops

/// Both are unequal to 0 (NumPy's `logical_and`), a bool.
/// @note `&&` of lazy operands evaluates both sides.
template <class A, class B>
requires numeric_arguments<A, B>
auto logical_and(A&& a, B&& b) { return make_call<ops::logical_and>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires numeric_arguments<A, B>
auto operator&&(A&& a, B&& b) { return make_call<ops::logical_and>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// One or both are unequal to 0 (NumPy's `logical_or`), a bool.
/// @note `||` of lazy operands evaluates both sides.
template <class A, class B>
requires numeric_arguments<A, B>
auto logical_or(A&& a, B&& b) { return make_call<ops::logical_or>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires numeric_arguments<A, B>
auto operator||(A&& a, B&& b) { return make_call<ops::logical_or>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// Just one is unequal to 0 (NumPy's `logical_xor`), a bool.
template <class A, class B>
requires numeric_arguments<A, B>
auto logical_xor(A&& a, B&& b) { return make_call<ops::logical_xor>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// The element is 0 (NumPy's `logical_not`), a bool.
template <class A>
requires numeric_arguments<A>
auto logical_not(A&& x) { return make_call<ops::logical_not>(static_cast<A&&>(x)); }
template <class A>
requires numeric_arguments<A>
auto operator!(A&& x) { return make_call<ops::logical_not>(static_cast<A&&>(x)); }

/// `a & b` of bool and integers (NumPy's `bitwise_and`).
template <class A, class B>
requires integer_arguments<A, B>
auto bitwise_and(A&& a, B&& b) { return make_call<ops::bitwise_and>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires integer_arguments<A, B>
auto operator&(A&& a, B&& b) { return make_call<ops::bitwise_and>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a | b` of bool and integers (NumPy's `bitwise_or`).
template <class A, class B>
requires integer_arguments<A, B>
auto bitwise_or(A&& a, B&& b) { return make_call<ops::bitwise_or>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires integer_arguments<A, B>
auto operator|(A&& a, B&& b) { return make_call<ops::bitwise_or>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a ^ b` of bool and integers (NumPy's `bitwise_xor`).
template <class A, class B>
requires integer_arguments<A, B>
auto bitwise_xor(A&& a, B&& b) { return make_call<ops::bitwise_xor>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires integer_arguments<A, B>
auto operator^(A&& a, B&& b) { return make_call<ops::bitwise_xor>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `~x` of bool and integers (NumPy's `invert`); of bool it is `not`.
template <class A>
requires integer_arguments<A>
auto invert(A&& x) { return make_call<ops::invert>(static_cast<A&&>(x)); }
template <class A>
requires integer_arguments<A>
auto operator~(A&& x) { return make_call<ops::invert>(static_cast<A&&>(x)); }

/// `a << b` of integers (NumPy's `left_shift`); by the width or more, or by a negative count, gives 0.
template <class A, class B>
requires integer_arguments<A, B>
auto left_shift(A&& a, B&& b) { return make_call<ops::left_shift>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires integer_arguments<A, B>
auto operator<<(A&& a, B&& b) { return make_call<ops::left_shift>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a >> b` of integers (NumPy's `right_shift`); by the width or more, or by a negative count, gives 0, or -1 for
/// negative ones.
template <class A, class B>
requires integer_arguments<A, B>
auto right_shift(A&& a, B&& b) { return make_call<ops::right_shift>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires integer_arguments<A, B>
auto operator>>(A&& a, B&& b) { return make_call<ops::right_shift>(static_cast<A&&>(a), static_cast<B&&>(b)); }

}  // namespace v0
}  // namespace cushard
