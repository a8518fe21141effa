// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of sharded_array.hpp. Layer: pool.

#include "cushard/base/error.hpp"
#include "cushard/pool/sharded_array.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void refuse_moved_from() { throw error("sharded_array: the array was moved from: assign to it first"); }

}  // namespace detail
}  // namespace v0
}  // namespace cushard
