// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// From a geometry to the launch of a reduction's kernel: tiles, arguments, grid. How a kernel is enqueued comes from
// outside. Layer: algorithm; for units that compile CUDA code.

#include "cushard/algorithm/reduce.hpp"
#include "cushard/algorithm/reduce_kernels.hpp"
#include "cushard/launch/elementwise/launch.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The scratch memory of a launch: counter, nodes, the tiles' values.
template <class Reducer>
struct reduce_scratch {
    using value = typename Reducer::value_type;

    explicit reduce_scratch(void* memory)
        : counter(static_cast<unsigned*>(memory)),
          nodes(reinterpret_cast<value*>(static_cast<char*>(memory) + reduce_counter_bytes)),
          tiles(nodes + max_nodes) {}

    unsigned* counter;
    value* nodes;
    value* tiles;
};

/// `chunks` of each warp: the smallest power of two, `least` or more, with which `most` tiles cover `count` elements.
constexpr index_t reduce_chunks(index_t count, index_t chunk, index_t most, index_t least = 1) {
    index_t chunks = least;
    while (divide_up(count, chunks * chunk * reduce_warps) > most) chunks *= 2;
    return chunks;
}

/// Sizes of the inputs' elements and vectors.
template <class Flat>
using reduce_table = operand_table<typename Flat::inputs, reduce_width<Flat>()>;

/// Inputs `element` elements behind the first of the loop.
template <class Flat>
operand_pointers<Flat> reduce_operands(const geometry& loop, index_t element) {
    operand_pointers<Flat> pointers{};
    for (int i = 0; i < Flat::inputs::size; ++i) {
        pointers.inputs[i] =
            static_cast<const char*>(loop.operands[loop.outputs + i].data) + element * reduce_table<Flat>::bytes[i];
    }
    return pointers;
}

template <class Flat, class Reducer, int Vectors>
contiguous_source<Flat, Reducer, Vectors> contiguous_from(const Flat& flat, const geometry& loop, index_t base) {
    contiguous_source<Flat, Reducer, Vectors> source{
        flat, reduce_operands<Flat>(loop, base - loop.origin), base, loop.origin, loop.origin + loop.size(), true};
    for (int i = 0; i < Flat::inputs::size; ++i) {
        const auto address = reinterpret_cast<address_t>(source.operands.inputs[i]);
        source.aligned = source.aligned && address % reduce_table<Flat>::words[i] == 0;
    }
    return source;
}

template <class Flat, class Reducer>
strided_source<Flat, Reducer> strided_from(const Flat& flat, const geometry& loop) {
    strided_source<Flat, Reducer> source{
        flat, reduce_operands<Flat>(loop, 0), loop.origin, 0, loop.size() > most_elements, {}, {}, {}};
    for (int axis = 0; axis < loop.rank; ++axis) {
        if (loop.extents[axis] == 1) continue;
        const int to = source.rank++;
        source.wide_extents[to] = divisor<index_t>::of(loop.extents[axis]);
        if (!source.wide) source.narrow_extents[to] = divisor<int>::of(loop.extents[axis]);
        for (int i = 0; i < Flat::inputs::size; ++i)
            source.strides[to][i] = loop.operands[loop.outputs + i].strides[axis];
    }
    if (source.rank == 0) source.rank = 1;  // one element: index 0 of an axis of strides 0
    return source;
}

/// What both kernels of a contiguous array leave to choose: small tiles while all blocks run at once, then long ones,
/// which leave the last block little to do. Measured on an H200.
template <int Vectors, class Flat, class Reducer, class Enqueue>
status launch_reduce_whole(Enqueue&& enqueue, const Flat& flat, const geometry& loop, index_t least_chunks,
                           index_t most) {
    using source = contiguous_source<Flat, Reducer, Vectors>;
    const reduce_scratch<Reducer> scratch(loop.operands[1].data);
    whole_arguments<source> arguments{contiguous_from<Flat, Reducer, Vectors>(flat, loop, 0),
                                      loop.size(),
                                      reduce_chunks(loop.size(), source::chunk, most, least_chunks),
                                      scratch.tiles,
                                      scratch.counter,
                                      static_cast<typename Reducer::result_type*>(loop.operands[0].data)};
    const index_t tile = arguments.chunks * source::chunk * reduce_warps;
    const index_t blocks = loop.size() == 0 ? 1 : divide_up(loop.size(), tile);
    return enqueue(global_function<&reduce_whole_kernel<source>>{}, blocks, reduce_block, arguments);
}

/// A part, or a whole array that does not lie as the loop runs.
template <class Source, class Make, class Enqueue>
status launch_reduce_part(Enqueue&& enqueue, Make&& make_source, const geometry& loop, reduce_output output) {
    using reducer = typename Source::reducer;
    using value = typename reducer::value_type;
    const reduce_scratch<reducer> scratch(loop.operands[1].data);
    const index_t first = loop.origin;
    const index_t last = first + loop.size();
    const index_t long_tiles = reduce_chunks(loop.size(), Source::chunk, reduce_most_tiles);
    index_t chunks = reduce_chunks(loop.size(), Source::chunk, 1024);
    if (chunks > 4) chunks = long_tiles > 4 ? long_tiles : 4;
    const index_t tile = chunks * Source::chunk * reduce_warps;
    const index_t boundary = divide_up(first, tile) * tile;
    const index_t tiles_begin = boundary < last ? boundary : last;
    const index_t tiles_end = boundary < last ? last / tile * tile : last;

    const bool nodes_asked = output == reduce_output::nodes;
    part_arguments<Source> arguments{
        make_source(boundary < last ? boundary : first),
        first,
        tiles_begin,
        tiles_end,
        last,
        tile,
        count_nodes(first, tiles_begin),
        count_nodes(first, tiles_end),
        count_nodes(first, last),
        nodes_asked ? static_cast<value*>(loop.operands[0].data) : scratch.nodes,
        scratch.tiles,
        scratch.counter,
        nodes_asked ? nullptr : static_cast<typename reducer::result_type*>(loop.operands[0].data)};
    const index_t edges = (first < tiles_begin ? 1 : 0) + (tiles_end < last ? 1 : 0);
    return enqueue(global_function<&reduce_part_kernel<Source>>{}, edges + (tiles_end - tiles_begin) / tile,
                   reduce_block, arguments);
}

/// Enqueues a `reduce`: `enqueue(kernel, blocks, threads, arguments)` answers a `status`.
template <class Reducer, class Flat, class Enqueue>
status launch_reduce(Enqueue&& enqueue, const Flat& flat, reduce_output output, const geometry& loop) {
    constexpr int many = reduce_vectors<Flat>();
    constexpr int few = many > 1 ? many / 2 : 1;
    using contiguous = contiguous_source<Flat, Reducer, many>;
    using strided = strided_source<Flat, Reducer>;
    if constexpr (sizeof(part_arguments<strided>) > kernel_parameter_bytes) {
        return too_many_operands();
    } else {
        const bool in_order = loop.kind == kernel_kind::contiguous;
        if (output == reduce_output::result && (in_order || loop.size() == 0)) {
            // One chunk of few vectors for each warp, in as many blocks as run at once.
            constexpr index_t small =
                index_t{reduce_few_tiles} * reduce_warps * warp_lanes * few * reduce_width<Flat>();
            if (loop.size() <= small)
                return launch_reduce_whole<few, Flat, Reducer>(enqueue, flat, loop, 1, reduce_few_tiles);
            return launch_reduce_whole<many, Flat, Reducer>(enqueue, flat, loop, 4, reduce_most_tiles);
        }
        if (loop.size() == 0) return {};
        if (in_order) {
            return launch_reduce_part<contiguous>(
                enqueue, [&](index_t base) { return contiguous_from<Flat, Reducer, many>(flat, loop, base); }, loop,
                output);
        }
        return launch_reduce_part<strided>(
            enqueue, [&](index_t) { return strided_from<Flat, Reducer>(flat, loop); }, loop, output);
    }
}

/// Enqueues a `merge_parts`.
template <class Reducer, class Enqueue>
status launch_merge(Enqueue&& enqueue, const part_boundaries& cuts, const geometry& loop) {
    index_t values = 0;
    for (int part = 0; part < cuts.parts; ++part)
        values += count_nodes(cuts.boundaries[part], cuts.boundaries[part + 1]);
    merge_arguments<Reducer> arguments{
        cuts, static_cast<const typename Reducer::value_type*>(loop.operands[loop.outputs].data), values,
        static_cast<typename Reducer::result_type*>(loop.operands[0].data)};
    return enqueue(global_function<&merge_parts_kernel<Reducer>>{}, 1, merge_block, arguments);
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
