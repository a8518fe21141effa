// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of assign.hpp. Layer: lower.

#include "cushard/base/error.hpp"
#include "cushard/lower/assign.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void materialise(span<const operand_ref> operands, span<const array_body*> bodies, span<array_ref> computed) {
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

inline void check_same_device(const char* what, const device& home, span<const array_body* const> sources) {
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

inline bool is_aliased(const elementwise_job& job) {
    for (std::size_t i = 0; i < job.sources.size(); ++i) {
        if (must_copy_first(job.target, job.target_bytes, *job.sources[i], job.source_bytes[i])) return true;
    }
    return false;
}

inline void submit_elementwise(const elementwise_job& job, const kernel& code, const void* functor, bool uses_position,
                               span<operand> operands, span<use> uses) {
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

inline device device_of(span<const array_body* const> sources) {
    return sources.empty() ? device() : sources[0]->memory().get_device();
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
