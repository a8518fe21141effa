// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What expressions over sharded arrays read: a part per device. Layer: pool.

#include "cushard/expr/make_call.hpp"
#include "cushard/pool/shard_layout.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// Where an expression's operands live: cut over a pool, or replicated on each of its devices.
struct on_pool {};

/// Lazy operands that live on a pool.
template <class A>
concept pool_operand = operand_of<A, on_pool>;

namespace detail {

class pool_body;
using pool_ref = counted_ptr<const pool_body>;

/// An operand of the domain `on_pool`.
class pool_operand_body : public operand_body {
public:
    /// The parts as they are now; for a deferred operand the work is submitted first, into memory that nobody else has.
    [[nodiscard]] virtual pool_ref materialise_on_pool() const = 0;
};

/// Parts in memory, one per device of the layout's pool, in its order.
class pool_body final : public pool_operand_body {
public:
    pool_body(shard_layout layout, std::vector<array_ref> parts)
        : layout_(std::move(layout)), parts_(std::move(parts)) {}

    [[nodiscard]] const shape& extents() const noexcept override { return layout_.extents(); }
    [[nodiscard]] pool_ref materialise_on_pool() const override { return pool_ref::share(this); }

    [[nodiscard]] const shard_layout& layout() const noexcept { return layout_; }
    [[nodiscard]] const array_ref& part(int i) const noexcept { return parts_[static_cast<std::size_t>(i)]; }

private:
    shard_layout layout_;
    std::vector<array_ref> parts_;
};

/// New memory for every part of `layout`: all of it, or none.
pool_ref new_pool_body(const char* what, const shard_layout& layout, std::size_t element_bytes);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/pool/pool_body.inl.hpp")
