// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of pool_copy.hpp. Layer: pool.

#include "cushard/pool/pool_copy.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline part_runs runs_of(const shard_layout& layout, int part) {
    part_runs out;
    const shape& extents = layout.extents();
    const int axis = layout.axis();
    for (int d = 0; d < extents.rank(); ++d) (d < axis ? out.count : out.length) *= d == axis ? 1 : extents[d];
    out.pitch = out.length * (axis >= 0 ? extents[axis] : 1);
    out.start = out.length * layout.first(part);
    if (axis >= 0) out.length *= layout.last(part) - layout.first(part);
    return out;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
