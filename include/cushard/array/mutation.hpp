// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Compound assignment, once for all that owns or sees elements. Layer: array.

#include "cushard/base/element.hpp"
#include "cushard/expr/expression.hpp"
#include "cushard/expr/make_call.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/logic.hpp"

#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// What can be assigned to elements of type `T`: lazy operands of the same domain, and scalars that convert.
template <class Source, class T, class Domain = on_device>
concept assignable_to = operand_of<Source, Domain> ||(!lazy_operand<Source> && element<std::remove_cvref_t<Source>>) ||
                        std::is_same_v<std::remove_cvref_t<Source>, std::remove_const_t<T>>;

/// The operators that arrays and views share. `Derived` is the array or view itself; it has `write(what, source)`.
template <class Derived, class T, class Domain = on_device>
class array_mutation {
public:
    /// `a += e` and its kin: the right side broadcasts to the left; the left keeps shape and type, the result converts
    /// to it. Right although the two overlap.
    /// @throws shape_error if the right side does not broadcast to the left.
    template <assignable_to<T, Domain> Source>
    Derived& operator+=(const Source& source) {
        return update("add", add(self(), source));
    }
    template <assignable_to<T, Domain> Source>
    Derived& operator-=(const Source& source) {
        return update("subtract", subtract(self(), source));
    }
    template <assignable_to<T, Domain> Source>
    Derived& operator*=(const Source& source) {
        return update("multiply", multiply(self(), source));
    }
    template <assignable_to<T, Domain> Source>
    Derived& operator/=(const Source& source) {
        return update("divide", divide(self(), source));
    }
    template <assignable_to<T, Domain> Source>
    Derived& operator&=(const Source& source) {
        return update("bitwise_and", bitwise_and(self(), source));
    }
    template <assignable_to<T, Domain> Source>
    Derived& operator|=(const Source& source) {
        return update("bitwise_or", bitwise_or(self(), source));
    }
    template <assignable_to<T, Domain> Source>
    Derived& operator^=(const Source& source) {
        return update("bitwise_xor", bitwise_xor(self(), source));
    }

protected:
    array_mutation() = default;
    array_mutation(const array_mutation&) = default;
    array_mutation& operator=(const array_mutation&) = default;
    ~array_mutation() = default;

private:
    Derived& self() noexcept { return static_cast<Derived&>(*this); }
    template <class Source>
    Derived& update(const char* what, const Source& source) {
        self().write(what, source);
        return self();
    }
};

}  // namespace v0
}  // namespace cushard
