// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The kernel types of whole reductions. `reduce` takes an expression unmaterialised, over a whole array or over one
// part of it; `merge_parts` makes the result of all parts' nodes, on the device that has them, so that nobody waits.
// Layer: algorithm.

#include "cushard/algorithm/reduce_host.hpp"
#include "cushard/algorithm/reducer.hpp"
#include "cushard/algorithm/tree_nodes.hpp"
#include "cushard/backend/launch.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// What a `reduce` launch writes.
enum class reduce_output : int {
    result,  ///< one `Reducer::result_type`; the loop is the whole array
    nodes,   ///< `count_nodes(origin, origin + size)` values of `Reducer::value_type`, as `nodes_of` orders them
};

/// Bytes of scratch that are zero before and after a launch: the count of blocks that are done.
inline constexpr int reduce_counter_bytes = 256;

/// The most tiles that a launch cuts its loop into.
inline constexpr index_t reduce_most_tiles = 16384;

/// Bytes of scratch that a launch asks for, whatever its size.
template <class Reducer>
inline constexpr index_t reduce_scratch_bytes = reduce_counter_bytes +
                                                (max_nodes + reduce_most_tiles) *
                                                    static_cast<index_t>(sizeof(typename Reducer::value_type));

/// The kernel type of a whole reduction of `Flat`, whose one output is of `Reducer::value_type`.
///
/// Geometry: the loop in C order of the logical array; `origin` is the global index of its first element, and the loop
/// covers [origin, origin + size) of the array without a gap (one shard of a cut along the first axis). `outputs[0]` is
/// what `functor::output` says, its strides 0. `outputs[1]`, which the host may lack, is scratch of at least
/// `reduce_scratch_bytes<Reducer>` bytes: of these the first `reduce_counter_bytes` are zero before and after,
/// the others anything.
template <class Flat, class Reducer>
struct reduce {
    static_assert(Flat::outputs::size == 1 &&
                      is_same_v<tuple_element_t<0, typename Flat::outputs>, typename Reducer::value_type>,
                  "reduce: the expression must give the accumulator's type");

    struct functor {
        Flat flat;
        index_t count;  ///< elements of the whole array, over all parts
        reduce_output output;
    };
    static const char* name() { return Reducer::name; }
    static void host(const void* functor_bytes, const geometry& loop);
};

/// The kernel type that merges the nodes of all parts into the result. `outputs[0]` is one `Reducer::result_type`,
/// `inputs[0]` the values, part after part, contiguous.
template <class Reducer>
struct merge_parts {
    using functor = part_boundaries;
    static const char* name() { return Reducer::name; }
    static void host(const void* functor_bytes, const geometry& loop);
};

template <class Flat, class Reducer>
void reduce<Flat, Reducer>::host(const void* functor_bytes, const geometry& loop) {
    const auto& call = *static_cast<const functor*>(functor_bytes);
    host_reduction<Flat, Reducer> reduction(call.flat, loop);
    reduction.run();
    if (call.output == reduce_output::nodes) {
        auto* const nodes = static_cast<typename Reducer::value_type*>(loop.operands[0].data);
        for (int k = 0; k < reduction.node_count(); ++k) nodes[k] = reduction.node_values()[k];
    } else {
        *static_cast<typename Reducer::result_type*>(loop.operands[0].data) =
            Reducer::finish(reduction.root(), call.count);
    }
}

template <class Reducer>
void merge_parts<Reducer>::host(const void* functor_bytes, const geometry& loop) {
    *static_cast<typename Reducer::result_type*>(loop.operands[0].data) =
        merged_result<Reducer>(*static_cast<const functor*>(functor_bytes),
                               static_cast<const typename Reducer::value_type*>(loop.operands[loop.outputs].data));
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
