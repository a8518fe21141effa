// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Evaluation over a pool: layouts checked, memory taken everywhere, then one launch per device, all at once. Layer:
// pool.

#include "cushard/base/span.hpp"
#include "cushard/lower/assign.hpp"
#include "cushard/pool/pool_body.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The parts of every operand of an `on_pool` expression; a deferred operand that stands twice is computed once.
void materialise_on_pool(span<const operand_ref> operands, span<pool_ref> out);

template <std::size_t Count>
std::array<pool_ref, Count> materialise_on_pool(const std::array<operand_ref, Count>& operands) {
    std::array<pool_ref, Count> out;
    materialise_on_pool(span<const operand_ref>(operands), out);
    return out;
}

/// The memory of every operand on device `i` of the pool; kept by the operands.
template <std::size_t Count>
std::array<const array_body*, Count> parts_on(const std::array<pool_ref, Count>& sources, int i) {
    std::array<const array_body*, Count> out{};
    std::size_t at = 0;
    for (const pool_ref& source : sources) out[at++] = source->part(i).get();
    return out;
}

/// The layout that operands have together: that of the cut ones, which must be equal; replicated ones of the same pool
/// join in.
/// @throws device_error naming both layouts.
shard_layout joint_layout(const char* what, span<const pool_ref> sources);

/// The layout of a result of shape `extents`.
/// @throws device_error if the operands' layouts differ or would have to be broadcast.
shard_layout result_layout(const char* what, span<const pool_ref> sources, const shape& extents);

/// @throws device_error unless a value in `source`'s layout can be written into `target`'s.
void require_fitting(const char* what, const shard_layout& target, const shard_layout& source);

/// One launch per device over the parts of `target`. Operands whose part is the target's element on element may be
/// read.
template <class Flat, std::size_t Count>
void launch_on_pool(const char* what, const Flat& functor, const pool_body& target, std::int32_t target_bytes,
                    const std::array<pool_ref, Count>& sources) {
    for (int i = 0; i < target.layout().pool().size(); ++i) {
        const auto parts = parts_on(sources, i);
        launch_elementwise(functor, {what, *target.part(i), target_bytes, parts,
                                     input_sizes<typename Flat::inputs>::value, target.layout().part_place(i)});
    }
}

/// The parts which an expression reads, and the layout which its value has.
template <class Tree>
struct pool_sources {
    static constexpr std::size_t count = static_cast<std::size_t>(leaf_count<Tree>);
    static_assert(count > 0, "an expression without operands has no layout of its own");

    pool_sources(const char* what, const expression<Tree, on_pool>& source)
        : parts(materialise_on_pool(source.operands())), layout(result_layout(what, parts, source.extents())) {}

    std::array<pool_ref, count> parts;
    shard_layout layout;
};

/// Evaluates `source` into new memory of its operands' layout. What a deferred operand computed is new memory already.
template <class Out, class Tree>
pool_ref evaluate_on_pool(const char* what, const expression<Tree, on_pool>& source,
                          const pool_sources<Tree>& sources) {
    if constexpr (is_plain_operand<Out, Tree>) {
        if (sources.parts[0].get() != source.operands()[0].get()) return sources.parts[0];
    }
    const pool_ref target = new_pool_body(what, sources.layout, sizeof(Out));
    launch_on_pool(what, flat<Out, Tree>{source.constants()}, *target, sizeof(Out), sources.parts);
    return target;
}
template <class Out, class Tree>
pool_ref evaluate_on_pool(const char* what, const expression<Tree, on_pool>& source) {
    return evaluate_on_pool<Out>(what, source, pool_sources<Tree>(what, source));
}

/// Evaluates `source` into the memory of `target`, whatever reads it: parts are read and written element on element.
/// @throws shape_error unless the shapes are equal or the source has one element; device_error if the layouts differ.
template <class Out, class Tree>
void assign_on_pool(const char* what, const pool_body& target, const expression<Tree, on_pool>& source,
                    const pool_sources<Tree>& sources) {
    broadcast_to(what, c_contiguous(source.extents()), target.extents());
    require_fitting(what, target.layout(), sources.layout);
    launch_on_pool(what, flat<Out, Tree>{source.constants()}, target, sizeof(Out), sources.parts);
}
template <class Out, class Tree>
void assign_on_pool(const char* what, const pool_body& target, const expression<Tree, on_pool>& source) {
    if constexpr (leaf_count<Tree> == 0) {
        launch_on_pool(what, flat<Out, Tree>{source.constants()}, target, sizeof(Out), std::array<pool_ref, 0>{});
    } else {
        assign_on_pool<Out>(what, target, source, pool_sources<Tree>(what, source));
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/pool/pool_assign.inl.hpp")
