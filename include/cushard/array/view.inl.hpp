// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of view.hpp. Layer: array.

#include "cushard/array/view.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline strided_layout transposed(const strided_layout& layout, std::initializer_list<int> axes) {
    if (axes.size() == 0) return cushard::transpose(layout);
    return cushard::transpose("transpose", layout, {axes.begin(), axes.size()});
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
