// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What a tree is made of: the element types of its leaves and of its constants, in the order of the walk, and whether
// it asks for positions. Layer: expr; device code.

#include "cushard/base/tuple.hpp"
#include "cushard/expr/tree.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

template <class... Tuples>
struct joined_tuple;
template <>
struct joined_tuple<> {
    using type = tuple<>;
};
template <class... Ts>
struct joined_tuple<tuple<Ts...>> {
    using type = tuple<Ts...>;
};
template <class... Lefts, class... Rights, class... Rest>
struct joined_tuple<tuple<Lefts...>, tuple<Rights...>, Rest...> : joined_tuple<tuple<Lefts..., Rights...>, Rest...> {};

template <class Tree>
struct tree_traits;

template <class T>
struct tree_traits<leaf<T>> {
    using leaves = tuple<T>;
    using constants = tuple<>;
    static constexpr bool uses_position = false;
};
template <class T>
struct tree_traits<constant<T>> {
    using leaves = tuple<>;
    using constants = tuple<T>;
    static constexpr bool uses_position = false;
};
template <>
struct tree_traits<position> {
    using leaves = tuple<>;
    using constants = tuple<>;
    static constexpr bool uses_position = true;
};
template <class Op, class... Children>
struct tree_traits<call<Op, Children...>> {
    using leaves = typename joined_tuple<typename tree_traits<Children>::leaves...>::type;
    using constants = typename joined_tuple<typename tree_traits<Children>::constants...>::type;
    static constexpr bool uses_position = (tree_traits<Children>::uses_position || ...);
};

/// An operation may keep a constant second argument as `Op::prepared<T>`, made once from the constant, with which
/// `Op::by_prepared(first, prepared)` has the values of the operation itself by a shorter way.
template <class Op, class T>
concept prepares_constant = requires {
    typename Op::template prepared<T>;
};
template <class Op, class First, class T>
requires prepares_constant<Op, T>
struct tree_traits<call<Op, First, constant<T>>> {
    using leaves = typename tree_traits<First>::leaves;
    using constants =
        typename joined_tuple<typename tree_traits<First>::constants, tuple<typename Op::template prepared<T>>>::type;
    static constexpr bool uses_position = tree_traits<First>::uses_position;
};

template <class Tree>
using leaves_t = typename tree_traits<Tree>::leaves;
template <class Tree>
using constants_t = typename tree_traits<Tree>::constants;
template <class Tree>
inline constexpr int leaf_count = leaves_t<Tree>::size;

}  // namespace detail
}  // namespace v0
}  // namespace cushard
