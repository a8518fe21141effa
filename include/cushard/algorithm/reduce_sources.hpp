// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Where the kernels of reductions take their values from: the expression over operands that lie as the loop runs, by
// vectors, or over any strides, element by element. A source answers the value of one element and the node of a chunk
// that one warp reads at once. Layer: algorithm; device code, for CUDA alone.

#include "cushard/algorithm/reduce_blocks.hpp"
#include "cushard/launch/division.hpp"
#include "cushard/launch/elementwise/evaluate.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Elements in a thread's vector: 16 bytes of the widest operand.
template <class Flat>
CUSHARD_HD constexpr int reduce_width() {
    using in = type_sizes<typename Flat::inputs>;
    if (in::count == 0) return 4;
    return in::regular && in::widest() <= 16 ? 16 / in::widest() : 1;
}

/// Vectors of every operand that a thread has under way at once: as many as 64 registers hold, at most 8.
template <class Flat>
CUSHARD_HD constexpr int reduce_vectors() {
    const int vector_bytes = type_sizes<typename Flat::inputs>::sum * reduce_width<Flat>();
    int vectors = 8;
    while (vectors > 1 && vectors * vector_bytes > 256) vectors /= 2;
    return vectors;
}

/// Operands that lie as the loop runs.
template <class Flat, class Reducer, int Vectors>
struct contiguous_source {
    using flat = Flat;
    using reducer = Reducer;
    using value = typename Reducer::value_type;
    static constexpr int width = reduce_width<Flat>();
    static constexpr index_t chunk = index_t{Vectors} * warp_lanes * width;

    Flat functor;
    operand_pointers<Flat> operands;  ///< at the element with global index `base`
    index_t base;                     ///< a multiple of `chunk`, where there is a whole chunk
    bool aligned;                     ///< there every operand stands on a boundary of its vectors

    /// Element `index`, a global one.
    __device__ __forceinline__ value get(index_t index) const {
        singles<typename Flat::outputs> out;
        singles<typename Flat::inputs> in;
        for_each_index<Flat::inputs::size>(
            [&](auto i) { detail::get<i.value>(in).load(operands.template input<i.value>(index - base)); });
        evaluate_packs<1>(functor, index, 0, in, out);
        value result;
        detail::get<0>(out).get(0, result);
        return result;
    }

    /// The node over `count` chunks, a power of two, from element `begin` on.
    __device__ __forceinline__ value node(index_t begin, index_t count) const {
        return aligned ? node_of<true>(begin, count) : node_of<false>(begin, count);
    }

    template <bool Aligned>
    __device__ __forceinline__ value node_of(index_t begin, index_t count) const {
        lane_fold<Reducer> fold;
        value result = Reducer::absent();
#pragma unroll 1
        for (index_t i = 0; i < count; ++i) result = fold.push(i, chunk_node<Aligned>(begin + i * chunk));
        return result;
    }

    /// The node over the chunk at `begin`. All loads are issued before the first value is needed.
    template <bool Aligned>
    __device__ __forceinline__ value chunk_node(index_t begin) const {
        packs<typename Flat::inputs, width> in[Vectors];
        const index_t own = begin + lane_index() * width;
#pragma unroll
        for (int row = 0; row < Vectors; ++row) {
            const index_t element = own - base + row * (warp_lanes * width);
            for_each_index<Flat::inputs::size>([&](auto i) {
                if constexpr (Aligned) {
                    detail::get<i.value>(in[row]).load(operands.template input<i.value>(element));
                } else {
                    load_shifted(detail::get<i.value>(in[row]), operands.inputs[i.value],
                                 static_cast<address_t>(bytes_to<i.value, typename Flat::inputs>(element)));
                }
            });
        }
        value nodes[Vectors];
#pragma unroll
        for (int row = 0; row < Vectors; ++row) {
            packs<typename Flat::outputs, width> out;
            evaluate_packs<width>(functor, own + row * (warp_lanes * width), 1, in[row], out);
            value values[width];
#pragma unroll
            for (int k = 0; k < width; ++k) detail::get<0>(out).get(k, values[k]);
            nodes[row] = thread_tree<Reducer>(values);
        }
        return lane_tree<Reducer>(nodes);
    }
};

/// Operands of any strides; elements count in C order of the loop.
template <class Flat, class Reducer>
struct strided_source {
    using flat = Flat;
    using reducer = Reducer;
    using value = typename Reducer::value_type;
    static constexpr index_t chunk = span_values<Reducer>;

    Flat functor;
    operand_pointers<Flat> operands;  ///< at the first element of the loop
    index_t base;                     ///< its global index
    int rank;                         ///< at least 1
    bool wide;                        ///< 64-bit division: the loop has 2^31 elements or more
    divisor<int> narrow_extents[max_rank];
    divisor<index_t> wide_extents[max_rank];
    index_t strides[max_rank][Flat::inputs::size > 0 ? Flat::inputs::size : 1];

    __device__ __forceinline__ value get(index_t index) const {
        index_t offsets[Flat::inputs::size > 0 ? Flat::inputs::size : 1] = {};
        if (wide) {
            add_offsets(wide_extents, index - base, offsets);
        } else {
            add_offsets(narrow_extents, static_cast<int>(index - base), offsets);
        }
        singles<typename Flat::inputs> in;
        singles<typename Flat::outputs> out;
        for_each_index<Flat::inputs::size>(
            [&](auto i) { detail::get<i.value>(in).load(operands.template input<i.value>(offsets[i.value])); });
        evaluate_packs<1>(functor, index, 0, in, out);
        value result;
        detail::get<0>(out).get(0, result);
        return result;
    }

    __device__ __forceinline__ value node(index_t begin, index_t count) const {
        return span_node<Reducer>([this](index_t i) { return get(i); }, begin, count * chunk);
    }

private:
    template <class Index>
    __device__ __forceinline__ void add_offsets(const divisor<Index>* extents, Index rest, index_t* offsets) const {
#pragma unroll 1
        for (int axis = rank - 1; axis > 0; --axis) {
            const Index quotient = extents[axis].quotient(rest);
            step(axis, rest - quotient * static_cast<Index>(extents[axis].value), offsets);
            rest = quotient;
        }
        step(0, rest, offsets);
    }
    __device__ __forceinline__ void step(int axis, index_t index, index_t* offsets) const {
#pragma unroll
        for (int i = 0; i < Flat::inputs::size; ++i) offsets[i] += index * strides[axis][i];
    }
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
