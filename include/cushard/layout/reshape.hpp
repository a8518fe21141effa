// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Reshaping: the same elements in C order under other extents, as a view where strides can say it. Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/span.hpp"
#include "cushard/layout/shape.hpp"
#include "cushard/layout/strided.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The shape that `requested` stands for when an array of shape `from` is reshaped: one extent may be -1 and is
/// inferred. `what` names the operation in errors.
/// @throws shape_error if the numbers of elements differ, more than one extent is -1, or another is negative.
shape reshape_extents(const char* what, const shape& from, detail::span<const index_t> requested);

/// What a reshape comes to.
struct reshaped_layout {
    strided_layout layout;
    bool is_view;  ///< false where strides cannot say it: only a copy in C order, of this shape, can have it
};

/// The view of `from` in C order under the extents that `requested` stands for (NumPy's `reshape`), where there is one.
/// @throws shape_error as `reshape_extents` does.
reshaped_layout reshape(const char* what, const strided_layout& from, detail::span<const index_t> requested);

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/layout/reshape.inl.hpp")
