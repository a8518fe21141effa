// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The values of a lazy operand over a pool: those of sharded arrays where they are, an expression's evaluated first.
// Layer: pool.

#include "cushard/pool/pool_assign.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// For reading only: the parts may be the operand's own.
template <class Tree>
[[nodiscard]] pool_ref values_on_pool(const char* what, const expression<Tree, on_pool>& source) {
    using T = value_t<Tree>;
    if constexpr (is_plain_operand<T, Tree>) {
        return materialise_on_pool(source.operands())[0];
    } else {
        return evaluate_on_pool<T>(what, source);
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
