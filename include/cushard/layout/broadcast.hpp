// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// NumPy's broadcasting: shapes are aligned at their last axes, and an extent of 1 repeats. Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/layout/shape.hpp"
#include "cushard/layout/strided.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The shape to which both broadcast (NumPy's `broadcast_shapes`). `what` names the operation in errors.
/// @throws shape_error `add: cannot broadcast [3, 4] with [5]: axis 1 is 4 and 5`, axes counted in the result.
shape broadcast(const char* what, const shape& a, const shape& b);

/// The layout that reads `from` as an array of shape `to`, repeated axes with stride 0 (NumPy's `broadcast_to`).
/// @throws shape_error `assign: cannot broadcast [5] to [3, 4]: axis 1 is 5, expected 4`.
strided_layout broadcast_to(const char* what, const strided_layout& from, const shape& to);

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/layout/broadcast.inl.hpp")
