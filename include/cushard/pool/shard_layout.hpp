// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// How an array lies over a pool: cut along one axis by explicit boundaries, or whole on every device. Layer: pool.

#include "cushard/layout/shape.hpp"
#include "cushard/lower/plan.hpp"
#include "cushard/pool/device_pool.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// What a user says before the shape is known: which pool, which axis, and where to cut.
class sharding {
public:
    sharding(device_pool pool, int axis, std::vector<index_t> boundaries)
        : pool_(std::move(pool)), axis_(axis), boundaries_(std::move(boundaries)) {}

    [[nodiscard]] const device_pool& pool() const noexcept { return pool_; }
    /// As given: negative counts from the last.
    [[nodiscard]] int axis() const noexcept { return axis_; }
    /// Empty where the cut is to be balanced.
    [[nodiscard]] const std::vector<index_t>& boundaries() const noexcept { return boundaries_; }

private:
    device_pool pool_;
    int axis_;
    std::vector<index_t> boundaries_;
};

/// Cuts arrays along `axis`, balanced: 10 over 4 devices is 3, 3, 2, 2. Shards may be empty.
[[nodiscard]] sharding shard(device_pool pool, int axis = 0);

/// Cuts arrays along `axis` where `boundaries` says: device i has [boundaries[i], boundaries[i + 1]).
[[nodiscard]] sharding shard(device_pool pool, int axis, std::vector<index_t> boundaries);

/// The layout of one sharded array: global shape, pool, axis, boundaries. Immutable.
class shard_layout {
public:
    /// @throws axis_error if the shape has no such axis, shape_error if the boundaries do not fit it.
    shard_layout(const char* what, const shape& extents, const sharding& how);

    /// Whole on every device.
    [[nodiscard]] static shard_layout replicated(const device_pool& pool, const shape& extents) {
        return shard_layout(pool, extents);
    }

    [[nodiscard]] const device_pool& pool() const noexcept { return pool_; }
    [[nodiscard]] const shape& extents() const noexcept { return extents_; }
    [[nodiscard]] bool is_replicated() const noexcept { return axis_ < 0; }
    /// The axis that is cut, from 0; -1 where the array is replicated.
    [[nodiscard]] int axis() const noexcept { return axis_; }
    /// Empty where the array is replicated.
    [[nodiscard]] const std::vector<index_t>& boundaries() const noexcept { return cuts_; }

    /// The first index along the axis of part `i`, and one past its last.
    [[nodiscard]] index_t first(int i) const noexcept {
        return is_replicated() ? 0 : cuts_[static_cast<std::size_t>(i)];
    }
    [[nodiscard]] index_t last(int i) const noexcept { return cuts_[static_cast<std::size_t>(i) + 1]; }

    /// The shape of part `i`.
    [[nodiscard]] shape part_extents(int i) const;
    /// Where part `i` lies in the whole: the strides of its global index, and that of its first element.
    [[nodiscard]] detail::global_place part_place(int i) const;
    friend bool operator==(const shard_layout& a, const shard_layout& b) noexcept { return a.equals(b); }

private:
    shard_layout(const device_pool& pool, const shape& extents) : pool_(pool), extents_(extents), axis_(-1) {}
    [[nodiscard]] bool equals(const shard_layout& other) const noexcept;

    device_pool pool_;
    shape extents_;
    int axis_;
    std::vector<index_t> cuts_;
};

/// `[10, 4] along axis 0 at [0, 3, 6, 8, 10] over devices [0, 1, 2, 3]`
[[nodiscard]] std::string to_string(const shard_layout& layout);

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/pool/shard_layout.inl.hpp")
