// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The tree of `tree_nodes.hpp` inside a block: over a thread's elements, the lanes of a warp, the warps of a block.
// Everything here is called by whole warps. Layer: algorithm; device code, for CUDA alone.

#include "cushard/algorithm/reducer.hpp"
#include "cushard/algorithm/tree_nodes.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline constexpr int warp_lanes = 32;
inline constexpr int reduce_warps = 16;
inline constexpr int reduce_block = reduce_warps * warp_lanes;

__device__ __forceinline__ int lane_index() { return static_cast<int>(threadIdx.x) % warp_lanes; }
__device__ __forceinline__ int warp_index() { return static_cast<int>(threadIdx.x) / warp_lanes; }

/// `value` with `exchange` done to each of its 32-bit words.
template <class T, class Exchange>
__device__ __forceinline__ T exchange_words(T value, Exchange exchange) {
    constexpr int count = (static_cast<int>(sizeof(T)) + 3) / 4;
    unsigned words[count] = {};
    memcpy(words, &value, sizeof(T));  // known to NVRTC without a header
#pragma unroll
    for (int i = 0; i < count; ++i) words[i] = exchange(words[i]);
    memcpy(&value, words, sizeof(T));
    return value;
}

/// The value that the lane `own ^ mask` gives.
template <class T>
__device__ __forceinline__ T from_partner(T value, int mask) {
    return exchange_words(value, [mask](unsigned word) { return __shfl_xor_sync(0xffffffffu, word, mask); });
}

/// The value that `lane` gives.
template <class T>
__device__ __forceinline__ T from_lane(T value, int lane) {
    return exchange_words(value, [lane](unsigned word) { return __shfl_sync(0xffffffffu, word, lane); });
}

/// Left and right stand in this lane as `own` and `other`, or the other way round.
template <class Reducer, class T>
__device__ __forceinline__ T combine_pair(T own, T other, bool own_is_right) {
    if constexpr (Reducer::commutative) {
        return Reducer::combine(own, other);
    } else {
        return Reducer::combine(own_is_right ? other : own, own_is_right ? own : other);
    }
}

/// The parent of this lane's node and its partner's; both lanes get it.
template <class Reducer, class T>
__device__ __forceinline__ T combine_lanes(T own, int mask) {
    return combine_pair<Reducer>(own, from_partner(own, mask), (lane_index() & mask) != 0);
}

/// The tree over `Count` neighbours in one thread, a power of two.
template <class Reducer, int Count, class T>
__device__ __forceinline__ T thread_tree(const T* values) {
    if constexpr (Count == 1) {
        return values[0];
    } else {
        return Reducer::combine(thread_tree<Reducer, Count / 2>(values),
                                thread_tree<Reducer, Count / 2>(values + Count / 2));
    }
}

/// The first levels of `lane_tree`, which trade rows for lanes: each lane gives half of its rows away and keeps the
/// other half, so that 4 + 2 + 1 shuffles do for 8 rows what 8 * 3 would. Lane l is left with row l % Count.
template <class Reducer, int Count, int Mask = 1, class T>
__device__ __forceinline__ T trade_rows(T* values) {
    if constexpr (Count == 1) {
        return values[0];
    } else {
        const bool odd = (lane_index() & Mask) != 0;
        T kept[Count / 2];
#pragma unroll
        for (int i = 0; i < Count / 2; ++i) {
            const T given = odd ? values[2 * i] : values[2 * i + 1];
            kept[i] = odd ? values[2 * i + 1] : values[2 * i];
            kept[i] = combine_pair<Reducer>(kept[i], from_partner(given, Mask), odd);
        }
        return trade_rows<Reducer, Count / 2, Mask * 2>(kept);
    }
}

/// The tree over `Count * 32` neighbours, `Count` a power of two and at most 16; lane l has those at l, 32 + l,
/// 64 + l, …. Every lane gets the root.
template <class Reducer, int Count, class T>
__device__ __forceinline__ T lane_tree(T (&values)[Count]) {
    T value = trade_rows<Reducer, Count>(values);
#pragma unroll
    for (int mask = Count; mask < warp_lanes; mask *= 2) value = combine_lanes<Reducer>(value, mask);
#pragma unroll
    for (int row = 1; row < Count; row *= 2) value = combine_lanes<Reducer>(value, row);
    return value;
}

/// Folds equal nodes that a warp makes one after the other, as a binary counter; lane l keeps the pending node of
/// level l. After a power of two of them the last `push` answers the root.
template <class Reducer>
class lane_fold {
    using value = typename Reducer::value_type;

public:
    /// `index` counts from 0; `node` is the same in every lane, as is the answer.
    __device__ __forceinline__ value push(index_t index, value node) {
        int level = 0;
        for (; (index >> level & 1) != 0; ++level) node = Reducer::combine(from_lane(pending_, level), node);
        if (lane_index() == level) pending_ = node;
        return node;
    }

private:
    value pending_ = Reducer::absent();
};

/// Rows of values that a warp reads one by one before it folds them.
template <class Reducer>
inline constexpr int span_rows = sizeof(typename Reducer::value_type) <= 4 ? 16 : 8;
template <class Reducer>
inline constexpr int span_values = span_rows<Reducer>* warp_lanes;

/// The node over `get(begin)` … `get(begin + count - 1)`, count a power of two; every lane gets it. Not inlined: it is
/// for what is few, and stands in many places.
template <class Reducer, class Get>
__device__ __noinline__ typename Reducer::value_type span_node(const Get& get, index_t begin, index_t count) {
    using value = typename Reducer::value_type;
    constexpr int rows = span_rows<Reducer>;
    lane_fold<Reducer> fold;
    value node = Reducer::absent();
#pragma unroll 1
    for (index_t done = 0; done < count; done += span_values<Reducer>) {
        value values[rows];
#pragma unroll
        for (int row = 0; row < rows; ++row) {
            const index_t i = done + row * warp_lanes + lane_index();
            values[row] = i < count ? get(begin + i) : Reducer::absent();
        }
        node = fold.push(done / span_values<Reducer>, lane_tree<Reducer>(values));
    }
    return node;
}

/// Values in memory: those of elements, groups or tiles `first` to `last - 1`. What is behind them is absent.
template <class Reducer>
struct value_table {
    const typename Reducer::value_type* values;
    index_t first;
    index_t last;

    __device__ __forceinline__ typename Reducer::value_type operator()(index_t i) const {
        return i < last ? values[i - first] : Reducer::absent();
    }
};

/// The tree over the block's warps. Only the first warp gets it, in every lane.
template <class Reducer, class T>
__device__ __forceinline__ T warps_tree(T value, T (&shared)[reduce_warps]) {
    if (lane_index() == 0) shared[warp_index()] = value;
    __syncthreads();
    if (warp_index() != 0) return value;
    value = shared[lane_index() % reduce_warps];
#pragma unroll
    for (int mask = 1; mask < reduce_warps; mask *= 2) value = combine_lanes<Reducer>(value, mask);
    return value;
}

/// Shared memory of `write_nodes`.
inline constexpr int reduce_most_groups = 256;
template <class Reducer>
struct node_groups {
    typename Reducer::value_type values[reduce_most_groups];
};

/// Writes the nodes of [first, last) over `get(first)` … `get(last - 1)`, as `nodes_of` orders them. All threads of the
/// block call it. Aligned groups are folded first, by all warps; then each warp takes a node, of elements or of groups.
template <class Reducer, class Get>
__device__ __forceinline__ void write_nodes(const Get& get, index_t first, index_t last,
                                            typename Reducer::value_type* nodes, node_groups<Reducer>& groups) {
    using value = typename Reducer::value_type;
    index_t group = span_values<Reducer>;
    while (last - first > group * reduce_most_groups) group *= 2;
    const index_t first_group = (first + group - 1) / group;
#pragma unroll 1
    for (index_t i = first_group + warp_index(); i < last / group; i += reduce_warps) {
        const value node = span_node<Reducer>(get, i * group, group);
        if (lane_index() == 0) groups.values[i - first_group] = node;
    }
    __syncthreads();
    const value_table<Reducer> folded{groups.values, first_group, last / group};
    int k = 0;
#pragma unroll 1
    for (index_t position = first; position < last; ++k) {
        const index_t size = node_size(position, last);
        if (k % reduce_warps == warp_index()) {
            value node;
            if (size < group) {
                node = span_node<Reducer>(get, position, size);
            } else {
                node = span_node<Reducer>(folded, position / group, size / group);
            }
            if (lane_index() == 0) nodes[k] = node;
        }
        position += size;
    }
    __syncthreads();
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
