// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of axis.hpp. Layer: layout.

#include "cushard/base/error.hpp"
#include "cushard/layout/axis.hpp"

#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline int normalize_axis(const char* what, index_t axis, int rank) {
    if (axis < -rank || axis >= rank)
        throw axis_error(std::string(what) + ": axis " + std::to_string(axis) +
                         " is out of bounds for array of dimension " + std::to_string(rank));
    return static_cast<int>(axis < 0 ? axis + rank : axis);
}

}  // namespace v0
}  // namespace cushard
