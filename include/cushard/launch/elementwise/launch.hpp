// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// From a geometry to launches of the elementwise kernels: arguments, grids, and the cuts that keep both within 32 bits.
// How a `__global__` function is enqueued comes from outside, so that all of this is tested without a GPU. Layer:
// launch.

#include "cushard/backend/launch.hpp"
#include "cushard/launch/elementwise/broadcast.hpp"
#include "cushard/launch/elementwise/contiguous.hpp"
#include "cushard/launch/elementwise/strided.hpp"
#include "cushard/launch/global_function.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// What a kernel's parameters may take.
inline constexpr int kernel_parameter_bytes = 4096;
inline constexpr index_t most_blocks = 0x7fffffff;
/// The most elements that one launch counts in 32 bits, with room for the threads of a last block; a whole number of
/// vectors of any type.
inline constexpr index_t most_elements = index_t{1} << 30;

constexpr index_t divide_up(index_t count, index_t by) { return (count + by - 1) / by; }

inline status too_many_operands() {
    return {status_code::unsupported, 0, "launch",
            "the expression has more operands than the parameters of one kernel can hold; evaluate a part of it first"};
}

/// The operands' element types as numbers.
template <class Tuple, int Count>
struct operand_table;
template <class... Ts, int Count>
struct operand_table<tuple<Ts...>, Count> {
    static constexpr index_t bytes[] = {sizeof(Ts)..., 0};                                     ///< of an element
    static constexpr address_t words[] = {sizeof(typename pack<Ts, Count>::word_type)..., 1};  ///< a vector moves by
};
template <class Flat>
using output_table = operand_table<typename Flat::outputs, elements_per_thread<Flat>()>;
template <class Flat>
using input_table = operand_table<typename Flat::inputs, elements_per_thread<Flat>()>;

template <class Flat>
operand_pointers<Flat> pointers_of(const geometry& loop) {
    operand_pointers<Flat> pointers{};
    for (int i = 0; i < Flat::outputs::size; ++i) pointers.outputs[i] = loop.operands[i].data;
    for (int i = 0; i < Flat::inputs::size; ++i) pointers.inputs[i] = loop.operands[Flat::outputs::size + i].data;
    return pointers;
}

/// Moves all pointers by `elements` elements.
template <class Flat>
void advance(operand_pointers<Flat>& pointers, index_t elements) {
    for (int i = 0; i < Flat::outputs::size; ++i)
        pointers.outputs[i] = static_cast<char*>(pointers.outputs[i]) + elements * output_table<Flat>::bytes[i];
    for (int i = 0; i < Flat::inputs::size; ++i)
        pointers.inputs[i] = static_cast<const char*>(pointers.inputs[i]) + elements * input_table<Flat>::bytes[i];
}

/// True if every operand, but inputs for which `skips[i]` is set, stands on a boundary of its vectors' words.
template <class Flat>
bool on_words(const operand_pointers<Flat>& pointers, const bool* skips = nullptr) {
    const auto off_word = [](const void* data, address_t word) {
        return (reinterpret_cast<address_t>(data) & (word - 1)) != 0;
    };
    for (int i = 0; i < Flat::outputs::size; ++i)
        if (off_word(pointers.outputs[i], output_table<Flat>::words[i])) return false;
    for (int i = 0; i < Flat::inputs::size; ++i)
        if ((skips == nullptr || !skips[i]) && off_word(pointers.inputs[i], input_table<Flat>::words[i])) return false;
    return true;
}

template <class Flat, class Enqueue>
status launch_contiguous(Enqueue&& enqueue, const Flat& functor, const geometry& loop) {
    constexpr int block = launch_sizes<Flat>::contiguous_block;
    const index_t size = loop.size();
    const index_t step = loop.rank == 0 ? 0 : loop.index_strides[0];
    for (index_t begin = 0; begin < size; begin += most_elements) {
        const index_t elements = size - begin < most_elements ? size - begin : most_elements;
        contiguous_arguments<Flat> arguments{functor, pointers_of<Flat>(loop), loop.origin, step, 0, 0, 0, false};
        advance(arguments.operands, begin);
        const vector_split all = split_vectors<Flat>(arguments.operands.outputs[0], static_cast<unsigned>(elements));
        operand_pointers<Flat> vectors = arguments.operands;
        advance(vectors, index_t{all.head});
        arguments.aligned = on_words(vectors);
        const vector_split split = arguments.aligned ? all : inner_vectors<Flat>(all);
        advance(arguments.operands, index_t{split.head});
        arguments.position += (begin + split.head) * step;
        arguments.vectors = split.vectors;
        arguments.head = split.head;
        arguments.spare = static_cast<unsigned>(elements) - split.vectors * elements_per_thread<Flat>();
        const index_t threads = index_t{arguments.vectors} + arguments.spare;
        const status answer =
            enqueue(global_function<&contiguous_kernel<Flat>>{}, divide_up(threads, block), block, arguments);
        if (!answer.ok()) return answer;
    }
    return {};
}

template <class Index, class Flat, class Enqueue>
status launch_strided_as(Enqueue&& enqueue, const Flat& functor, const geometry& loop) {
    if constexpr (sizeof(strided_arguments<Flat, Index>) > kernel_parameter_bytes) {
        return too_many_operands();
    } else {
        constexpr int block = launch_sizes<Flat>::strided_block;
        const index_t size = loop.size();
        const index_t blocks = divide_up(size, index_t{block} * strided_items<Flat, Index>());
        if (blocks > most_blocks) return {status_code::unsupported, 0, "launch", "too many elements for one launch"};
        strided_arguments<Flat, Index> arguments{functor, pointers_of<Flat>(loop), static_cast<Index>(size), 0, {}, {},
                                                 {}};
        if constexpr (Flat::uses_position) arguments.positions.origin = loop.origin;
        for (int axis = 0; axis < loop.rank; ++axis) {
            if (loop.extents[axis] == 1) continue;
            const int to = arguments.rank++;
            arguments.extents[to] = divisor<Index>::of(loop.extents[axis]);
            for (int i = 0; i < arguments.operand_count; ++i)
                arguments.strides[to][i] = static_cast<Index>(loop.operands[i].strides[axis]);
            if constexpr (Flat::uses_position) arguments.positions.strides[to] = loop.index_strides[axis];
        }
        if (arguments.rank == 0) arguments.rank = 1;  // one element: index 0 of an axis of strides 0
        return enqueue(global_function<&strided_kernel<Flat, Index>>{}, blocks, block, arguments);
    }
}

template <class Flat, class Enqueue>
status launch_strided(Enqueue&& enqueue, const Flat& functor, const geometry& loop) {
    if (loop.wide || loop.size() > most_elements) return launch_strided_as<index_t>(enqueue, functor, loop);
    return launch_strided_as<int>(enqueue, functor, loop);
}

/// How many threads lie along the inner axis: 8 at least (128 bytes) where there is that much to do, and then as many
/// as leave few of them idle.
constexpr unsigned lanes_log2_for(index_t units, int block) {
    unsigned best = 0;
    while (best < 3 && (index_t{1} << best) < units) ++best;
    const auto covered = [&](unsigned log2) { return divide_up(units, index_t{1} << log2) << log2; };
    index_t least = covered(best);
    for (unsigned log2 = best + 1; (1 << log2) <= block; ++log2) {
        if (covered(log2) > least + least / 8) continue;
        best = log2;
        if (covered(log2) < least) least = covered(log2);
    }
    return best;
}

/// Lets the arguments begin at element (`row`, `column`).
template <class Flat>
void begin_at(broadcast_arguments<Flat>& arguments, index_t row, index_t column) {
    for (int i = 0; i < Flat::outputs::size; ++i) {
        const index_t elements = row * arguments.output_pitch + column;
        void*& data = arguments.operands.outputs[i];
        data = static_cast<char*>(data) + elements * output_table<Flat>::bytes[i];
    }
    for (int i = 0; i < Flat::inputs::size; ++i) {
        const index_t elements = row * arguments.pitches[i] + (arguments.repeats[i] ? 0 : column);
        const void*& data = arguments.operands.inputs[i];
        data = static_cast<const char*>(data) + elements * input_table<Flat>::bytes[i];
    }
    arguments.origin += row * arguments.row_step + column * arguments.column_step;
}

/// True if all rows of all operands are whole vectors that begin on word boundaries.
template <class Flat>
bool rows_on_words(const broadcast_arguments<Flat>& arguments, index_t rows, index_t columns) {
    broadcast_arguments<Flat> second = arguments;  // if its rows do, then all do: they lie whole words apart
    if (rows > 1) begin_at(second, 1, 0);
    return columns % elements_per_thread<Flat>() == 0 && on_words(arguments.operands, arguments.repeats) &&
           on_words(second.operands, arguments.repeats);
}

/// Tiles over `rows` and `columns`, fewer than 2^31 columns; cut along the rows where one grid cannot count them.
template <class Flat, class Enqueue>
status launch_tiles(Enqueue&& enqueue, broadcast_arguments<Flat> arguments, index_t rows, index_t columns) {
    constexpr int block = launch_sizes<Flat>::broadcast_block;
    const bool aligned = rows_on_words(arguments, rows, columns);
    const index_t units = aligned ? columns / elements_per_thread<Flat>()
                                  : index_t{shifted_row_units<Flat>(static_cast<unsigned>(columns))};
    tile_order& order = arguments.order;
    order.lanes_log2 = lanes_log2_for(units, block);
    order.column_tiles = static_cast<unsigned>(divide_up(units, index_t{1} << order.lanes_log2));
    order.chunk = order.column_tiles < launch_sizes<Flat>::broadcast_chunk ? order.column_tiles
                                                                           : launch_sizes<Flat>::broadcast_chunk;
    arguments.columns = static_cast<unsigned>(columns);
    const index_t group = (index_t{block} >> order.lanes_log2) * launch_sizes<Flat>::broadcast_rows;
    const index_t most_rows = most_blocks / order.column_tiles * group;
    const index_t at_once = most_rows < most_elements ? most_rows : most_elements;
    for (index_t row = 0; row < rows; row += at_once) {
        const index_t taken = rows - row < at_once ? rows - row : at_once;
        broadcast_arguments<Flat> part = arguments;
        begin_at(part, row, 0);
        part.rows = static_cast<unsigned>(taken);
        part.order.row_groups = static_cast<unsigned>(divide_up(taken, group));
        const index_t blocks = index_t{order.column_tiles} * part.order.row_groups;
        const status answer = aligned
                                  ? enqueue(global_function<&broadcast_kernel<Flat>>{}, blocks, block, part)
                                  : enqueue(global_function<&broadcast_shifted_kernel<Flat>>{}, blocks, block, part);
        if (!answer.ok()) return answer;
    }
    return {};
}

template <class Flat, class Enqueue>
status launch_broadcast(Enqueue&& enqueue, const Flat& functor, const geometry& loop) {
    constexpr index_t count = elements_per_thread<Flat>();
    const index_t rows = loop.extents[0];
    index_t columns = loop.extents[1];
    broadcast_arguments<Flat> arguments{functor,     pointers_of<Flat>(loop), loop.operands[0].strides[0], {}, {},
                                        loop.origin, loop.index_strides[0],   loop.index_strides[1],       0,  0,
                                        {}};
    for (int i = 0; i < Flat::inputs::size; ++i) {
        arguments.pitches[i] = loop.operands[Flat::outputs::size + i].strides[0];
        arguments.repeats[i] = loop.operands[Flat::outputs::size + i].strides[1] == 0;
    }
    // Short rows that do not fill words: element by element is better than shifting each.
    if (rows > 1 && columns < 64 * count && !rows_on_words(arguments, rows, columns))
        return launch_strided(enqueue, functor, loop);

    // One long row (an array with a scalar in memory) is folded into many; what is left over follows.
    constexpr index_t fold = 1024 * count;
    if (rows == 1 && columns > fold) {
        broadcast_arguments<Flat> folded = arguments;
        folded.output_pitch = fold;
        for (int i = 0; i < Flat::inputs::size; ++i) folded.pitches[i] = folded.repeats[i] ? 0 : fold;
        folded.row_step = fold * folded.column_step;
        const status answer = launch_tiles(enqueue, folded, columns / fold, fold);
        if (!answer.ok()) return answer;
        begin_at(arguments, 0, columns / fold * fold);
        columns %= fold;
    }
    for (index_t column = 0; column < columns; column += most_elements) {
        broadcast_arguments<Flat> part = arguments;
        begin_at(part, 0, column);
        const index_t taken = columns - column < most_elements ? columns - column : most_elements;
        const status answer = launch_tiles(enqueue, part, rows, taken);
        if (!answer.ok()) return answer;
    }
    return {};
}

/// Runs `loop` by the kernel of its kind. `enqueue(kernel, blocks, threads, arguments)` answers a `status`; it is
/// called once, or several times in order where one launch cannot count all elements, or never where there are none.
template <class Flat, class Enqueue>
status launch_elementwise(Enqueue&& enqueue, const Flat& functor, const geometry& loop) {
    if constexpr (sizeof(broadcast_arguments<Flat>) > kernel_parameter_bytes) {
        return too_many_operands();
    } else {
        if (loop.size() == 0) return {};
        switch (loop.kind) {
            case kernel_kind::contiguous:
                return launch_contiguous(enqueue, functor, loop);
            case kernel_kind::broadcast:
                return launch_broadcast(enqueue, functor, loop);
            case kernel_kind::strided:
                break;
        }
        return launch_strided(enqueue, functor, loop);
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
