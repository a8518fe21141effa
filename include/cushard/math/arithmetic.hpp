// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Sums, differences, products, quotients and signs, element by element. Every functor brings its operands to their
// common type first (`promote_t`), rounds floating point once, and wraps integers. Layer: math; device code.

#include "cushard/base/convert.hpp"
#include "cushard/expr/result_type.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Two operands in their common type.
template <class T>
struct operand_pair {
    T left;
    T right;
};
template <number A, number B>
CUSHARD_HD constexpr operand_pair<promote_t<A, B>> promoted(A a, B b) {
    return {convert<promote_t<A, B>>(a), convert<promote_t<A, B>>(b)};
}

template <class T>
CUSHARD_HD constexpr T added(T a, T b) {
    if constexpr (boolean<T>) {
        return a || b;
    } else if constexpr (integer<T>) {
        return static_cast<T>(static_cast<wrapping_t<T>>(a) + static_cast<wrapping_t<T>>(b));
    } else if constexpr (is_any_of_v<T, float, double>) {
        return fp::add(a, b);
    } else {
        return a + b;
    }
}

template <class T>
CUSHARD_HD constexpr T subtracted(T a, T b) {
    if constexpr (integer<T>) {
        return static_cast<T>(static_cast<wrapping_t<T>>(a) - static_cast<wrapping_t<T>>(b));
    } else if constexpr (is_any_of_v<T, float, double>) {
        return fp::sub(a, b);
    } else {
        return a - b;
    }
}

template <class T>
CUSHARD_HD constexpr T multiplied(T a, T b) {
    if constexpr (boolean<T>) {
        return a && b;
    } else if constexpr (integer<T>) {
        return static_cast<T>(static_cast<wrapping_t<T>>(a) * static_cast<wrapping_t<T>>(b));
    } else if constexpr (is_any_of_v<T, float, double>) {
        return fp::mul(a, b);
    } else {
        return a * b;
    }
}

template <class T>
CUSHARD_HD constexpr T negative_of(T x) {
    if constexpr (integer<T>) {
        return static_cast<T>(wrapping_t<T>(0) - static_cast<wrapping_t<T>>(x));
    } else {
        return -x;
    }
}

template <class T>
CUSHARD_HD constexpr T quotient_of(T a, T b) {
    if constexpr (integer<T>) {
        if (b == 0) return 0;
        if constexpr (is_signed_v<T>) {
            if (b == -1) return negative_of(a);  // the smallest one has no positive: it wraps instead of trapping
        }
        return static_cast<T>(a / b);
    } else if constexpr (is_any_of_v<T, float, double>) {
        return fp::div(a, b);
    } else {
        return a / b;
    }
}

/// 1 / x if x is a power of two with a normal reciprocal, which is exact; else 0.
CUSHARD_HD constexpr float exact_reciprocal(float x) {
    const unsigned bits = __builtin_bit_cast(unsigned, x);
    const unsigned exponent = bits >> 23 & 0xffu;
    if ((bits & 0x7fffffu) != 0 || exponent == 0 || exponent > 253) return 0;
    return __builtin_bit_cast(float, (bits & 0x80000000u) | (254 - exponent) << 23);
}
CUSHARD_HD constexpr double exact_reciprocal(double x) {
    const unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
    const unsigned long long exponent = bits >> 52 & 0x7ffu;
    if ((bits & 0xfffffffffffffu) != 0 || exponent == 0 || exponent > 2045) return 0;
    return __builtin_bit_cast(double, (bits & 0x8000000000000000u) | (2046 - exponent) << 52);
}

/// a / b where b is the same for all elements: halves and the like need no division, with the same bits.
template <class T>
CUSHARD_HD constexpr T quotient_by_constant(T a, T b) {
    if constexpr (is_any_of_v<T, float, double>) {
        const T reciprocal = exact_reciprocal(b);
        if (reciprocal != 0) return fp::mul(a, reciprocal);
    }
    return quotient_of(a, b);
}

}  // namespace detail

namespace ops {

struct add {
    static constexpr const char* name = "add";
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        const auto [left, right] = detail::promoted(a, b);
        return detail::added(left, right);
    }
};

struct subtract {
    static constexpr const char* name = "subtract";
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        static_assert(!(detail::boolean<A> && detail::boolean<B>),
                      "subtract: two bool operands have no difference; use logical_xor or ^");
        const auto [left, right] = detail::promoted(a, b);
        return detail::subtracted(left, right);
    }
};

struct multiply {
    static constexpr const char* name = "multiply";
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        const auto [left, right] = detail::promoted(a, b);
        return detail::multiplied(left, right);
    }
};

struct divide {
    static constexpr const char* name = "divide";
    template <detail::number A, detail::number B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        static_assert(!(detail::boolean<A> && detail::boolean<B>),
                      "divide: two bool operands have no quotient; cast one, or use true_divide");
        const auto [left, right] = detail::promoted(a, b);
        return detail::quotient_of(left, right);
    }
    static constexpr bool has_by_constant = true;
    template <detail::number A, detail::number B>
    CUSHARD_HD static constexpr auto by_constant(A a, B b) {
        const auto [left, right] = detail::promoted(a, b);
        return detail::quotient_by_constant(left, right);
    }
};

struct negative {
    static constexpr const char* name = "negative";
    template <detail::number A>
    CUSHARD_HD constexpr A operator()(A x) const {
        static_assert(!detail::boolean<A>, "negative: a bool operand has no sign; use logical_not or ~");
        return detail::negative_of(x);
    }
};

struct positive {
    static constexpr const char* name = "positive";
    template <detail::number A>
    CUSHARD_HD constexpr A operator()(A x) const {
        return x;
    }
};

}  // namespace ops

/// `a + b` (NumPy's `add`). Integers wrap; of two bools it is `or`.
template <class A, class B>
requires numeric_arguments<A, B>
auto add(A&& a, B&& b) { return make_call<ops::add>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires numeric_arguments<A, B>
auto operator+(A&& a, B&& b) { return make_call<ops::add>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a - b` (NumPy's `subtract`). Integers wrap.
template <class A, class B>
requires numeric_arguments<A, B>
auto subtract(A&& a, B&& b) { return make_call<ops::subtract>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires numeric_arguments<A, B>
auto operator-(A&& a, B&& b) { return make_call<ops::subtract>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a * b` (NumPy's `multiply`). Integers wrap; of two bools it is `and`.
template <class A, class B>
requires numeric_arguments<A, B>
auto multiply(A&& a, B&& b) { return make_call<ops::multiply>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires numeric_arguments<A, B>
auto operator*(A&& a, B&& b) { return make_call<ops::multiply>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `a / b`, as C++ has it.
/// @note Not NumPy's for integers: they stay integers and go towards zero; by 0 gives 0, smallest / -1 wraps.
///       `true_divide` and `floor_divide` are NumPy's.
template <class A, class B>
requires numeric_arguments<A, B>
auto divide(A&& a, B&& b) { return make_call<ops::divide>(static_cast<A&&>(a), static_cast<B&&>(b)); }
template <class A, class B>
requires numeric_arguments<A, B>
auto operator/(A&& a, B&& b) { return make_call<ops::divide>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// `-x` (NumPy's `negative`). Integers wrap, unsigned ones too.
template <class A>
requires numeric_arguments<A>
auto negative(A&& x) { return make_call<ops::negative>(static_cast<A&&>(x)); }
template <class A>
requires numeric_arguments<A>
auto operator-(A&& x) { return make_call<ops::negative>(static_cast<A&&>(x)); }

/// `+x` (NumPy's `positive`): the values as they are.
template <class A>
requires numeric_arguments<A>
auto positive(A&& x) { return make_call<ops::positive>(static_cast<A&&>(x)); }
template <class A>
requires numeric_arguments<A>
auto operator+(A&& x) { return make_call<ops::positive>(static_cast<A&&>(x)); }

}  // namespace v0
}  // namespace cushard
