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
    if constexpr (in::count == 0) {
        return 4;
    } else {
        return in::regular && in::widest() <= 16 ? 16 / in::widest() : 1;
    }
}

/// Vectors of every operand that a thread has under way at once: as many as 64 registers hold, at most 8.
template <class Flat>
CUSHARD_HD constexpr int reduce_vectors() {
    const int vector_bytes = type_sizes<typename Flat::inputs>::sum * reduce_width<Flat>();
    int vectors = 8;
    while (vectors > 1 && vectors * vector_bytes > 256) vectors /= 2;
    return vectors;
}

/// One vector under way, in two steps: so that the loads of many are issued before any is waited for.
template <class T, int Count, bool Aligned>
struct vector_read {
    using vector = pack<T, Count>;
    vector loaded;

    /// `begin` is where the operand begins, `offset` in bytes a multiple of the vector.
    __device__ __forceinline__ void issue(const void* begin, index_t offset) {
        if constexpr (Aligned) {
            loaded.load(static_cast<const char*>(begin) + offset);
        } else {
            load_shifted(loaded, begin, static_cast<address_t>(offset));
        }
    }
    __device__ __forceinline__ const vector& taken(const void*) const { return loaded; }
};

/// A vector of one word that stands across two aligned ones.
template <class T, int Count>
requires(pack<T, Count>::word_count == 1 &&
         sizeof(typename pack<T, Count>::word_type) > alignof(T)) struct vector_read<T, Count, false> {
    using vector = pack<T, Count>;
    using word_type = typename vector::word_type;
    word_type low;
    word_type high;

    static __device__ __forceinline__ unsigned shift_of(const void* begin) {
        return static_cast<unsigned>(reinterpret_cast<address_t>(begin) & (sizeof(word_type) - 1));
    }
    /// Where the vector happens to be aligned, the second word is the first again: none is read that has no part in it,
    /// and both loads have a use that no branch can put off.
    __device__ __forceinline__ void issue(const void* begin, index_t offset) {
        const unsigned shift = shift_of(begin);
        const auto* words = reinterpret_cast<const word_type*>(static_cast<const char*>(begin) - shift + offset);
        low = words[0];
        high = words[shift != 0 ? 1 : 0];
    }
    __device__ __forceinline__ vector taken(const void* begin) const { return {{join(low, high, shift_of(begin))}}; }
};

/// `tuple<vector_read<Ts, Count, Aligned>...>`
template <class Tuple, int Count, bool Aligned>
struct vector_reads_of;
template <class... Ts, int Count, bool Aligned>
struct vector_reads_of<tuple<Ts...>, Count, Aligned> {
    using type = tuple<vector_read<Ts, Count, Aligned>...>;
};
template <class Tuple, int Count, bool Aligned>
using vector_reads = typename vector_reads_of<Tuple, Count, Aligned>::type;

/// Operands that lie as the loop runs.
template <class Flat, class Reducer, int Vectors>
struct contiguous_source {
    using flat = Flat;
    using reducer = Reducer;
    using value = typename Reducer::value_type;
    static constexpr int width = reduce_width<Flat>();
    static constexpr index_t chunk = index_t{Vectors} * warp_lanes * width;
    /// Of a kernel on one multiprocessor: while one folds, the other loads.
    static constexpr int blocks = sizeof(value) <= 8 ? 2 : 1;

    Flat functor;
    operand_pointers<Flat> operands;  ///< at the element with global index `base`
    index_t base;                     ///< a multiple of `chunk`, where there is a whole chunk
    index_t first;                    ///< the elements that there are: [first, last)
    index_t last;
    bool aligned;  ///< at `base` every operand stands on a boundary of its vectors

    /// Element `index`, a global one.
    __device__ __forceinline__ value get(index_t index) const {
        singles<typename Flat::outputs> out;
        singles<typename Flat::inputs> in;
        for_each_index<Flat::inputs::size>(
            [&](auto i) { detail::get<i.value>(in).load(operands.template input<i.value>(index - base)); });
        evaluate_packs<1>(functor, index, 0, in, out);
        return detail::get<0>(out)[0];
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
        for (index_t i = 0; i < count; ++i) result = fold.push(i, whole_chunk<Aligned>(begin + i * chunk));
        return result;
    }

    /// Shifted vectors near either end would read outside the elements, where nobody may have written, or outside their
    /// memory.
    template <bool Aligned>
    __device__ __forceinline__ value whole_chunk(index_t begin) const {
        if constexpr (!Aligned) {
            if (begin - first < width || last - (begin + chunk) < width)
                return span_node<Reducer>([&](index_t i) { return get(i); }, begin, chunk);
        }
        return chunk_node<Aligned>(begin);
    }

    /// The node over the chunk at `begin`. Loads are issued together, before the first value is needed; misaligned
    /// vectors take twice the registers, so that half as many are under way.
    template <bool Aligned>
    __device__ __forceinline__ value chunk_node(index_t begin) const {
        constexpr int together = Aligned || Vectors == 1 ? Vectors : Vectors / 2;
        const index_t own = begin + lane_index() * width;
        value nodes[Vectors];
#pragma unroll
        for (int first = 0; first < Vectors; first += together) {
            vector_reads<typename Flat::inputs, width, Aligned> reads[together];
#pragma unroll
            for (int row = 0; row < together; ++row) {
                const index_t element = own - base + (first + row) * (warp_lanes * width);
                for_each_index<Flat::inputs::size>([&](auto i) {
                    detail::get<i.value>(reads[row])
                        .issue(operands.inputs[i.value], bytes_to<i.value, typename Flat::inputs>(element));
                });
            }
#pragma unroll
            for (int row = 0; row < together; ++row) {
                packs<typename Flat::inputs, width> in;
                for_each_index<Flat::inputs::size>([&](auto i) {
                    detail::get<i.value>(in) = detail::get<i.value>(reads[row]).taken(operands.inputs[i.value]);
                });
                packs<typename Flat::outputs, width> out;
                evaluate_packs<width>(functor, own + (first + row) * (warp_lanes * width), 1, in, out);
                value values[width];
#pragma unroll
                for (int k = 0; k < width; ++k) values[k] = detail::get<0>(out)[k];
                nodes[first + row] = thread_tree<Reducer, width>(values);
            }
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
    static constexpr int inputs = Flat::inputs::size > 0 ? Flat::inputs::size : 1;
    /// Rows of elements that a warp reads at once; each has an offset in every operand.
    static constexpr int rows = inputs > 2 ? 4 : 8;
    static constexpr index_t chunk = rows * warp_lanes;
    /// Of a kernel on one multiprocessor: offsets take many registers.
    static constexpr int blocks = 1;

    Flat functor;
    operand_pointers<Flat> operands;  ///< at the first element of the loop
    index_t base;                     ///< its global index
    int rank;                         ///< at least 1
    bool wide;                        ///< the loop is too long for 32-bit division
    divisor<int> narrow_extents[max_rank];
    divisor<index_t> wide_extents[max_rank];
    index_t strides[max_rank][inputs];

    /// Element `index`, a global one.
    __device__ __forceinline__ value get(index_t index) const {
        value values[1];
        get_rows(index - base, values);
        return values[0];
    }

    /// The node over `count` chunks, a power of two, from element `begin` on.
    __device__ __forceinline__ value node(index_t begin, index_t count) const {
        lane_fold<Reducer> fold;
        value result = Reducer::absent();
#pragma unroll 1
        for (index_t i = 0; i < count; ++i) {
            value values[rows];
            get_rows(begin - base + i * chunk + lane_index(), values);
            result = fold.push(i, lane_tree<Reducer>(values));
        }
        return result;
    }

private:
    /// Of one element, in every operand.
    struct offset_list {
        index_t in_operand[inputs];
    };

    /// The elements at `first`, `first + 32`, … of the loop.
    template <int Rows>
    __device__ __forceinline__ void get_rows(index_t first, value (&values)[Rows]) const {
        offset_list offsets[Rows] = {};
        if (wide) {
#pragma unroll
            for (int row = 0; row < Rows; ++row) offsets[row] = wide_offsets(first + row * warp_lanes);
        } else {
            add_offsets(narrow_extents, static_cast<int>(first), offsets);
        }
        singles<typename Flat::inputs> in[Rows];
#pragma unroll
        for (int row = 0; row < Rows; ++row) {
            for_each_index<Flat::inputs::size>([&](auto i) {
                detail::get<i.value>(in[row]).load(operands.template input<i.value>(offsets[row].in_operand[i.value]));
            });
        }
#pragma unroll
        for (int row = 0; row < Rows; ++row) {
            singles<typename Flat::outputs> out;
            evaluate_packs<1>(functor, base + first + row * warp_lanes, 0, in[row], out);
            values[row] = detail::get<0>(out)[0];
        }
    }

    /// 64-bit division is long code and rare: not inlined.
    __device__ __noinline__ offset_list wide_offsets(index_t index) const {
        offset_list offsets[1] = {};
        add_offsets(wide_extents, index, offsets);
        return offsets[0];
    }

    template <class Index, int Rows>
    __device__ __forceinline__ void add_offsets(const divisor<Index>* extents, Index first,
                                                offset_list (&offsets)[Rows]) const {
        Index rest[Rows];
#pragma unroll
        for (int row = 0; row < Rows; ++row) rest[row] = first + row * warp_lanes;
#pragma unroll 1
        for (int axis = rank - 1; axis > 0; --axis) {
#pragma unroll
            for (int row = 0; row < Rows; ++row) {
                const Index quotient = extents[axis].quotient(rest[row]);
                step(axis, rest[row] - quotient * static_cast<Index>(extents[axis].value), offsets[row]);
                rest[row] = quotient;
            }
        }
#pragma unroll
        for (int row = 0; row < Rows; ++row) step(0, rest[row], offsets[row]);
    }
    __device__ __forceinline__ void step(int axis, index_t index, offset_list& offsets) const {
#pragma unroll
        for (int i = 0; i < Flat::inputs::size; ++i) offsets.in_operand[i] += index * strides[axis][i];
    }
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
