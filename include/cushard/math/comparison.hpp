// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Comparisons, exact by value: no operand is rounded or wrapped on the way to a common type. Layer: math; device code.

#include "cushard/base/convert.hpp"
#include "cushard/expr/result_type.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Two values of one built-in type that stand to each other as the compared ones do.
template <class T>
struct comparable {
    T left;
    T right;
};

/// An integer type (or bool) whose values float holds.
template <class T>
inline constexpr bool fits_float_v = boolean<T> || (integer<T> && sizeof(T) <= 2);

/// The type in which all values of `A` and `B` compare without rounding; void where no built-in type will do: 64-bit
/// integers with floating point, and uint64 with signed integers.
template <class A, class B>
struct exact : identity<promote_t<A, B>> {};
template <integer A, integer B>
requires is_same_v < promote_t<A, B>,
double > struct exact<A, B> : identity<void> {};
template <class A, floating B>
requires integer<A> || boolean<A>
struct exact<A, B> : identity<conditional_t<fits_float_v<A> && !is_same_v<B, double>, float,
                                            conditional_t<(sizeof(A) <= 4), double, void>>> {
};
template <floating A, class B>
requires integer<B> || boolean<B>
struct exact<A, B> : exact<B, A> {
};

inline constexpr float unordered = fp::float_of(0x7fc00000u);

/// -1, 0 or 1 as `a` is less than, equal to or greater than `b`; NaN if `b` is.
template <integer A, floating B>
CUSHARD_HD constexpr float order_of(A a, B b) {
    const auto y = static_cast<double>(b);
    constexpr double low = static_cast<double>(smallest_v<A>);
    constexpr double high = static_cast<double>(A(1) << (bit_width_v<A> - 2)) * (is_signed_v<A> ? 2 : 4);
    if (y != y) return unordered;
    if (y >= high) return -1;
    if (y < low) return 1;
    const A whole = static_cast<A>(y);
    if (a != whole) return a < whole ? -1.0f : 1.0f;
    const double fraction = y - static_cast<double>(whole);
    return fraction > 0 ? -1.0f : fraction < 0 ? 1.0f : 0.0f;
}
template <floating A, integer B>
CUSHARD_HD constexpr float order_of(A a, B b) {
    return -order_of(b, a);
}
template <integer A, integer B>
CUSHARD_HD constexpr float order_of(A a, B b) {
    if (is_negative(a)) return -1;
    if (is_negative(b)) return 1;
    const auto x = static_cast<unsigned long>(a);
    const auto y = static_cast<unsigned long>(b);
    return x < y ? -1.0f : x > y ? 1.0f : 0.0f;
}

template <class A, class B>
CUSHARD_HD constexpr auto made_comparable(A a, B b) {
    using type = typename exact<A, B>::type;
    if constexpr (is_same_v<type, void>) {
        return comparable<float>{order_of(a, b), 0.0f};
    } else {
        return comparable<type>{convert<type>(a), convert<type>(b)};
    }
}

template <class T>
CUSHARD_HD constexpr auto real_part(T x) {
    if constexpr (complex_floating<T>) {
        return x.real();
    } else {
        return x;
    }
}
template <class T>
CUSHARD_HD constexpr auto imaginary_part(T x) {
    if constexpr (complex_floating<T>) {
        return x.imag();
    } else {
        return 0.0f;
    }
}

template <class A, class B>
CUSHARD_HD constexpr bool equals(A a, B b) {
    if constexpr (complex_floating<A> || complex_floating<B>) {
        return equals(real_part(a), real_part(b)) && equals(imaginary_part(a), imaginary_part(b));
    } else {
        const auto [left, right] = made_comparable(a, b);
        return left == right;
    }
}

}  // namespace detail

namespace ops {

struct equal {
    static constexpr const char* name = "equal";
    static constexpr bool keeps_scalars = true;
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr bool operator()(A a, B b) const {
        return detail::equals(a, b);
    }
};

struct not_equal {
    static constexpr const char* name = "not_equal";
    static constexpr bool keeps_scalars = true;
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr bool operator()(A a, B b) const {
        return !detail::equals(a, b);
    }
};

struct less {
    static constexpr const char* name = "less";
    static constexpr bool keeps_scalars = true;
    template <detail::real_number A, detail::real_number B>
    CUSHARD_HD constexpr bool operator()(A a, B b) const {
        const auto [left, right] = detail::made_comparable(a, b);
        return left < right;
    }
};

struct less_equal {
    static constexpr const char* name = "less_equal";
    static constexpr bool keeps_scalars = true;
    template <detail::real_number A, detail::real_number B>
    CUSHARD_HD constexpr bool operator()(A a, B b) const {
        const auto [left, right] = detail::made_comparable(a, b);
        return left <= right;
    }
};

struct greater {
    static constexpr const char* name = "greater";
    static constexpr bool keeps_scalars = true;
    template <detail::real_number A, detail::real_number B>
    CUSHARD_HD constexpr bool operator()(A a, B b) const {
        const auto [left, right] = detail::made_comparable(a, b);
        return left > right;
    }
};

struct greater_equal {
    static constexpr const char* name = "greater_equal";
    static constexpr bool keeps_scalars = true;
    template <detail::real_number A, detail::real_number B>
    CUSHARD_HD constexpr bool operator()(A a, B b) const {
        const auto [left, right] = detail::made_comparable(a, b);
        return left >= right;
    }
};

}  // namespace ops

/// `a == b` (NumPy's `equal`), a bool. Exact by value, also between signed and unsigned and between integers and
/// floating point; a NaN equals nothing.
template <class A, class B>
requires numeric_arguments<A, B>
auto equal(A&& a, B&& b) { return make_call<ops::equal>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires numeric_arguments<A, B>
auto operator==(A&& a, B&& b) { return make_call<ops::equal>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a != b` (NumPy's `not_equal`), exact as `equal`; a NaN differs from everything.
template <class A, class B>
requires numeric_arguments<A, B>
auto not_equal(A&& a, B&& b) { return make_call<ops::not_equal>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires numeric_arguments<A, B>
auto operator!=(A&& a, B&& b) { return make_call<ops::not_equal>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a < b` (NumPy's `less`), exact as `equal`; with a NaN false.
/// @note Complex numbers have no order here (NumPy compares real parts first).
template <class A, class B>
requires real_arguments<A, B>
auto less(A&& a, B&& b) { return make_call<ops::less>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires real_arguments<A, B>
auto operator<(A&& a, B&& b) { return make_call<ops::less>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a <= b` (NumPy's `less_equal`), as `less`.
template <class A, class B>
requires real_arguments<A, B>
auto less_equal(A&& a, B&& b) { return make_call<ops::less_equal>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires real_arguments<A, B>
auto operator<=(A&& a, B&& b) { return make_call<ops::less_equal>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a > b` (NumPy's `greater`), as `less`.
template <class A, class B>
requires real_arguments<A, B>
auto greater(A&& a, B&& b) { return make_call<ops::greater>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires real_arguments<A, B>
auto operator>(A&& a, B&& b) { return make_call<ops::greater>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a >= b` (NumPy's `greater_equal`), as `less`.
template <class A, class B>
requires real_arguments<A, B>
auto greater_equal(A&& a, B&& b) { return make_call<ops::greater_equal>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires real_arguments<A, B>
auto operator>=(A&& a, B&& b) { return make_call<ops::greater_equal>(static_cast<A&&>(a), static_cast<B&&>(b)); }

}  // namespace v0
}  // namespace cushard
