// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A heterogeneous record that lives in registers: what a kernel has loaded, what it will store. An aggregate, so that
// it stays trivially copyable. Layer: base; device code.

#include "cushard/base/config.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

template <int... Index>
struct index_list {};

template <int Count, int... Index>
struct make_index_list : make_index_list<Count - 1, Count - 1, Index...> {};
template <int... Index>
struct make_index_list<0, Index...> {
    using type = index_list<Index...>;
};

/// `index_list<0, 1, …, Count - 1>`
template <int Count>
using index_list_of = typename make_index_list<Count>::type;

template <int Index, class T>
struct tuple_slot {
    T value;
};

template <class Indices, class... Ts>
struct tuple_slots;
template <int... Index, class... Ts>
struct tuple_slots<index_list<Index...>, Ts...> : tuple_slot<Index, Ts>... {};

template <class... Ts>
struct tuple : tuple_slots<index_list_of<sizeof...(Ts)>, Ts...> {
    static constexpr int size = sizeof...(Ts);
};

template <int Index, class T>
CUSHARD_HD constexpr T& get(tuple_slot<Index, T>& slot) {
    return slot.value;
}
template <int Index, class T>
CUSHARD_HD constexpr const T& get(const tuple_slot<Index, T>& slot) {
    return slot.value;
}

/// A tuple of the values given.
template <class... Ts>
CUSHARD_HD constexpr tuple<Ts...> tuple_of(Ts... values) {
    return tuple<Ts...>{{{values}...}};
}

template <int Index, class T>
T tuple_element_probe(const tuple_slot<Index, T>&);

/// The type of slot `Index` of a `tuple`.
template <int Index, class Tuple>
using tuple_element_t = decltype(tuple_element_probe<Index>(*static_cast<const Tuple*>(nullptr)));

}  // namespace detail
}  // namespace v0
}  // namespace cushard
