// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of expression.hpp. Layer: expr.

#include "cushard/expr/expression.hpp"
#include "cushard/layout/broadcast.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline shape broadcast_operands(const operand_ref* operands, int count) {
    shape out;
    for (int i = 0; i < count; ++i) out = broadcast("expression", out, operands[i]->extents());
    return out;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
