// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Runs any elementwise loop through one body that knows only contiguous operands: there is one compiled loop per
// expression, whatever the layouts. Layer: backend.

#include "cushard/backend/launch.hpp"
#include "cushard/base/config.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Evaluates `count` elements (1 or more); element i of each operand stands i elements behind the pointer given.
/// `index` is null if the functor uses no positions; else `index[i]` is element i's global index. An element's value
/// must depend on its operands and index alone, never on `count` or on its place: the driver cuts loops as it likes,
/// and the body pads what it computes in vectors.
using elementwise_body = void (*)(const void* functor, void* const* outputs, const void* const* inputs, index_t count,
                                  const index_t* index);

/// Elements that the driver gathers, evaluates and scatters at once; the most that a body with positions is given.
inline constexpr index_t tile_elements = 256;

/// Evaluates the loop `loop` over its operands; returns when it is done.
/// @throws what `body` throws.
void drive_elementwise(const void* functor, const geometry& loop, elementwise_body body, bool uses_position);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/backend/host/drive.inl.hpp")
