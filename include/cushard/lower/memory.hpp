// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// New memory for results. Layer: lower.

#include "cushard/expr/operand_body.hpp"
#include "cushard/runtime/device.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The bytes of `extents` elements.
/// @throws shape_error where no memory could have so many.
std::size_t checked_bytes(const char* what, const shape& extents, std::size_t element_bytes);

/// A body over new memory, C-contiguous.
array_ref new_body(const char* what, const shape& extents, std::size_t element_bytes, const device& on);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/lower/memory.inl.hpp")
