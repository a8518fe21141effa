// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The contiguous kernel: one vector of every operand a thread, as many threads as vectors, and a few spare threads that
// take the elements before the first and behind the last whole vector of the output. Layer: launch; device code.

#include "cushard/launch/sizes.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Pointers stand at the first element of the first vector, `head` elements behind the first element of the loop.
template <class Flat>
struct contiguous_arguments {
    Flat functor;
    operand_pointers<Flat> operands;
    index_t position;  ///< the global index of that element
    index_t step;      ///< and how far the next one's is
    unsigned vectors;
    unsigned head;
    unsigned spare;  ///< elements outside vectors, before and behind
    bool aligned;    ///< every operand stands on a word boundary
};

template <class Flat>
__global__ void __launch_bounds__(launch_sizes<Flat>::contiguous_block)
    contiguous_kernel(const __grid_constant__ contiguous_arguments<Flat> arguments) {
    using inputs = typename Flat::inputs;
    using outputs = typename Flat::outputs;
    constexpr int count = elements_per_thread<Flat>();
    const unsigned at = blockIdx.x * static_cast<unsigned>(launch_sizes<Flat>::contiguous_block) + threadIdx.x;
    const operand_pointers<Flat>& operands = arguments.operands;
    if (at < arguments.vectors) {
        const index_t element = static_cast<index_t>(at) * count;
        packs<inputs, count> in;
        packs<outputs, count> out;
        if (arguments.aligned) {
            for_each_index<inputs::size>(
                [&](auto i) { detail::get<i.value>(in).load(operands.template input<i.value>(element)); });
        } else {
            for_each_index<inputs::size>([&](auto i) {
                load_shifted(detail::get<i.value>(in), operands.inputs[i.value],
                             static_cast<address_t>(bytes_to<i.value, inputs>(element)));
            });
        }
        evaluate_packs<count>(arguments.functor, arguments.position + element * arguments.step, arguments.step, in,
                              out);
        if (arguments.aligned) {
            for_each_index<outputs::size>(
                [&](auto i) { detail::get<i.value>(out).store(operands.template output<i.value>(element)); });
        } else {
            for_each_index<outputs::size>(
                [&](auto i) { store_anywhere(detail::get<i.value>(out), operands.template output<i.value>(element)); });
        }
    } else if (const unsigned extra = at - arguments.vectors; extra < arguments.spare) {
        const index_t skipped = extra < arguments.head ? 0 : static_cast<index_t>(arguments.vectors) * count;
        const index_t element = static_cast<index_t>(extra) - arguments.head + skipped;
        evaluate_element(
            arguments.functor, arguments.position + element * arguments.step,
            [&](auto i) { return operands.template input<i.value>(element); },
            [&](auto i) { return operands.template output<i.value>(element); });
    }
}

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
