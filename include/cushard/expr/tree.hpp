// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The type of an expression: a stateless tree. Leaves have no numbers; a leaf's operand is found by its place in the
// order in which the tree is walked, left to right. The same tree type names the kernel. Layer: expr; device code.

#include "cushard/base/config.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// An operand in memory.
template <class T>
struct leaf {};

/// A scalar which the expression holds.
template <class T>
struct constant {};

/// The global index of the element, an `index_t`: its place in C order in the whole (unsharded) array.
struct position {};

/// `Op{}(children…)`, element by element. `Op` is an empty functor; `Op::name` is the name users know.
template <class Op, class... Children>
struct call {};

/// Builds the lazy node of `Op` over operands and scalars; at least one argument is a lazy operand. Declared here so
/// that the headers of `math/`, which a device compiles too, can use it; defined in `expr/make_call.hpp`.
/// @throws shape_error if the operands' shapes do not broadcast, named after `Op::name`.
template <class Op, class... Args>
auto make_call(Args&&... args);

namespace detail {
template <class T>
struct bare {
    using type = T;
};
template <class T>
struct bare<T&> : bare<T> {};
template <class T>
struct bare<T&&> : bare<T> {};
template <class T>
struct bare<const T> : bare<T> {};
}  // namespace detail

/// What functions of `math/` take: arrays, views, expressions, of one device or sharded. Such a type has a member type
/// `lazy_tree` and a member `as_expression()`.
template <class A>
concept lazy_operand = requires {
    typename detail::bare<A>::type::lazy_tree;
};

/// Some arguments are lazy; the others are C++ scalars (checked with a clear message where the node is built).
template <class... Args>
concept lazy_arguments = (lazy_operand<Args> || ...);

}  // namespace v0
}  // namespace cushard
