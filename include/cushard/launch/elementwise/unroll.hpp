// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Loops that are unrolled by construction: arrays indexed in them stay in registers, whatever the compiler thinks of
// the body's size, and the operands of a kernel, each of its own type, are visited in turn. Layer: launch; device code.

#include "cushard/base/tuple.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

template <int Value>
struct index_constant {
    static constexpr int value = Value;
};

template <class Visit, int... Index>
CUSHARD_HD void unroll(index_list<Index...>, Visit&& visit) {
    (visit(Index), ...);
}
/// `visit(0)`, `visit(1)`, …, `visit(Count - 1)`.
template <int Count, class Visit>
CUSHARD_HD void unroll(Visit&& visit) {
    unroll(index_list_of<Count>{}, static_cast<Visit&&>(visit));
}

template <class Visit, int... Index>
CUSHARD_HD void for_each_index(index_list<Index...>, Visit&& visit) {
    (visit(index_constant<Index>{}), ...);
}
/// The same with the number as a type: `visit(index_constant<0>{})`, ….
template <int Count, class Visit>
CUSHARD_HD void for_each_index(Visit&& visit) {
    for_each_index(index_list_of<Count>{}, static_cast<Visit&&>(visit));
}

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
