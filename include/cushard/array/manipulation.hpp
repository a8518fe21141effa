// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The views that NumPy has as functions: `transpose`, `reshape`, `broadcast_to`. They take arrays and
// views, and write through where what they take does. Layer: array.

#include "cushard/array/device_array.hpp"
#include "cushard/layout/broadcast.hpp"

#include <initializer_list>
#include <span>
#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

namespace detail {

template <class T>
array_view<T> as_view(device_array<T>& source) {
    return source.view();
}
template <class T>
array_view<const T> as_view(const device_array<T>& source) {
    return source.view();
}
template <class T>
array_view<T> as_view(const array_view<T>& source) {
    return source;
}

/// Arrays and views, not expressions: what has elements in memory.
template <class A>
concept viewable = requires(A& source) {
    as_view(source);
};

}  // namespace detail

/// Axes reversed, or in the order given; NumPy's `transpose`.
/// @throws axis_error unless the axes are a permutation.
template <detail::viewable Source>
[[nodiscard]] auto transpose(Source&& source, std::initializer_list<int> axes = {}) {
    return detail::as_view(source).transpose(axes);
}

/// Another shape for the same elements in C order; NumPy's `reshape`. One extent may be -1. A copy where the layout
/// does not allow a view.
/// @throws shape_error if the number of elements differs.
template <detail::viewable Source>
[[nodiscard]] auto reshape(Source&& source, std::initializer_list<index_t> extents) {
    return detail::as_view(source).reshape(extents);
}

/// The elements repeated to a larger shape, read only; NumPy's `broadcast_to`.
/// @throws shape_error if the shape does not broadcast to `extents`.
template <detail::viewable Source>
[[nodiscard]] auto broadcast_to(Source&& source, const shape& extents) {
    using T = typename std::remove_cvref_t<Source>::value_type;
    const detail::array_ref body = source.shared_body();
    return detail::view_of_layout<const T>(body, broadcast_to("broadcast_to", body->layout(), extents));
}

}  // namespace v0
}  // namespace cushard
