// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Evaluation into memory: operands materialised, devices and shapes checked, overlaps made harmless, one launch through
// the one door. Layer: lower.

#include "cushard/base/error.hpp"
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
#include <span>
#include <string>
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
inline void materialise(std::span<const operand_ref> operands, std::span<const array_body*> bodies,
                        std::span<array_ref> computed) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const auto& operand = static_cast<const device_operand_body&>(*operands[i]);
        bodies[i] = operand.in_memory();
        for (std::size_t k = 0; k < i && bodies[i] == nullptr; ++k) {
            if (operands[k].get() == operands[i].get()) bodies[i] = bodies[k];
        }
        if (bodies[i] != nullptr) continue;
        computed[i] = operand.materialise();
        bodies[i] = computed[i].get();
    }
}

template <std::size_t Count>
operand_memory<Count> materialise(const std::array<operand_ref, Count>& operands) {
    operand_memory<Count> out;
    materialise(std::span(operands), std::span(out.bodies), std::span(out.computed));
    return out;
}

inline void check_same_device(const char* what, const device& home, std::span<const array_body* const> sources) {
    for (const array_body* source : sources) {
        const device other = source->memory().get_device();
        if (other == home) continue;
        throw device_error(std::string(what) + ": operands live on device " + std::to_string(home.id()) +
                           " and device " + std::to_string(other.id()) +
                           ": copy one of them to the other's device first");
    }
}

/// Whether writing the target element by element could change an operand before it is read: they share memory otherwise
/// than element on element.
inline bool must_copy_first(const array_body& target, index_t target_bytes, const array_body& source,
                            index_t source_bytes) {
    if (&target.memory() != &source.memory()) return false;
    if (target_bytes == source_bytes && same_elements(target.layout(), source.layout())) return false;
    return may_overlap(target.layout(), target_bytes, source.layout(), source_bytes);
}

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
    std::span<const array_body* const> sources;
    std::span<const std::int32_t> source_bytes;
    global_place place;
};

/// Whether some source would be changed before it is read.
inline bool is_aliased(const elementwise_job& job) {
    for (std::size_t i = 0; i < job.sources.size(); ++i) {
        if (must_copy_first(job.target, job.target_bytes, *job.sources[i], job.source_bytes[i])) return true;
    }
    return false;
}

/// Plans and submits a job. `operands` and `uses` have room for the target and every source.
inline void submit_elementwise(const elementwise_job& job, const kernel& code, const void* functor, bool uses_position,
                               std::span<operand> operands, std::span<use> uses) {
    const shape& extents = job.target.extents();
    bind_operand(operands[0], job.target.memory().data(), job.target_bytes, true, job.target.layout(), extents);
    uses[0] = {&job.target.memory(), access_mode::write};
    for (std::size_t i = 0; i < job.sources.size(); ++i) {
        const array_body& source = *job.sources[i];
        bind_operand(operands[i + 1], source.memory().data(), job.source_bytes[i], false, source.layout(), extents);
        uses[i + 1] = {&source.memory(), access_mode::read};
    }
    geometry nest;
    nest.outputs = 1;
    nest.inputs = static_cast<std::int32_t>(job.sources.size());
    nest.operands = operands.data();
    plan(nest, extents, job.place, uses_position);
    submit(job.what, job.target.memory().get_device(), uses,
           [&](std::size_t, const backend& table, const cushard::place& where, void* stream) {
               return table.launch(where, stream, code, functor, nest);
           });
}

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
    launch_elementwise(flat<T, leaf<T>>{}, {what, target, sizeof(T), std::span(&from, 1), input_sizes<tuple<T>>::value,
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
    const std::span sources(memory.bodies);
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
inline device device_of(std::span<const array_body* const> sources) {
    return sources.empty() ? device() : sources[0]->memory().get_device();
}

/// Evaluates `source` into new memory of its own shape. What a deferred operand computed is new memory already.
template <class Out, class Tree>
array_ref evaluate(const char* what, const expression<Tree>& source) {
    const auto memory = materialise(source.operands());
    if constexpr (is_plain_operand<Out, Tree>) {
        if (memory.computed[0]) return memory.computed[0];
    }
    const std::span sources(memory.bodies);
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
