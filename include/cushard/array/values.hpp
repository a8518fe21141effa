// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The values of a lazy operand in memory: those of arrays and views where they are, an expression's evaluated first.
// Layer: array.

#include "cushard/expr/expression.hpp"
#include "cushard/lower/assign.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// For reading only: the memory may be the operand's own.
template <class Tree>
[[nodiscard]] array_ref values_of(const char* what, const expression<Tree>& source) {
    using T = value_t<Tree>;
    if constexpr (is_plain_operand<T, Tree>) {
        return static_cast<const device_operand_body&>(*source.operands()[0]).materialise();
    } else {
        return evaluate<T>(what, source);
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
