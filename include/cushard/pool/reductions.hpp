// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Whole reductions over a pool. Every device reduces its part to the nodes of the one tree over the global index; the
// nodes, at most 2 * ceil(log2 n) values a part, go to the pool's first device, are merged there, and the result goes
// to every device. No host thread waits. Layer: pool.

#include "cushard/algorithm/reductions.hpp"
#include "cushard/base/span.hpp"
#include "cushard/pool/pool_assign.hpp"
#include "cushard/runtime/copy.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Where the parts begin in the order over which the tree is built: C order of the whole where the cut keeps that, else
/// part after part. The last is the number of elements.
std::vector<index_t> tree_boundaries(const shard_layout& layout);

/// @throws device_error for more parts than one kernel merges.
void require_mergeable(const char* what, int parts);

/// Merges the nodes of all parts, which lie one after the other in `values`, into `result`, on their device.
template <class Reducer>
void submit_merge(span<const index_t> boundaries, const array_body& values, const array_body& result) {
    using code_type = merge_parts<Reducer>;
    const char* what = Reducer::name;
    typename code_type::functor functor{};
    functor.parts = static_cast<int>(boundaries.size()) - 1;
    for (std::size_t i = 0; i < boundaries.size(); ++i) functor.boundaries[i] = boundaries[i];
    operand operands[2] = {};
    bind_operand(operands[0], result.memory().data(), sizeof(typename Reducer::result_type), true, result.layout(),
                 one_element);
    operands[1].data = values.memory().data();
    operands[1].element_bytes = sizeof(typename Reducer::value_type);
    const use uses[] = {{&result.memory(), access_mode::write}, {&values.memory(), access_mode::read}};
    geometry loop;
    loop.outputs = 1;
    loop.inputs = 1;
    loop.operands = operands;
    const kernel& code = kernel_of<code_type>();
    submit(what, result.memory().get_device(), uses,
           [&](std::size_t, const backend& table, const cushard::place& where, void* native) {
               return table.launch(where, native, code, &functor, loop);
           });
}

/// The reduction of a whole expression over a pool: one element, replicated.
template <class Reducer, class Tree>
pool_ref reduce_on_pool(const expression<Tree, on_pool>& source) {
    using value_type = typename Reducer::value_type;
    const char* what = Reducer::name;
    const pool_sources<Tree> sources(what, source);
    const flat<value_type, Tree> values{source.constants()};
    const device_pool& pool = sources.layout.pool();
    require_mergeable(what, pool.size());
    const pool_ref result =
        new_pool_body(what, shard_layout::replicated(pool, one_element), sizeof(typename Reducer::result_type));
    const std::vector<index_t> boundaries = tree_boundaries(sources.layout);
    if (sources.layout.is_replicated() || boundaries.back() == 0) {  // every device has all elements, or there are none
        for (int i = 0; i < pool.size(); ++i) {
            const shape extents = sources.layout.part_extents(i);
            submit_reduce<Reducer>(values, {extents, whole_place(extents), extents.size(), reduce_output::result},
                                   *result->part(i), parts_on(sources.parts, i));
        }
        return result;
    }
    // Memory first, on every device.
    std::vector<array_ref> nodes;
    std::vector<index_t> first_node{0};
    for (int i = 0; i < pool.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const index_t count = count_nodes(boundaries[at], boundaries[at + 1]);
        nodes.push_back(new_body(what, shape({count}), sizeof(value_type), pool[i]));
        first_node.push_back(first_node.back() + count);
    }
    const array_ref gathered = new_body(what, shape({first_node.back()}), sizeof(value_type), pool[0]);
    for (int i = 0; i < pool.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (boundaries[at] == boundaries[at + 1]) continue;
        const shape extents = sources.layout.part_extents(i);
        global_place place = whole_place(extents);
        place.origin = boundaries[at];
        submit_reduce<Reducer>(values, {extents, place, boundaries.back(), reduce_output::nodes}, *nodes[at],
                               parts_on(sources.parts, i));
        copy(gathered->memory(), static_cast<std::size_t>(first_node[at]) * sizeof(value_type), nodes[at]->memory(), 0,
             nodes[at]->memory().bytes(), what);
    }
    submit_merge<Reducer>(boundaries, *gathered, *result->part(0));
    for (int i = 1; i < pool.size(); ++i) {
        copy(result->part(i)->memory(), 0, result->part(0)->memory(), 0, sizeof(typename Reducer::result_type), what);
    }
    return result;
}

/// A reduction over a pool that has not run.
template <class Reducer, class Tree>
class deferred_pool_reduction final : public pool_operand_body {
public:
    explicit deferred_pool_reduction(expression<Tree, on_pool> source) : source_(std::move(source)) {}

    [[nodiscard]] const shape& extents() const noexcept override { return one_element; }
    [[nodiscard]] pool_ref materialise_on_pool() const override { return reduce_on_pool<Reducer>(source_); }

private:
    expression<Tree, on_pool> source_;
};

}  // namespace detail

/// The sum of all elements over a pool; as `sum` of an array. The bits are those of one device where the array is cut
/// along its first axis.
template <pool_operand Source>
[[nodiscard]] auto sum(const Source& source) {
    using reducer = detail::sum_reducer<detail::element_of<Source>>;
    return detail::defer_reduction<reducer, detail::deferred_pool_reduction>(source.as_expression());
}

/// The arithmetic mean of all elements over a pool; as `mean` of an array.
template <pool_operand Source>
[[nodiscard]] auto mean(const Source& source) {
    using reducer = detail::mean_reducer<detail::element_of<Source>>;
    return detail::defer_reduction<reducer, detail::deferred_pool_reduction>(source.as_expression());
}

/// The least element over a pool; NumPy's `min`: a NaN wins.
/// @throws shape_error if there is no element.
template <pool_operand Source>
[[nodiscard]] auto min(const Source& source) {
    detail::require_elements("min", source.extents());
    using reducer = detail::min_reducer<detail::element_of<Source>>;
    return detail::defer_reduction<reducer, detail::deferred_pool_reduction>(source.as_expression());
}

/// The greatest element over a pool; NumPy's `max`: a NaN wins.
/// @throws shape_error if there is no element.
template <pool_operand Source>
[[nodiscard]] auto max(const Source& source) {
    detail::require_elements("max", source.extents());
    using reducer = detail::max_reducer<detail::element_of<Source>>;
    return detail::defer_reduction<reducer, detail::deferred_pool_reduction>(source.as_expression());
}

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/pool/reductions.inl.hpp")
