// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// From layouts to a loop nest: axes put in the output's order, flipped to run forward, dropped where they are 1, merged
// where every operand lets them; then the kind of kernel and the width of its offsets. Pure arithmetic on what a
// backend will see, not templated. Layer: lower.

#include "cushard/backend/launch.hpp"
#include "cushard/layout/strided.hpp"

#include <array>
#include <cstdint>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Where one shard's loop lies in the whole array: the C-order strides of the whole and the index of the first element.
struct global_place {
    std::array<index_t, max_rank> strides;  ///< of the axes there are
    index_t origin = 0;
};

/// The place of an array that is the whole.
global_place whole_place(const shape& extents);

/// Binds one operand of `plan`: its first element and its strides along the axes of the loop (`extents`), repeated
/// along the axes which it lacks or has 1 of. Its shape must broadcast to `extents`. Written in place, for this is on
/// the path of every launch.
void bind_operand(operand& out, void* base, std::int32_t element_bytes, bool written, const strided_layout& layout,
                  const shape& extents);

/// Plans a loop that is walked in C order, whose outputs are no part of it (their strides are 0): a reduction's. The
/// kind is `contiguous` where every input runs along with the loop, else `strided`.
void plan_in_order(geometry& nest, const shape& extents, const global_place& place, bool uses_position);

/// Plans the loop over `extents`: fills `nest` around operands bound by `bind_operand`, outputs first.
void plan(geometry& nest, const shape& extents, const global_place& place, bool uses_position);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/lower/plan.inl.hpp")
