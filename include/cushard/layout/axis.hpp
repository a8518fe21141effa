// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Axes as users name them: negative ones count from the last. Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/error.hpp"

#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The axis in `[0, rank)` that `axis` names; -1 is the last (NumPy's `normalize_axis_index`).
/// @throws axis_error `sum: axis 2 is out of bounds for array of dimension 2`.
inline int normalize_axis(const char* what, index_t axis, int rank) {
    if (axis < -rank || axis >= rank)
        throw axis_error(std::string(what) + ": axis " + std::to_string(axis) +
                         " is out of bounds for array of dimension " + std::to_string(rank));
    return static_cast<int>(axis < 0 ? axis + rank : axis);
}

}  // namespace v0
}  // namespace cushard
