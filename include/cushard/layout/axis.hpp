// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Axes as users name them: negative ones count from the last. Layer: layout.

#include "cushard/base/config.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The axis in `[0, rank)` that `axis` names; -1 is the last (NumPy's `normalize_axis_index`).
/// @throws axis_error `sum: axis 2 is out of bounds for array of dimension 2`.
int normalize_axis(const char* what, index_t axis, int rank);

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/layout/axis.inl.hpp")
