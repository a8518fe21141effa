// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// How a function of `math/` becomes a node: lazy arguments give their operands, scalars become constants of the type
// that the type table says, shapes are broadcast. Costs one move per operand. Layer: expr.

#include "cushard/base/convert.hpp"
#include "cushard/base/element.hpp"
#include "cushard/expr/expression.hpp"

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

template <class A>
using bare_t = std::remove_cvref_t<A>;

/// The domain of an expression over operands of two domains.
template <class Left, class Right>
struct joined_domain {
    static_assert(std::is_same_v<Left, Right>,
                  "cushard: arrays of one device and sharded arrays do not mix in one expression; `scatter` the one or "
                  "`gather` the other");
};
template <class Same>
struct joined_domain<Same, Same> {
    using type = Same;
};

/// What stands for the type that scalars adapt to where no argument has one.
struct no_type {};

template <class Left, class Right>
struct joined_value {
    using type = promote_t<Left, Right>;
};
template <class Right>
struct joined_value<no_type, Right> {
    using type = Right;
};
template <class Left>
struct joined_value<Left, no_type> {
    using type = Left;
};
template <>
struct joined_value<no_type, no_type> {
    using type = no_type;
};

/// How many arguments, from the first on, are conditions.
template <class Op>
inline constexpr int condition_arguments = 0;
template <class Op>
requires requires { Op::condition_arguments; }
inline constexpr int condition_arguments<Op> = Op::condition_arguments;

/// Whether integer scalars keep their own type, so that comparisons are exact.
template <class Op>
inline constexpr bool keeps_scalars = false;
template <class Op>
requires requires { Op::keeps_scalars; }
inline constexpr bool keeps_scalars<Op> = Op::keeps_scalars;

/// The value type of an argument that scalars adapt to.
template <class Arg>
struct adapting_value {
    using type = no_type;
};
template <lazy_operand Arg>
requires element<value_t<typename bare_t<Arg>::lazy_tree>>
struct adapting_value<Arg> {
    using type = value_t<typename bare_t<Arg>::lazy_tree>;
};

/// The type that scalars adapt to: what the lazy arguments say together. The first `Skip` arguments (the condition of
/// `where`) do not take part.
template <int Skip, class... Args>
struct common_value {
    using type = no_type;
};
template <int Skip, class First, class... Rest>
struct common_value<Skip, First, Rest...> {
    using rest = typename common_value<(Skip > 0 ? Skip - 1 : 0), Rest...>::type;
    using own = std::conditional_t<(Skip > 0), no_type, typename adapting_value<First>::type>;
    using type = typename joined_value<own, rest>::type;
};

template <class... Args>
struct common_domain;
template <class Last>
struct common_domain<Last> {
    using type = Last;
};
template <class First, class Second, class... Rest>
struct common_domain<First, Second, Rest...> : common_domain<typename joined_domain<First, Second>::type, Rest...> {};

template <class Arg>
struct domain_list {
    using type = tuple<>;
};
template <lazy_operand Arg>
struct domain_list<Arg> {
    using type = tuple<typename bare_t<Arg>::lazy_domain>;
};
template <class List>
struct domain_of_list;
template <class... Domains>
struct domain_of_list<tuple<Domains...>> : common_domain<Domains...> {};

template <class S>
using scalar_element_t = typename scalar_element<S>::type;

template <class Common, class Scalar, bool Kept>
struct adapted_scalar {
    using type = Scalar;
};
template <class Common, class Scalar>
requires(!std::is_same_v<Common, no_type>) struct adapted_scalar<Common, Scalar, false> {
    using type = scalar_t<Common, Scalar>;
};

/// The type of the constant that scalar `S` becomes in a call of `Op` beside arrays of type `Common`.
template <class Op, class Common, class S>
struct constant_type {
    static_assert(element<scalar_element_t<S>>,
                  "cushard: an argument is neither an array, a view, an expression nor a scalar of an element type");
    using scalar = scalar_element_t<S>;
    using type = typename adapted_scalar<Common, scalar, keeps_scalars<Op> && std::is_integral_v<scalar>>::type;
};

[[noreturn]] void refuse_scalar(const char* what, const std::string& scalar, dtype type);

/// A scalar as the constant's type. An integer that does not fit the array's integer type is an error, as in NumPy 2.
template <class Op, class To, class S>
To constant_value(const S& scalar) {
    if constexpr (std::is_integral_v<To> && std::is_integral_v<S> && !std::is_same_v<To, bool>) {
        if (!std::in_range<To>(static_cast<std::conditional_t<std::is_same_v<S, bool>, int, S>>(scalar))) {
            refuse_scalar(Op::name, std::to_string(scalar), dtype_of<To>);
        }
        return static_cast<To>(scalar);
    } else if constexpr (element<S>) {
        return convert<To>(scalar);
    } else {
        return convert<To>(scalar_element_t<S>(scalar));
    }
}

/// One argument on its way into a node: its tree, operands and constants.
template <class Op, class Common, class Arg>
struct call_argument {
    using scalar = typename constant_type<Op, Common, bare_t<Arg>>::type;
    using tree = constant<scalar>;
    static constexpr bool lazy = false;
    tuple<scalar> constants;

    explicit call_argument(const bare_t<Arg>& value) : constants{{constant_value<Op, scalar>(value)}} {}
    [[nodiscard]] shape extents() const { return {}; }
    [[nodiscard]] const shape* known_extents() const noexcept { return nullptr; }
    [[nodiscard]] int shaped_by() const noexcept { return -1; }
};

template <class Op, class Common, lazy_operand Arg>
struct call_argument<Op, Common, Arg> {
    using source = bare_t<decltype(std::declval<Arg>().as_expression())>;
    using tree = typename source::lazy_tree;
    static constexpr bool lazy = true;
    source value;

    explicit call_argument(Arg&& argument) : value(static_cast<Arg&&>(argument).as_expression()) {}
    [[nodiscard]] shape extents() const { return value.extents(); }
    [[nodiscard]] const shape* known_extents() const noexcept { return value.known_extents(); }
    [[nodiscard]] int shaped_by() const noexcept { return value.shaped_by(); }
};

template <int Base, class Target, class Source, int... Index>
void copy_slots(Target& target, const Source& source, index_list<Index...>) {
    ((get<Base + Index>(target) = get<Index>(source)), ...);
}

/// Moves the parts of one argument behind those of the arguments before it.
template <int Leaf, int Constant, class Operands, class Constants, class Argument>
void append_argument(Operands& operands, Constants& constants, Argument&& argument) {
    if constexpr (bare_t<Argument>::lazy) {
        copy_slots<Constant>(constants, argument.value.constants(),
                             index_list_of<bare_t<decltype(argument.value)>::constants_type::size>{});
        auto own = std::move(argument.value).operands();
        for (std::size_t i = 0; i < own.size(); ++i) operands[static_cast<std::size_t>(Leaf) + i] = std::move(own[i]);
    } else {
        get<Constant>(constants) = get<0>(argument.constants);
    }
}

template <int Leaf, int Constant, class Operands, class Constants>
void append_all(Operands&, Constants&) {}
template <int Leaf, int Constant, class Operands, class Constants, class First, class... Rest>
void append_all(Operands& operands, Constants& constants, First& first, Rest&... rest) {
    append_argument<Leaf, Constant>(operands, constants, std::move(first));
    append_all<Leaf + leaf_count<typename First::tree>, Constant + constants_t<typename First::tree>::size>(
        operands, constants, rest...);
}

/// Follows the shape through the arguments of a call: remembers which operand has it while one does.
class shape_merge {
public:
    explicit shape_merge(const char* what) noexcept : what_(what) {}

    template <class Argument>
    void add(const Argument& argument, int first_leaf) {
        if constexpr (Argument::lazy) {
            const shape* extents = argument.known_extents();
            if (known_ != nullptr && extents != nullptr && (known_ == extents || *known_ == *extents)) return;
            merge(extents, extents != nullptr ? shape{} : argument.extents(),
                  argument.shaped_by() < 0 ? -1 : first_leaf + argument.shaped_by());
        }
    }
    [[nodiscard]] int shaped_by() const noexcept { return shaped_by_; }

private:
    void merge(const shape* extents, const shape& computed, int by);

    const char* what_;
    const shape* known_ = nullptr;
    shape own_;
    int shaped_by_ = -1;
    bool first_ = true;
};

template <class Op, class Domain, class... Arguments>
auto join_arguments(Arguments... arguments) {
    using tree = call<Op, typename Arguments::tree...>;
    using result = expression<tree, Domain>;
    shape_merge merged(Op::name);
    int first_leaf = 0;
    ((merged.add(arguments, first_leaf), first_leaf += leaf_count<typename Arguments::tree>), ...);
    typename result::operands_type operands;
    typename result::constants_type constants{};
    append_all<0, 0>(operands, constants, arguments...);
    return result(std::move(operands), constants, merged.shaped_by());
}

}  // namespace detail

template <class Op, class... Args>
auto make_call(Args&&... args) {
    using common = typename detail::common_value<detail::condition_arguments<Op>, Args...>::type;
    using domains = typename detail::joined_tuple<typename detail::domain_list<Args>::type...>::type;
    using domain = typename detail::domain_of_list<domains>::type;
    return detail::join_arguments<Op, domain>(detail::call_argument<Op, common, Args>(static_cast<Args&&>(args))...);
}

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/expr/make_call.inl.hpp")
