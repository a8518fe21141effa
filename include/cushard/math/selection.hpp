// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Choosing one of two values, element by element. Layer: math; device code.

#include "cushard/base/convert.hpp"
#include "cushard/expr/result_type.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace ops {

struct where {
    static constexpr const char* name = "where";
    static constexpr int condition_arguments = 1;  ///< scalars take their type from `a` and `b`, not from the condition
    template <detail::number Condition, class A, class B>
    CUSHARD_HD constexpr auto operator()(Condition condition, A a, B b) const {
        using T = promote_t<A, B>;
        return convert<bool>(condition) ? convert<T>(a) : convert<T>(b);
    }
};

struct minimum {
    static constexpr const char* name = "minimum";
    template <detail::real_number A, detail::real_number B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        using T = promote_t<A, B>;
        return detail::fp::min(convert<T>(a), convert<T>(b));
    }
};

struct maximum {
    static constexpr const char* name = "maximum";
    template <detail::real_number A, detail::real_number B>
    CUSHARD_HD constexpr auto operator()(A a, B b) const {
        using T = promote_t<A, B>;
        return detail::fp::max(convert<T>(a), convert<T>(b));
    }
};

}  // namespace ops

/// `condition ? a : b` (NumPy's `where`), for every element; a condition that is not bool means `!= 0`. The three
/// broadcast. `a` and `b` may be structs of one type.
template <class Condition, class A, class B>
requires lazy_arguments<Condition, A, B> && detail::number<detail::argument_element_t<Condition>>
auto where(Condition&& condition, A&& a, B&& b) {
    return make_call<ops::where>(static_cast<Condition&&>(condition), static_cast<A&&>(a), static_cast<B&&>(b));
}

/// The smaller one (NumPy's `minimum`); a NaN on either side passes through.
template <class A, class B>
requires real_arguments<A, B>
auto minimum(A&& a, B&& b) { return make_call<ops::minimum>(static_cast<A&&>(a), static_cast<B&&>(b)); }

/// The larger one (NumPy's `maximum`); a NaN on either side passes through.
template <class A, class B>
requires real_arguments<A, B>
auto maximum(A&& a, B&& b) { return make_call<ops::maximum>(static_cast<A&&>(a), static_cast<B&&>(b)); }

}  // namespace v0
}  // namespace cushard
