// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of shard_layout.hpp. Layer: pool.

#include "cushard/layout/axis.hpp"
#include "cushard/layout/boundaries.hpp"
#include "cushard/pool/shard_layout.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline sharding shard(device_pool pool, int axis) { return {std::move(pool), axis, {}}; }

inline sharding shard(device_pool pool, int axis, std::vector<index_t> boundaries) {
    return {std::move(pool), axis, std::move(boundaries)};
}

inline shard_layout::shard_layout(const char* what, const shape& extents, const sharding& how)
    : pool_(how.pool()), extents_(extents), axis_(normalize_axis(what, how.axis(), extents.rank())) {
    if (how.boundaries().empty()) {
        cuts_ = balanced(extents[axis_], pool_.size());
    } else {
        check_boundaries(what, how.boundaries(), extents[axis_], pool_.size());
        cuts_ = how.boundaries();
    }
}

inline shape shard_layout::part_extents(int i) const {
    if (is_replicated()) return extents_;
    index_t out[max_rank] = {};
    for (int axis = 0; axis < extents_.rank(); ++axis) out[axis] = axis == axis_ ? last(i) - first(i) : extents_[axis];
    return detail::span<const index_t>(out, static_cast<std::size_t>(extents_.rank()));
}

inline detail::global_place shard_layout::part_place(int i) const {
    detail::global_place out = detail::whole_place(extents_);
    if (!is_replicated()) out.origin = first(i) * out.strides[static_cast<std::size_t>(axis_)];
    return out;
}

inline bool shard_layout::equals(const shard_layout& other) const noexcept {
    if (this == &other) return true;
    if (axis_ != other.axis_ || !(extents_ == other.extents_) || cuts_.size() != other.cuts_.size()) return false;
    for (std::size_t i = 0; i < cuts_.size(); ++i)
        if (cuts_[i] != other.cuts_[i]) return false;
    return pool_ == other.pool_;
}

inline std::string to_string(const shard_layout& layout) {
    std::vector<index_t> ids;
    for (const device& each : layout.pool()) ids.push_back(each.id());
    std::string out = to_string(layout.extents());
    out += layout.is_replicated()
               ? std::string(" replicated")
               : " along axis " + std::to_string(layout.axis()) + " at " + detail::bracketed(layout.boundaries());
    return out + " over devices " + detail::bracketed(ids);
}

}  // namespace v0
}  // namespace cushard
