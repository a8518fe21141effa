// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of pool_body.hpp. Layer: pool.

#include "cushard/lower/memory.hpp"
#include "cushard/pool/pool_body.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline pool_ref new_pool_body(const char* what, const shard_layout& layout, std::size_t element_bytes) {
    std::vector<array_ref> parts;
    for (int i = 0; i < layout.pool().size(); ++i) {
        parts.push_back(new_body(what, layout.part_extents(i), element_bytes, layout.pool()[i]));
    }
    return pool_ref::adopt(new pool_body(layout, std::move(parts)));
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
