// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of creation.hpp. Layer: array.

#include "cushard/array/creation.hpp"
#include "cushard/base/error.hpp"

#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void refuse_arange(const char* why) { throw shape_error(std::string("arange: ") + why); }

inline void refuse_range(const std::string& start, const std::string& stop, const std::string& step) {
    throw shape_error("arange: from " + start + " to " + stop + " by " + step + " is no finite number of elements");
}

inline void require_filled(const char* what, std::size_t count, const shape& extents) {
    if (static_cast<index_t>(count) != extents.size())
        throw shape_error(std::string(what) + ": " + std::to_string(count) + " values do not fill the shape " +
                          to_string(extents));
}

inline void require_equal_rows(std::size_t length, std::size_t first) {
    if (length != first)
        throw shape_error("array: a row has " + std::to_string(length) + " values, the first has " +
                          std::to_string(first));
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
