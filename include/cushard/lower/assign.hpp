// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Evaluation into memory: operands materialised, devices and shapes checked, overlaps made harmless, one launch through
// the one door. Layer: lower.

#include "cushard/base/span.hpp"
#include "cushard/expr/expression.hpp"
#include "cushard/expr/make_call.hpp"
#include "cushard/launch/elementwise/kernel.hpp"
#include "cushard/launch/kernel_slot.hpp"
#include "cushard/layout/broadcast.hpp"
#include "cushard/layout/strided.hpp"
#include "cushard/lower/flat.hpp"
#include "cushard/lower/memory.hpp"
#include "cushard/lower/plan.hpp"
#include "cushard/runtime/submit.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The bodies that hold the operands' values; those that were computed for this evaluation are kept here, the others by
/// the operands.
template <std::size_t Count>
struct operand_memory {
    std::array<const array_body*, Count> bodies;
    std::array<array_ref, Count> computed;
};

/// Submits first what must be computed; a deferred operand that stands twice is computed once. The operands are those
/// of an `on_device` expression.
void materialise(span<const operand_ref> operands, span<const array_body*> bodies, span<array_ref> computed);

template <std::size_t Count>
operand_memory<Count> materialise(const std::array<operand_ref, Count>& operands) {
    operand_memory<Count> out;
    materialise(span<const operand_ref>(operands), out.bodies, out.computed);
    return out;
}

/// @throws device_error unless all sources live on `home`.
void check_same_device(const char* what, const device& home, span<const array_body* const> sources);

/// The bytes of each leaf's elements.
template <class Inputs>
struct input_sizes;
template <class... Ts>
struct input_sizes<tuple<Ts...>> {
    static constexpr std::array<std::int32_t, sizeof...(Ts)> value{static_cast<std::int32_t>(sizeof(Ts))...};
};

/// An elementwise evaluation as far as it does not depend on the expression's type.
struct elementwise_job {
    const char* what;
    const array_body& target;
    std::int32_t target_bytes;
    span<const array_body* const> sources;
    span<const std::int32_t> source_bytes;
    const global_place& place;
};

/// Whether some source would be changed before it is read.
bool is_aliased(const elementwise_job& job);

/// Plans and submits a job. `operands` and `uses` have room for the target and every source.
void submit_elementwise(const elementwise_job& job, const kernel& code, const void* functor, bool uses_position,
                        span<operand> operands, span<use> uses);

/// Launches `Flat` over the target's shape. The operands' shapes broadcast to it; nothing overlaps otherwise than
/// element on element.
template <class Flat>
void launch_elementwise(const Flat& functor, const elementwise_job& job) {
    if (job.target.extents().size() == 0) return;
    constexpr std::size_t count = Flat::inputs::size + 1;
    std::array<operand, count> operands;
    std::array<use, count> uses;
    submit_elementwise(job, kernel_of<elementwise<Flat>>(), &functor, Flat::uses_position, operands, uses);
}

/// Copies one body's elements into another's, of the same shape.
template <class T>
void copy_elements(const char* what, const array_body& target, const array_body& source) {
    const array_body* const from = &source;
    launch_elementwise(flat<T, leaf<T>>{}, {what, target, sizeof(T), span(&from, 1), input_sizes<tuple<T>>::value,
                                            whole_place(target.extents())});
}

/// Whether an expression is no more than one operand of type `Out`.
template <class Out, class Tree>
inline constexpr bool is_plain_operand = std::is_same_v<Tree, leaf<Out>>;

/// Evaluates `source` into the target's memory; shapes must broadcast to the target's. The result is as if the right
/// side had been computed first, whatever overlaps.
/// @throws shape_error, device_error before anything is launched or changed.
template <class Out, class Tree>
void assign(const char* what, const array_body& target, const expression<Tree>& source) {
    if (source.extents() != target.extents()) {
        broadcast_to(what, c_contiguous(source.extents()), target.extents());
    } else if constexpr (is_plain_operand<Out, Tree>) {
        if (static_cast<const device_operand_body&>(*source.operands()[0]).compute_into(target)) return;
    }
    const auto memory = materialise(source.operands());
    const span<const array_body* const> sources = memory.bodies;
    const device home = target.memory().get_device();
    check_same_device(what, home, sources);
    const flat<Out, Tree> functor{source.constants()};
    const global_place place = whole_place(target.extents());
    const elementwise_job direct{what, target, sizeof(Out), sources, input_sizes<leaves_t<Tree>>::value, place};
    if (!is_aliased(direct)) {
        launch_elementwise(functor, direct);
        return;
    }
    const array_ref temporary = new_body(what, target.extents(), sizeof(Out), home);
    launch_elementwise(functor, {what, *temporary, sizeof(Out), sources, input_sizes<leaves_t<Tree>>::value, place});
    copy_elements<Out>(what, target, *temporary);
}

/// The device on which an expression runs: that of its operands, or the current one where it has none.
device device_of(span<const array_body* const> sources);

/// Evaluates `source` into new memory of its own shape. What a deferred operand computed is new memory already.
template <class Out, class Tree>
array_ref evaluate(const char* what, const expression<Tree>& source) {
    const auto memory = materialise(source.operands());
    if constexpr (is_plain_operand<Out, Tree>) {
        if (memory.computed[0]) return memory.computed[0];
    }
    const span<const array_body* const> sources = memory.bodies;
    const device home = device_of(sources);
    check_same_device(what, home, sources);
    const array_ref target = new_body(what, source.extents(), sizeof(Out), home);
    launch_elementwise(
        flat<Out, Tree>{source.constants()},
        {what, *target, sizeof(Out), sources, input_sizes<leaves_t<Tree>>::value, whole_place(target->extents())});
    return target;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/lower/assign.inl.hpp")
