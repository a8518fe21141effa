// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The lazy value that functions of `math/` return: a stateless type tree, one flat array of counted operands, and the
// constants. It keeps what it reads alive, may be stored, returned and evaluated twice, and reads the operands' values
// at evaluation. Layer: expr.

#include "cushard/expr/operand_body.hpp"
#include "cushard/expr/result_type.hpp"
#include "cushard/expr/tree_traits.hpp"

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// Where an expression's operands live: whole arrays, each on one device.
struct on_device {};

/// Lazy operands of one domain.
template <class A, class Domain>
concept operand_of = lazy_operand<A> && std::is_same_v<typename std::remove_cvref_t<A>::lazy_domain, Domain>;

/// Lazy operands that live on one device: arrays, views, and expressions of them.
template <class A>
concept device_operand = operand_of<A, on_device>;

namespace detail {

/// The shape of operands together, when no single one has it.
shape broadcast_operands(const operand_ref* operands, int count);

}  // namespace detail

/// A lazy elementwise expression of type tree `Tree`. Cheap to copy (one count per operand), safe to share between
/// threads. Nothing has run until it is assigned to an array, passed to `eval`, or asked for its `item()`.
/// `Domain` says what its operands are: `on_device`, or `on_pool` for sharded ones.
template <class Tree, class Domain = on_device>
class expression {
public:
    using lazy_tree = Tree;
    using lazy_domain = Domain;
    using value_type = value_t<Tree>;
    using constants_type = detail::constants_t<Tree>;
    /// How many operands in memory the tree has; an array used twice counts twice.
    static constexpr int operand_count = detail::leaf_count<Tree>;
    using operands_type = std::array<detail::operand_ref, static_cast<std::size_t>(operand_count)>;

    /// For the library: from operands in the tree's order. `shaped_by` is the operand which has the shape of the whole,
    /// or -1 when none has.
    expression(operands_type operands, const constants_type& constants, int shaped_by) noexcept
        : operands_(std::move(operands)), constants_(constants), shaped_by_(shaped_by) {}

    /// The shape of the result.
    [[nodiscard]] shape extents() const {
        if (const shape* known = known_extents()) return *known;
        return detail::broadcast_operands(operands_.data(), operand_count);
    }
    [[nodiscard]] int rank() const { return extents().rank(); }
    [[nodiscard]] index_t size() const { return extents().size(); }

    /// Evaluates an expression of one element and copies the value to the host; blocks until it is there.
    /// @throws shape_error unless the size is 1.
    [[nodiscard]] value_type item() const;

    [[nodiscard]] const expression& as_expression() const& noexcept { return *this; }
    [[nodiscard]] expression as_expression() && noexcept { return std::move(*this); }

    [[nodiscard]] const operands_type& operands() const& noexcept { return operands_; }
    [[nodiscard]] operands_type operands() && noexcept { return std::move(operands_); }
    [[nodiscard]] const constants_type& constants() const noexcept { return constants_; }
    [[nodiscard]] int shaped_by() const noexcept { return shaped_by_; }
    /// The shape where an operand has it, null where it must be worked out.
    [[nodiscard]] const shape* known_extents() const noexcept {
        return shaped_by_ < 0 ? nullptr : &operands_[static_cast<std::size_t>(shaped_by_)]->extents();
    }

private:
    operands_type operands_;
    [[no_unique_address]] constants_type constants_;
    int shaped_by_;
};

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/expr/expression.inl.hpp")
