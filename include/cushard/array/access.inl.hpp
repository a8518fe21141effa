// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of access.hpp. Layer: array.

#include "cushard/array/access.hpp"
#include "cushard/base/error.hpp"
#include "cushard/layout/shape.hpp"

#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void require_one_element(const char* what, const shape& extents) {
    if (extents.size() != 1)
        throw shape_error(std::string(what) + ": the shape is " + to_string(extents) + ": expected one element");
}

inline void require_room(const char* what, index_t elements, std::size_t room) {
    if (static_cast<index_t>(room) != elements)
        throw shape_error(std::string(what) + ": the array has " + std::to_string(elements) + " elements, the target " +
                          std::to_string(room));
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
