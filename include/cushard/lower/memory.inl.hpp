// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of memory.hpp. Layer: lower.

#include "cushard/base/error.hpp"
#include "cushard/lower/memory.hpp"
#include "cushard/runtime/storage.hpp"

#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline std::size_t checked_bytes(const char* what, const shape& extents, std::size_t element_bytes) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(static_cast<std::size_t>(extents.size()), element_bytes, &bytes)) {
        throw shape_error(std::string(what) + ": " + to_string(extents) + " elements of " +
                          std::to_string(element_bytes) + " bytes are more than memory can hold");
    }
    return bytes;
}

inline array_ref new_body(const char* what, const shape& extents, std::size_t element_bytes, const device& on) {
    const std::size_t bytes = checked_bytes(what, extents, element_bytes);
    return array_ref::adopt(new array_body(allocate(on, bytes, what), c_contiguous(extents)));
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
