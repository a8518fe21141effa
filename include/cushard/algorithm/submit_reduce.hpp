// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Reductions through the one door: of an array that is whole, or of one part of it into the nodes of the tree.
// Layer: algorithm.

#include "cushard/algorithm/reduce_entry.hpp"
#include "cushard/base/span.hpp"
#include "cushard/lower/assign.hpp"
#include "cushard/runtime/scratch.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// One part of a reduction: which elements, of how many in all, and what is written.
struct reduce_job {
    shape extents;
    global_place place;
    index_t count = 0;
    reduce_output output = reduce_output::result;
};

/// Submits the reduction of `Flat` over one device's elements. `target` takes one result, or the part's nodes. Scratch
/// belongs to the stream, so that only the result is allocated.
template <class Reducer, class Flat, std::size_t Count>
void submit_reduce(const Flat& values, const reduce_job& job, const array_body& target,
                   const std::array<const array_body*, Count>& sources) {
    using code_type = reduce<Flat, Reducer>;
    const char* what = Reducer::name;
    const device home = target.memory().get_device();
    stream_state& stream = current_stream(what, home.state());
    const storage_ref partials = scratch(stream, static_cast<std::size_t>(reduce_scratch_bytes<Reducer>));

    std::array<operand, Count + 2> operands{};
    std::array<use, Count + 2> uses;
    operands[0].element_bytes =
        static_cast<std::int32_t>(job.output == reduce_output::result ? sizeof(typename Reducer::result_type)
                                                                      : sizeof(typename Reducer::value_type));
    operands[0].data = static_cast<char*>(target.memory().data()) + target.layout().offset * operands[0].element_bytes;
    operands[0].written = true;
    uses[0] = {&target.memory(), access_mode::write};
    operands[1].data = partials->data();
    operands[1].element_bytes = 1;
    operands[1].written = true;
    uses[1] = {partials.get(), access_mode::read_write};
    for (std::size_t i = 0; i < Count; ++i) {
        const array_body& source = *sources[i];
        bind_operand(operands[i + 2], source.memory().data(), input_sizes<typename Flat::inputs>::value[i], false,
                     source.layout(), job.extents);
        uses[i + 2] = {&source.memory(), access_mode::read};
    }
    geometry loop;
    loop.outputs = 2;
    loop.inputs = static_cast<std::int32_t>(Count);
    loop.operands = operands.data();
    plan_in_order(loop, job.extents, job.place, Flat::uses_position);
    const typename code_type::functor functor{values, job.count, job.output};
    const kernel& code = kernel_of<code_type>();
    const part only{&stream, uses};
    submit(what, span(&only, 1), false,
           [&](std::size_t, const backend& table, const cushard::place& where, void* native) {
               return table.launch(where, native, code, &functor, loop);
           });
}

/// The reduction of a whole expression, in two steps: where it runs is known before it is known where it goes.
template <class Reducer, class Tree>
class whole_reduction {
public:
    explicit whole_reduction(const expression<Tree>& source)
        : source_(source), memory_(materialise(source.operands())), home_(device_of(memory_.bodies)) {
        check_same_device(Reducer::name, home_, memory_.bodies);
    }

    [[nodiscard]] const device& home() const noexcept { return home_; }

    /// Into memory of one element on that device. It may be an operand's: the result is written when all has been read.
    void into(const array_body& target) const {
        const shape extents = source_.extents();
        submit_reduce<Reducer>(flat<typename Reducer::value_type, Tree>{source_.constants()},
                               {extents, whole_place(extents), extents.size(), reduce_output::result}, target,
                               memory_.bodies);
    }

private:
    const expression<Tree>& source_;
    operand_memory<static_cast<std::size_t>(leaf_count<Tree>)> memory_;
    device home_;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
