// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of reductions.hpp. Layer: pool.

#include "cushard/base/error.hpp"
#include "cushard/pool/reductions.hpp"

#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline std::vector<index_t> tree_boundaries(const shard_layout& layout) {
    std::vector<index_t> out{0};
    for (int i = 0; i < layout.pool().size(); ++i) out.push_back(out.back() + layout.part_extents(i).size());
    return out;
}

inline void require_mergeable(const char* what, int parts) {
    if (parts > max_parts)
        throw device_error(std::string(what) + ": the pool has " + std::to_string(parts) +
                           " devices: expected at most " + std::to_string(max_parts));
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
