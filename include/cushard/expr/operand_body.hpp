// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What an expression reads: immutable bodies, shared by count. An array's body is storage and layout. Other bodies (a
// reduction, a sharded array) come from higher layers; the hook `materialise` is how lowering gets memory out of those
// of one device. Layer: expr.

#include "cushard/base/counted.hpp"
#include "cushard/layout/strided.hpp"
#include "cushard/runtime/storage.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

class operand_body;
class array_body;
using operand_ref = counted_ptr<const operand_body>;
using array_ref = counted_ptr<const array_body>;

/// The base of every operand. Immutable once made: that is what lets expressions be stored and read from any thread.
class operand_body : public counted {
public:
    virtual ~operand_body() = default;

    /// The logical shape that this operand has in an expression.
    [[nodiscard]] virtual const shape& extents() const noexcept = 0;
};

/// An operand of the domain `on_device`: its values lie, or will lie, on one device.
class device_operand_body : public operand_body {
public:
    /// The memory that holds the operand's values as they are now: the body itself for an array; for a deferred operand
    /// the work is submitted first, into memory that nobody else has.
    [[nodiscard]] virtual array_ref materialise() const = 0;

    /// A deferred operand of the target's shape and element type that can be computed in its place on its device,
    /// whatever it reads: does so and answers true. Else the target is not touched.
    virtual bool compute_into(const array_body&) const { return false; }

    /// This body, if its values lie in memory already; null for a deferred operand. What keeps the body keeps them.
    [[nodiscard]] virtual const array_body* in_memory() const noexcept { return nullptr; }
};

/// An array or a view: which storage, and where the elements lie in it.
class array_body final : public device_operand_body {
public:
    array_body(storage_ref storage, const strided_layout& layout) : storage_(std::move(storage)), layout_(layout) {}

    [[nodiscard]] const shape& extents() const noexcept override { return layout_.extents; }
    [[nodiscard]] array_ref materialise() const override { return array_ref::share(this); }
    [[nodiscard]] const array_body* in_memory() const noexcept override { return this; }

    [[nodiscard]] storage& memory() const noexcept { return *storage_; }
    [[nodiscard]] const storage_ref& shared_storage() const noexcept { return storage_; }
    [[nodiscard]] const strided_layout& layout() const noexcept { return layout_; }

private:
    storage_ref storage_;
    strided_layout layout_;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
