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

#include <algorithm>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// What a `reduce` launch writes.
enum class reduce_output : int {
    result,  ///< one `Reducer::result_type`; the loop is the whole array
    nodes,   ///< `count_nodes(origin, origin + size)` values of `Reducer::value_type`, as `nodes_of` orders them
};

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

/// The most parts that one `merge_parts` takes.
inline constexpr int max_parts = 64;

/// The kernel type that merges the nodes of all parts into the result. `outputs[0]` is one `Reducer::result_type`,
/// `inputs[0]` the values, part after part, contiguous.
template <class Reducer>
struct merge_parts {
    struct functor {
        index_t boundaries[max_parts + 1];  ///< part p is [boundaries[p], boundaries[p + 1]); boundaries[0] is 0
        int parts;
    };
    static const char* name() { return Reducer::name; }
    static void host(const void* functor_bytes, const geometry& loop);

    /// What both backends do.
    CUSHARD_HD static void run(const functor& merge, const typename Reducer::value_type* values,
                               typename Reducer::result_type* result) {
        const index_t count = merge.boundaries[merge.parts];
        *result = Reducer::finish(
            count == 0 ? Reducer::absent() : merge_nodes(values, merge.boundaries, merge.parts, combine_by<Reducer>{}),
            count);
    }
};

template <class Flat, class Reducer>
void reduce<Flat, Reducer>::host(const void* functor_bytes, const geometry& loop) {
    const auto& call = *static_cast<const functor*>(functor_bytes);
    host_reduction<Flat, Reducer> reduction(call.flat, loop);
    reduction.run();
    if (call.output == reduce_output::nodes) {
        std::copy_n(reduction.node_values(), reduction.node_count(),
                    static_cast<typename Reducer::value_type*>(loop.operands[0].data));
    } else {
        *static_cast<typename Reducer::result_type*>(loop.operands[0].data) =
            Reducer::finish(reduction.root(), call.count);
    }
}

template <class Reducer>
void merge_parts<Reducer>::host(const void* functor_bytes, const geometry& loop) {
    run(*static_cast<const functor*>(functor_bytes),
        static_cast<const typename Reducer::value_type*>(loop.operands[loop.outputs].data),
        static_cast<typename Reducer::result_type*>(loop.operands[0].data));
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
