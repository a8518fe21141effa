// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The kernels of whole reductions. Blocks fold tiles, aligned nodes of the tree; the last one to finish folds the
// tiles' nodes, so that one launch does all. The values of the tiles pass through scratch memory, whose counter is zero
// before and after. Layer: algorithm; device code, for CUDA alone.

#include "cushard/algorithm/reduce_sources.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Counts the blocks that are done: releases what this block wrote, acquires what those before it wrote.
__device__ __forceinline__ unsigned take_ticket(unsigned* counter) {
    unsigned before = 0;
    asm volatile("atom.add.acq_rel.gpu.global.u32 %0, [%1], 1;" : "=r"(before) : "l"(counter) : "memory");
    return before;
}

/// A contiguous array from its first element to its last.
template <class Source>
struct whole_arguments {
    using reducer = typename Source::reducer;

    Source source;
    index_t count;   ///< elements
    index_t chunks;  ///< of a warp in each tile, a power of two
    typename reducer::value_type* tiles;
    unsigned* counter;
    typename reducer::result_type* result;
};

/// As many tiles as one warp of the last block folds while the others have left.
inline constexpr unsigned reduce_few_tiles = 512;

/// The node over at most `Rows * 32` tiles, by one warp, at once.
template <class Reducer, int Rows>
__device__ __forceinline__ typename Reducer::value_type tiles_node(const typename Reducer::value_type* tiles,
                                                                   unsigned count) {
    typename Reducer::value_type values[Rows];
#pragma unroll
    for (int row = 0; row < Rows; ++row) {
        const unsigned i = static_cast<unsigned>(row * warp_lanes + lane_index());
        values[row] = i < count ? tiles[i] : Reducer::absent();
    }
    return lane_tree<Reducer>(values);
}

/// What is behind the end of the array is `absent`, which passes its left neighbour through.
template <class Source>
__global__ void __launch_bounds__(reduce_block, 2)
    reduce_whole_kernel(const __grid_constant__ whole_arguments<Source> arguments) {
    using reducer = typename Source::reducer;
    using value = typename reducer::value_type;
    __shared__ value warps[reduce_warps];
    __shared__ unsigned ticket;

    const index_t span = arguments.chunks * Source::chunk;
    const index_t begin = (static_cast<index_t>(blockIdx.x) * reduce_warps + warp_index()) * span;
    value own;
    if (begin + span <= arguments.count) {
        own = arguments.source.node(begin, arguments.chunks);
    } else {
        const auto guarded = [&](index_t i) {
            return i < arguments.count ? arguments.source.get(i) : reducer::absent();
        };
        own = span_node<reducer>(guarded, begin, span);
    }
    own = warps_tree<reducer>(own, warps);

    const bool alone = gridDim.x <= reduce_few_tiles;
    if (alone && warp_index() != 0) return;
    unsigned mine = 0;
    if (threadIdx.x == 0 && gridDim.x > 1) {
        arguments.tiles[blockIdx.x] = own;
        mine = take_ticket(arguments.counter);
    }
    if (alone) {
        mine = __shfl_sync(0xffffffffu, mine, 0);
        if (mine != gridDim.x - 1) return;
        if (gridDim.x > 4 * warp_lanes) {
            own = tiles_node<reducer, reduce_few_tiles / warp_lanes>(arguments.tiles, gridDim.x);
        } else if (gridDim.x > 1) {
            own = tiles_node<reducer, 4>(arguments.tiles, gridDim.x);
        }
    } else {
        if (threadIdx.x == 0) ticket = mine;
        __syncthreads();
        if (ticket != gridDim.x - 1) return;
        // Not before: it stands in local memory, and the other blocks would write theirs.
        const value_table<reducer> tiles{arguments.tiles, 0, static_cast<index_t>(gridDim.x)};
        index_t share = reduce_few_tiles / reduce_warps;
        while (share * reduce_warps < gridDim.x) share *= 2;
        own = warps_tree<reducer>(span_node<reducer>(tiles, warp_index() * share, share), warps);
    }
    if (threadIdx.x == 0) {
        *arguments.result = reducer::finish(own, arguments.count);
        *arguments.counter = 0;
    }
}

/// A part [first, last) of the array, of any strides: a head up to the first tile boundary, tiles, a tail.
template <class Source>
struct part_arguments {
    using reducer = typename Source::reducer;

    Source source;
    index_t first;
    index_t tiles_begin;  ///< elements: multiples of `tile`, or `last` where no boundary is in the part
    index_t tiles_end;
    index_t last;
    index_t tile;   ///< elements
    int tile_slot;  ///< which node is the first behind the head's
    int tail_slot;
    int node_count;
    typename reducer::value_type* nodes;
    typename reducer::value_type* tiles;
    unsigned* counter;
    typename reducer::result_type* result;  ///< null: the nodes are what is asked for
};

template <class Source>
__global__ void __launch_bounds__(reduce_block, Source::blocks)
    reduce_part_kernel(const __grid_constant__ part_arguments<Source> arguments) {
    using reducer = typename Source::reducer;
    using value = typename reducer::value_type;
    __shared__ value warps[reduce_warps];
    __shared__ node_groups<reducer> groups;
    __shared__ unsigned ticket;

    // The blocks of head and tail take longest, so they come first.
    const bool has_head = arguments.first < arguments.tiles_begin;
    const bool has_tail = arguments.tiles_end < arguments.last;
    const index_t index = static_cast<index_t>(blockIdx.x) - has_head - has_tail;
    if (index >= 0) {
        const index_t span = arguments.tile / reduce_warps;
        const index_t begin = arguments.tiles_begin + index * arguments.tile + warp_index() * span;
        const value own = warps_tree<reducer>(arguments.source.node(begin, span / Source::chunk), warps);
        if (threadIdx.x == 0) arguments.tiles[index] = own;
    } else {
        const bool head = has_head && blockIdx.x == 0;
        write_nodes<reducer>(
            [&](index_t i) { return arguments.source.get(i); }, head ? arguments.first : arguments.tiles_end,
            head ? arguments.tiles_begin : arguments.last, arguments.nodes + (head ? 0 : arguments.tail_slot), groups);
    }
    if (threadIdx.x == 0) ticket = take_ticket(arguments.counter);
    __syncthreads();
    if (ticket != gridDim.x - 1) return;

    const value_table<reducer> tiles{arguments.tiles, arguments.tiles_begin / arguments.tile,
                                     arguments.tiles_end / arguments.tile};
    if (arguments.tiles_begin < arguments.tiles_end)
        write_nodes<reducer>(tiles, tiles.first, tiles.last, arguments.nodes + arguments.tile_slot, groups);
    if (arguments.result != nullptr) {
        if (static_cast<int>(threadIdx.x) < arguments.node_count)
            groups.values[threadIdx.x] = arguments.nodes[threadIdx.x];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        if (arguments.result != nullptr) {
            *arguments.result =
                reducer::finish(root_of(groups.values, arguments.node_count, combine_by<reducer>{}), arguments.last);
        }
        *arguments.counter = 0;
    }
}

template <class Reducer>
struct merge_arguments {
    part_boundaries cuts;
    const typename Reducer::value_type* values;
    index_t count;  ///< of them
    typename Reducer::result_type* result;
};

inline constexpr int merge_block = 256;

/// One thread merges; the others bring the values near.
template <class Reducer>
__global__ void __launch_bounds__(merge_block)
    merge_parts_kernel(const __grid_constant__ merge_arguments<Reducer> arguments) {
    using value = typename Reducer::value_type;
    constexpr int room = 32768 / static_cast<int>(sizeof(value));
    __shared__ value near[room];
    if (arguments.count <= room) {
        for (index_t i = threadIdx.x; i < arguments.count; i += merge_block) near[i] = arguments.values[i];
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *arguments.result = merged_result<Reducer>(arguments.cuts, arguments.count <= room ? near : arguments.values);
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
