// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The strided kernel: any rank, any strides. A thread takes a few elements a block apart, finds their indices by
// dividing, and moves each by itself. Once with 32-bit offsets and once with 64-bit ones. Layer: launch; device code.

#include "cushard/launch/division.hpp"
#include "cushard/launch/sizes.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Where the elements stand in the whole array, for functors that ask.
template <bool Used>
struct strided_positions {
    static constexpr int terms = 0;
};
template <>
struct strided_positions<true> {
    index_t origin;
    index_t strides[max_rank];
};

/// `Index` is `int` where the number of elements and every offset fit, else `index_t`.
template <class Flat, class Index>
struct strided_arguments {
    static constexpr int operand_count = Flat::outputs::size + Flat::inputs::size;

    Flat functor;
    operand_pointers<Flat> operands;
    Index count;
    int rank;                          ///< at least 1
    divisor<Index> extents[max_rank];  ///< of axes 1 and up
    Index strides[max_rank][operand_count];
    strided_positions<Flat::uses_position> positions;
};

/// The offset of an element in every operand, outputs first.
template <class Flat, class Index>
struct strided_offsets {
    Index in_operand[Flat::outputs::size + Flat::inputs::size] = {};
    index_t position = 0;

    CUSHARD_HD void step(const strided_arguments<Flat, Index>& arguments, int axis, Index index) {
        unroll<strided_arguments<Flat, Index>::operand_count>(
            [&](int i) { in_operand[i] += index * arguments.strides[axis][i]; });
        if constexpr (Flat::uses_position) position += index * arguments.positions.strides[axis];
    }
};

/// 64-bit indices take twice the registers.
template <class Flat, class Index>
CUSHARD_HD constexpr int strided_items() {
    return sizeof(Index) == 4 || launch_sizes<Flat>::strided_items == 1 ? launch_sizes<Flat>::strided_items
                                                                        : launch_sizes<Flat>::strided_items / 2;
}

/// `count` is low enough that a thread behind the end overflows no index.
template <class Flat, class Index>
__global__ void __launch_bounds__(launch_sizes<Flat>::strided_block)
    strided_kernel(const __grid_constant__ strided_arguments<Flat, Index> arguments) {
    using inputs = typename Flat::inputs;
    using outputs = typename Flat::outputs;
    constexpr int items = strided_items<Flat, Index>();
    constexpr int block = launch_sizes<Flat>::strided_block;
    const operand_pointers<Flat>& operands = arguments.operands;
    const Index first = static_cast<Index>(blockIdx.x) * (block * items) + static_cast<Index>(threadIdx.x);

    // Items behind the end read the last element and write nothing: loads without predicates are issued together.
    Index rest[items];
    strided_offsets<Flat, Index> offsets[items];
    unroll<items>([&](int k) {
        const Index at = first + k * block;
        rest[k] = at < arguments.count ? at : arguments.count - 1;
    });
    for (int axis = arguments.rank - 1; axis > 0; --axis) {
        unroll<items>([&](int k) {
            const Index quotient = arguments.extents[axis].quotient(rest[k]);
            offsets[k].step(arguments, axis, rest[k] - quotient * static_cast<Index>(arguments.extents[axis].value));
            rest[k] = quotient;
        });
    }
    unroll<items>([&](int k) { offsets[k].step(arguments, 0, rest[k]); });

    singles<inputs> in[items];
    unroll<items>([&](int k) {
        for_each_index<inputs::size>([&](auto i) {
            detail::get<i.value>(in[k]).load(
                operands.template input<i.value>(offsets[k].in_operand[outputs::size + i.value]));
        });
    });
    index_t origin = 0;
    if constexpr (Flat::uses_position) origin = arguments.positions.origin;
    unroll<items>([&](int k) {
        singles<outputs> out;
        evaluate_packs<1>(arguments.functor, origin + offsets[k].position, 0, in[k], out);
        if (first + k * block < arguments.count) {
            for_each_index<outputs::size>([&](auto i) {
                detail::get<i.value>(out).store(operands.template output<i.value>(offsets[k].in_operand[i.value]));
            });
        }
    });
}

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
