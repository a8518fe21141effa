// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of shape.hpp. Layer: layout.

#include "cushard/base/error.hpp"
#include "cushard/layout/shape.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline std::string bracketed(span<const index_t> values) {
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i != 0) text += ", ";
        text += std::to_string(values[i]);
    }
    return text + "]";
}

}  // namespace detail

inline void shape::refuse(detail::span<const index_t> extents) {
    const std::string met = "shape: " + detail::bracketed(extents);
    if (extents.size() > static_cast<std::size_t>(max_rank))
        throw shape_error(met + " has " + std::to_string(extents.size()) + " axes: at most " +
                          std::to_string(max_rank) + " are supported");
    for (index_t extent : extents)
        if (extent < 0) throw shape_error(met + " has a negative extent: " + std::to_string(extent));
    throw shape_error(met + " is too large: at most 9223372036854775807 elements are possible");
}

inline std::string to_string(const shape& extents) { return detail::bracketed(extents); }

}  // namespace v0
}  // namespace cushard
