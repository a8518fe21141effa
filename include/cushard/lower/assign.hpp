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

/// Every operand's memory, submitted first where it must be; a deferred operand that stands twice is computed once. The
/// operands are those of an `on_device` expression.
template <std::size_t Count>
std::array<array_ref, Count> materialise(const std::array<operand_ref, Count>& operands) {
    std::array<array_ref, Count> out;
    bool deferred = false;
    for (std::size_t i = 0; i < Count; ++i) {
        for (std::size_t k = 0; deferred && k < i && !out[i]; ++k) {
            if (operands[k].get() == operands[i].get()) out[i] = out[k];
        }
        if (!out[i]) out[i] = static_cast<const device_operand_body&>(*operands[i]).materialise();
        deferred = deferred || out[i].get() != operands[i].get();
    }
    return out;
}

inline void check_same_device(const char* what, const array_body& target, const array_ref* sources, std::size_t count) {
    const device home = target.memory().get_device();
    for (std::size_t i = 0; i < count; ++i) {
        const device other = sources[i]->memory().get_device();
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

template <class Inputs>
struct input_sizes;
template <class... Ts>
struct input_sizes<tuple<Ts...>> {
    static constexpr std::array<std::int32_t, sizeof...(Ts)> value{static_cast<std::int32_t>(sizeof(Ts))...};
};

/// Launches `Flat` over the target's shape. The operands' shapes broadcast to it; nothing overlaps otherwise than
/// element on element.
template <class Flat, std::size_t Count>
void launch_elementwise(const char* what, const Flat& functor, const array_body& target, std::int32_t target_bytes,
                        const std::array<array_ref, Count>& sources, const global_place& place) {
    const shape& extents = target.extents();
    if (extents.size() == 0) return;
    std::array<operand, Count + 1> operands;
    std::array<use, Count + 1> uses;
    operands[0] = bind_operand(target.memory().data(), target_bytes, true, target.layout(), extents);
    uses[0] = {&target.memory(), access_mode::write};
    for (std::size_t i = 0; i < Count; ++i) {
        const array_body& source = *sources[i];
        operands[i + 1] = bind_operand(source.memory().data(), input_sizes<typename Flat::inputs>::value[i], false,
                                       source.layout(), extents);
        uses[i + 1] = {&source.memory(), access_mode::read};
    }
    geometry nest;
    nest.outputs = 1;
    nest.inputs = static_cast<std::int32_t>(Count);
    nest.operands = operands.data();
    plan(nest, extents, place, Flat::uses_position);
    const kernel& code = kernel_of<elementwise<Flat>>();
    submit(what, target.memory().get_device(), uses,
           [&](std::size_t, const backend& table, const cushard::place& where, void* stream) {
               return table.launch(where, stream, code, &functor, nest);
           });
}

/// Evaluates `source` into the target's memory; shapes must broadcast to the target's. The result is as if the right
/// side had been computed first, whatever overlaps.
/// @throws shape_error, device_error before anything is launched or changed.
template <class Out, class Tree>
void assign(const char* what, const array_body& target, const expression<Tree>& source) {
    broadcast_to(what, c_contiguous(source.extents()), target.extents());
    const auto sources = materialise(source.operands());
    check_same_device(what, target, sources.data(), sources.size());
    const flat<Out, Tree> functor{source.constants()};
    using sizes = input_sizes<leaves_t<Tree>>;
    bool aliased = false;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        aliased = aliased || must_copy_first(target, sizeof(Out), *sources[i], sizes::value[i]);
    }
    if (!aliased) {
        launch_elementwise(what, functor, target, sizeof(Out), sources, whole_place(target.extents()));
        return;
    }
    const array_ref temporary = new_body(what, target.extents(), sizeof(Out), target.memory().get_device());
    launch_elementwise(what, functor, *temporary, sizeof(Out), sources, whole_place(target.extents()));
    launch_elementwise(what, flat<Out, leaf<Out>>{}, target, sizeof(Out), std::array<array_ref, 1>{temporary},
                       whole_place(target.extents()));
}

/// The device on which an expression runs: that of its operands, or the current one where it has none.
template <std::size_t Count>
device device_of(const std::array<array_ref, Count>& sources) {
    if constexpr (Count == 0) {
        return device();
    } else {
        return sources[0]->memory().get_device();
    }
}

/// Whether an expression is no more than one operand of type `Out`.
template <class Out, class Tree>
inline constexpr bool is_plain_operand = std::is_same_v<Tree, leaf<Out>>;

/// Evaluates `source` into new memory of its own shape. What a deferred operand computed is new memory already.
template <class Out, class Tree>
array_ref evaluate(const char* what, const expression<Tree>& source) {
    const auto sources = materialise(source.operands());
    if constexpr (is_plain_operand<Out, Tree>) {
        if (sources[0].get() != source.operands()[0].get()) return sources[0];
    }
    const array_ref target = new_body(what, source.extents(), sizeof(Out), device_of(sources));
    check_same_device(what, *target, sources.data(), sources.size());
    launch_elementwise(what, flat<Out, Tree>{source.constants()}, *target, sizeof(Out), sources,
                       whole_place(target->extents()));
    return target;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
