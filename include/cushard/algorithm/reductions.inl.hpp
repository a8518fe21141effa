// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of reductions.hpp. Layer: algorithm.

#include "cushard/algorithm/reductions.hpp"
#include "cushard/base/error.hpp"

#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void require_elements(const char* what, const shape& extents) {
    if (extents.size() == 0) {
        throw shape_error(std::string(what) + ": the array of shape " + to_string(extents) +
                          " has no elements: expected at least one");
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
