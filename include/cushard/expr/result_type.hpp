// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The type of a result: of two arrays, of an array with a C++ scalar, of a tree. Layer: expr; device code.

#include "cushard/base/bfloat16.hpp"
#include "cushard/base/complex.hpp"
#include "cushard/base/half.hpp"
#include "cushard/expr/tree.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

template <class T>
struct identity {
    using type = T;
};

/// Two integers, as NumPy 2: the wider one; of mixed signs the signed type that holds both, and double where none does.
template <integer A, integer B>
struct promote_integers {
    static constexpr bool same_sign = is_signed_v<A> == is_signed_v<B>;
    static constexpr int bytes_a = static_cast<int>(sizeof(A));
    static constexpr int bytes_b = static_cast<int>(sizeof(B));
    static constexpr int wider = bytes_a > bytes_b ? bytes_a : bytes_b;
    static constexpr int unsigned_bytes = is_signed_v<A> ? bytes_b : bytes_a;
    static constexpr int signed_bytes = is_signed_v<A> ? bytes_a : bytes_b;
    static constexpr int bytes = same_sign || signed_bytes > unsigned_bytes ? wider : 2 * unsigned_bytes;
    using type =
        conditional_t<(bytes > 8), double, integer_of_t<(bytes > 8 ? 8 : bytes), is_signed_v<A> || is_signed_v<B>>>;
};

/// The real type in which the parts of a complex number stand that a real type becomes.
template <class T>
struct part_of : conditional<is_same_v<T, double>, double, float> {};
template <class T>
struct part_of<complex<T>> : identity<T> {};

template <class A, class B>
struct promote {
    static_assert(number<A> && number<B>,
                  "these two element types have no common type: only bool, integers, floating "
                  "point and complex mix; two structs must be of one type");
};
template <class T>
struct promote<T, T> : identity<T> {};
template <number A, number B>
requires(kind_v<A> < kind_v<B> && kind_v<B> != dtype_kind::complex_floating) struct promote<A, B> : identity<B> {
};
template <number A, number B>
requires(kind_v<B> < kind_v<A> && kind_v<A> != dtype_kind::complex_floating) struct promote<A, B> : identity<A> {
};
template <integer A, integer B>
requires(!is_same_v<A, B>) struct promote<A, B> : promote_integers<A, B> {
};
template <floating A, floating B>
requires(!is_same_v<A, B>) struct promote<A, B>
    : conditional<is_same_v<A, double> || is_same_v<B, double>, double, float> {
};
template <number A, number B>
requires(!is_same_v<A, B> && (complex_floating<A> || complex_floating<B>)) struct promote<A, B>
    : identity<complex<typename conditional<is_same_v<typename part_of<A>::type, double> ||
                                                is_same_v<typename part_of<B>::type, double>,
                                            double, float>::type>> {
};

/// A C++ scalar's type as an element type: std::complex and its kin become `complex`.
template <class T>
struct scalar_element : identity<T> {};
template <complex_like T>
requires(!is_complex_v<T>) struct scalar_element<T> : identity<complex<typename T::value_type>> {
};

/// An array's type with a scalar's: a scalar of a higher kind decides the kind, never the width of the array's own.
template <class A, class Scalar>
struct promote_scalar : conditional<(kind_v<A> == dtype_kind::other || kind_v<Scalar> == dtype_kind::other), Scalar,
                                    conditional_t<(kind_v<Scalar> <= kind_v<A>), A, Scalar>> {};
template <floating A, class T>
struct promote_scalar<A, complex<T>> : identity<complex<typename part_of<A>::type>> {};

template <class Tree>
struct value_of;
template <class T>
struct value_of<leaf<T>> : identity<T> {};
template <class T>
struct value_of<constant<T>> : identity<T> {};
template <>
struct value_of<position> : identity<index_t> {};
template <class Op, class... Children>
struct value_of<call<Op, Children...>>
    : remove_cvref<decltype(declval<const Op&>()(declval<typename value_of<Children>::type>()...))> {};

/// The element type of what a function of `math/` was given: of a lazy operand its value's, of a scalar its own.
template <class Argument>
struct argument_element : scalar_element<remove_cvref_t<Argument>> {};
template <lazy_operand Argument>
struct argument_element<Argument> : value_of<typename remove_cvref_t<Argument>::lazy_tree> {};
template <class Argument>
using argument_element_t = typename argument_element<Argument>::type;

}  // namespace detail

/// The type of an operation on two arrays, as NumPy 2 (`result_type`): int8 with uint8 is int16, uint64 with a signed
/// integer is double, half with bfloat16 is float, real with complex is complex of the wider real.
/// @note Integer or bool with floating point is the floating type, never a wider one (as PyTorch and JAX).
template <class A, class B>
using promote_t = typename detail::promote<A, B>::type;

/// The type in which a C++ scalar of type `Scalar` joins an array of type `A`: the array's own, unless the scalar is of
/// a higher kind (bool < integer < floating < complex): int with 0.5 is double, float with 0.5 is float, float with
/// complex<double> is complex<float>. Accepts std::complex. A struct keeps its type.
template <class A, class Scalar>
using scalar_t =
    typename detail::promote_scalar<A, typename detail::scalar_element<detail::remove_cvref_t<Scalar>>::type>::type;

/// The element type of a tree's values.
template <class Tree>
using value_t = typename detail::value_of<Tree>::type;

/// Some arguments are lazy, and all of them are numbers: what arithmetic takes.
template <class... Args>
concept numeric_arguments = lazy_arguments<Args...> &&(detail::number<detail::argument_element_t<Args>>&&...);

/// As `numeric_arguments`, without complex: what needs an order.
template <class... Args>
concept real_arguments = lazy_arguments<Args...> &&(detail::real_number<detail::argument_element_t<Args>>&&...);

/// As `numeric_arguments`, of bool and integers only: what works on bits.
template <class... Args>
concept integer_arguments = lazy_arguments<Args...> &&
    ((detail::integer<detail::argument_element_t<Args>> || detail::boolean<detail::argument_element_t<Args>>)&&...);

}  // namespace v0
}  // namespace cushard
