// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The few type traits that functors need, and the kinds of element types; a device compiles this, so `<type_traits>` is
// out of reach. Layer: base; device code.

#include "cushard/base/config.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

struct half;
struct bfloat16;
template <class T>
struct complex;

/// The kinds of element types, in the order in which a scalar of a higher kind changes the type of an array.
enum class dtype_kind {
    other,  ///< a user's struct: stored, moved, selected, mapped by users' functors
    boolean,
    integer,
    floating,
    complex_floating,
};

namespace detail {

template <class A, class B>
inline constexpr bool is_same_v = false;
template <class T>
inline constexpr bool is_same_v<T, T> = true;

template <class T, class... Candidates>
inline constexpr bool is_any_of_v = (is_same_v<T, Candidates> || ...);

template <bool Condition, class Then, class Else>
struct conditional {
    using type = Then;
};
template <class Then, class Else>
struct conditional<false, Then, Else> {
    using type = Else;
};
template <bool Condition, class Then, class Else>
using conditional_t = typename conditional<Condition, Then, Else>::type;

template <class T>
struct remove_cvref {
    using type = T;
};
template <class T>
struct remove_cvref<const T> : remove_cvref<T> {};
template <class T>
struct remove_cvref<volatile T> : remove_cvref<T> {};
template <class T>
struct remove_cvref<const volatile T> : remove_cvref<T> {};
template <class T>
struct remove_cvref<T&> : remove_cvref<T> {};
template <class T>
struct remove_cvref<T&&> : remove_cvref<T> {};
template <class T>
using remove_cvref_t = typename remove_cvref<T>::type;

template <class T>
T&& declval() noexcept;

template <class T>
inline constexpr bool is_complex_v = false;
template <class T>
inline constexpr bool is_complex_v<complex<T>> = true;

/// The kind of an unqualified type. `long` and `long long` are both integers of 64 bits; `char` is text, not a number.
template <class T>
inline constexpr dtype_kind kind_v = is_same_v<T, bool> ? dtype_kind::boolean
                                     : is_any_of_v<T, signed char, unsigned char, short, unsigned short, int,
                                                   unsigned int, long, unsigned long, long long, unsigned long long>
                                         ? dtype_kind::integer
                                     : is_any_of_v<T, half, bfloat16, float, double> ? dtype_kind::floating
                                     : is_complex_v<T>                               ? dtype_kind::complex_floating
                                                                                     : dtype_kind::other;

template <class T>
concept boolean = kind_v<T>
== dtype_kind::boolean;
template <class T>
concept integer = kind_v<T>
== dtype_kind::integer;
template <class T>
concept floating = kind_v<T>
== dtype_kind::floating;
template <class T>
concept complex_floating = kind_v<T>
== dtype_kind::complex_floating;
/// bool, integers, floating point.
template <class T>
concept real_number = boolean<T> || integer<T> || floating<T>;
/// Every element type with arithmetic.
template <class T>
concept number = real_number<T> || complex_floating<T>;
/// half and bfloat16: stored in 16 bits, computed in float.
template <class T>
concept small_floating = is_any_of_v<T, half, bfloat16>;

/// Whether an integer type has negative values.
template <class T>
inline constexpr bool is_signed_v = false;
template <integer T>
inline constexpr bool is_signed_v<T> = static_cast<T>(-1) < static_cast<T>(0);

/// The integer type of so many bytes, as `<cstdint>` has it.
template <int Bytes, bool Signed>
struct integer_of;
template <bool Signed>
struct integer_of<1, Signed> : conditional<Signed, signed char, unsigned char> {};
template <bool Signed>
struct integer_of<2, Signed> : conditional<Signed, short, unsigned short> {};
template <bool Signed>
struct integer_of<4, Signed> : conditional<Signed, int, unsigned int> {};
template <bool Signed>
struct integer_of<8, Signed> : conditional<Signed, long, unsigned long> {};
template <int Bytes, bool Signed>
using integer_of_t = typename integer_of<Bytes, Signed>::type;

template <integer T>
CUSHARD_HD constexpr bool is_negative(T x) {
    if constexpr (is_signed_v<T>) {
        return x < 0;
    } else {
        return false;
    }
}

template <integer T>
using make_unsigned_t = integer_of_t<static_cast<int>(sizeof(T)), false>;

/// The unsigned type in which arithmetic of `T` wraps. Never narrower than `unsigned`: narrower ones would be promoted
/// to `int`, where 65535 * 65535 overflows.
template <integer T>
using wrapping_t = integer_of_t<(sizeof(T) < 4 ? 4 : static_cast<int>(sizeof(T))), false>;

template <integer T>
inline constexpr int bit_width_v = static_cast<int>(sizeof(T)) * 8;
template <integer T>
inline constexpr T largest_v = static_cast<T>(static_cast<make_unsigned_t<T>>(-1) >> (is_signed_v<T> ? 1 : 0));
template <integer T>
inline constexpr T smallest_v = static_cast<T>(-largest_v<T> - 1);
template <integer T>
requires(!is_signed_v<T>) inline constexpr T smallest_v<T> = 0;

}  // namespace detail
}  // namespace v0
}  // namespace cushard
