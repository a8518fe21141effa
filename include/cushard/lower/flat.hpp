// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A tree as a flat functor: what kernels are templated on. The values of all leaves come in one record, so that a
// kernel decides how they are loaded; the tree only says what is computed from them. Layer: lower; device code.

#include "cushard/base/convert.hpp"
#include "cushard/base/tuple.hpp"
#include "cushard/expr/result_type.hpp"
#include "cushard/expr/tree_traits.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The value of `Tree`, whose leaves begin at slot `Leaf` of the record and whose constants begin at slot `Constant`.
template <class Tree, int Leaf, int Constant>
struct tree_value;

template <class T, int Leaf, int Constant>
struct tree_value<leaf<T>, Leaf, Constant> {
    template <class Values, class Constants>
    CUSHARD_HD static constexpr T of(index_t, const Values& values, const Constants&) {
        return get<Leaf>(values);
    }
};

template <class T, int Leaf, int Constant>
struct tree_value<constant<T>, Leaf, Constant> {
    template <class Values, class Constants>
    CUSHARD_HD static constexpr T of(index_t, const Values&, const Constants& constants) {
        return get<Constant>(constants);
    }
};

template <int Leaf, int Constant>
struct tree_value<position, Leaf, Constant> {
    template <class Values, class Constants>
    CUSHARD_HD static constexpr index_t of(index_t at, const Values&, const Constants&) {
        return at;
    }
};

/// How many leaves and constants the children before child `which` have.
template <class... Children>
struct before_child {
    CUSHARD_HD static constexpr int leaves(int which) {
        const int counts[] = {leaf_count<Children>...};
        int sum = 0;
        for (int i = 0; i < which; ++i) sum += counts[i];
        return sum;
    }
    CUSHARD_HD static constexpr int constants(int which) {
        const int counts[] = {constants_t<Children>::size...};
        int sum = 0;
        for (int i = 0; i < which; ++i) sum += counts[i];
        return sum;
    }
};

/// What an operation computes where its second argument is a constant of the expression: `Op::by_constant`, if it has
/// one, with the same values by a shorter way.
template <class Op, class... Children>
struct call_of {
    template <class... Values>
    CUSHARD_HD static constexpr auto apply(const Values&... values) {
        return Op{}(values...);
    }
};
template <class Op, class First, class T>
requires requires { Op::has_by_constant; }
struct call_of<Op, First, constant<T>> {
    template <class Value>
    CUSHARD_HD static constexpr auto apply(const Value& value, const T& by) {
        return Op::by_constant(value, by);
    }
};

template <class Op, class... Children, int Leaf, int Constant>
struct tree_value<call<Op, Children...>, Leaf, Constant> {
    using before = before_child<Children...>;

    template <int... Which, class Values, class Constants>
    CUSHARD_HD static constexpr auto apply(index_list<Which...>, index_t at, const Values& values,
                                           const Constants& constants) {
        return call_of<Op, Children...>::apply(
            tree_value<Children, Leaf + before::leaves(Which), Constant + before::constants(Which)>::of(at, values,
                                                                                                        constants)...);
    }

    template <class Values, class Constants>
    CUSHARD_HD static constexpr auto of(index_t at, const Values& values, const Constants& constants) {
        return apply(index_list_of<sizeof...(Children)>{}, at, values, constants);
    }
};

/// The flat functor that stores the value of `Tree`, converted to `Out`. Trivially copyable: it is what a backend
/// copies into a launch.
template <class Out, class Tree>
struct flat {
    using inputs = leaves_t<Tree>;
    using outputs = tuple<Out>;
    static constexpr bool uses_position = tree_traits<Tree>::uses_position;

    constants_t<Tree> constants;

    CUSHARD_HD void operator()(index_t position, const inputs& in, outputs& out) const {
        get<0>(out) = convert<Out>(tree_value<Tree, 0, 0>::of(position, in, constants));
    }
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
