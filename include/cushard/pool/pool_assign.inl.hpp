// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of pool_assign.hpp. Layer: pool.

#include "cushard/base/error.hpp"
#include "cushard/pool/pool_assign.hpp"

#include <cstddef>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void materialise_on_pool(span<const operand_ref> operands, span<pool_ref> out) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
        for (std::size_t k = 0; k < i && !out[i]; ++k) {
            if (operands[k].get() == operands[i].get()) out[i] = out[k];
        }
        if (!out[i]) out[i] = static_cast<const pool_operand_body&>(*operands[i]).materialise_on_pool();
    }
}

inline shard_layout joint_layout(const char* what, span<const pool_ref> sources) {
    const shard_layout* joint = &sources[0]->layout();
    for (const pool_ref& source : sources) {
        const shard_layout& next = source->layout();
        const bool fits =
            joint->is_replicated() || next.is_replicated() ? joint->pool() == next.pool() : *joint == next;
        if (!fits) {
            throw device_error(std::string(what) + ": layouts differ: " + to_string(*joint) + " and " +
                               to_string(next) + ": expected equal ones");
        }
        if (joint->is_replicated() && !next.is_replicated()) joint = &next;
    }
    return *joint;
}

inline shard_layout result_layout(const char* what, span<const pool_ref> sources, const shape& extents) {
    const shard_layout joint = joint_layout(what, sources);
    if (joint.is_replicated()) return shard_layout::replicated(joint.pool(), extents);
    if (joint.extents() == extents) return joint;
    throw device_error(std::string(what) + ": " + to_string(joint) + " would be broadcast to " + to_string(extents) +
                       ": expected operands cut alike or of one element");
}

inline void require_fitting(const char* what, const shard_layout& target, const shard_layout& source) {
    if (source.is_replicated() ? source.pool() == target.pool() : source == target) return;
    throw device_error(std::string(what) + ": layouts differ: " + to_string(target) + " and " + to_string(source) +
                       ": expected equal ones");
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
