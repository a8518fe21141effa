// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Where an axis is cut into shards. Boundaries are offsets: part p is `[cuts[p], cuts[p + 1])`, and may be empty.
// Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/span.hpp"

#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The most even cut: the first `count % parts` parts have one element more than the others (NumPy's `array_split`).
/// 10 over 4 is 3, 3, 2, 2: `0 3 6 8 10`.
/// @throws shape_error if there is no part or the count is negative.
std::vector<index_t> balanced(index_t count, index_t parts);

/// Refuses boundaries that do not cut `count` elements into `parts` parts in order. `what` names the operation.
/// @throws shape_error that says which boundary is wrong.
void check_boundaries(const char* what, detail::span<const index_t> cuts, index_t count, index_t parts);

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/layout/boundaries.inl.hpp")
