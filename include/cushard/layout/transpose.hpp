// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Axes in another order, and one more axis: views, always. Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/span.hpp"
#include "cushard/layout/strided.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The layout whose axis `d` is axis `axes[d]` of `from` (NumPy's `transpose`); negative axes count from the last.
/// @throws axis_error unless `axes` names every axis once.
strided_layout transpose(const char* what, const strided_layout& from, detail::span<const int> axes);

/// The layout with the axes reversed (NumPy's `transpose` without axes, `.T`).
strided_layout transpose(const strided_layout& from);

/// The layout with a new axis of extent 1, which is axis `axis` of the result (NumPy's `expand_dims`); -1 puts it last.
/// @throws axis_error if `axis` is no axis of the result; shape_error if there is no room for one more.
strided_layout expand_dims(const char* what, const strided_layout& from, index_t axis);

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/layout/transpose.inl.hpp")
