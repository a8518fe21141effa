// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The broadcast kernels: two axes, of which each input repeats along one, both or none. A block is a tile: its threads
// lie along the inner axis and over a few row groups, each takes some rows. `broadcast_kernel` needs every row of every
// operand on a word boundary; `broadcast_shifted_kernel` takes any pitch and address. Layer: launch; device code.

#include "cushard/launch/sizes.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The order of tiles: `chunk` column tiles, then the next row group, …, then the next chunk. A chunk's part of an
/// operand that repeats along rows stays in the cache while all rows pass.
struct tile_order {
    unsigned column_tiles;
    unsigned row_groups;
    unsigned chunk;
    unsigned lanes_log2;  ///< threads along the inner axis
};

/// A thread's place: its column, in units of what one thread takes, and its first row; the others follow by `stride`.
struct tile_place {
    unsigned column;
    unsigned row;
    unsigned stride;
};

template <int Block, int Rows>
CUSHARD_HD tile_place place_of(const tile_order& order, unsigned block, unsigned thread) {
    const unsigned tiles = order.chunk * order.row_groups;
    const unsigned chunk = block / tiles;
    const unsigned in_chunk = block - chunk * tiles;
    const unsigned left = order.column_tiles - chunk * order.chunk;
    const unsigned width = left < order.chunk ? left : order.chunk;
    const unsigned group = in_chunk / width;
    const unsigned tile = chunk * order.chunk + in_chunk - group * width;
    const unsigned lanes = 1u << order.lanes_log2;
    const unsigned stride = static_cast<unsigned>(Block) >> order.lanes_log2;
    return {(tile << order.lanes_log2) + (thread & (lanes - 1)),
            group * stride * static_cast<unsigned>(Rows) + (thread >> order.lanes_log2), stride};
}

/// Pitches are in elements; all outputs have the same one.
template <class Flat>
struct broadcast_arguments {
    Flat functor;
    operand_pointers<Flat> operands;
    index_t output_pitch;
    index_t pitches[Flat::inputs::size > 0 ? Flat::inputs::size : 1];
    bool repeats[Flat::inputs::size > 0 ? Flat::inputs::size : 1];  ///< along the inner axis
    index_t origin;
    index_t row_step;
    index_t column_step;
    unsigned rows;
    unsigned columns;
    tile_order order;

    CUSHARD_HD index_t position(unsigned row, index_t column) const {
        return origin + static_cast<index_t>(row) * row_step + column * column_step;
    }
    /// Element (`row`, `column`) of input `Index`.
    template <int Index>
    CUSHARD_HD const void* input(unsigned row, index_t column) const {
        return operands.template input<Index>(static_cast<index_t>(row) * pitches[Index] +
                                              (repeats[Index] ? 0 : column));
    }
    /// Element (`row`, `column`) of output `Index`.
    template <int Index>
    CUSHARD_HD void* output(unsigned row, index_t column) const {
        return operands.template output<Index>(static_cast<index_t>(row) * output_pitch + column);
    }
};

/// `Count` copies of the element at `data`.
template <class T, int Count>
CUSHARD_HD void load_repeated(pack<T, Count>& to, const void* data) {
    single<T> element;
    element.load(data);
    unroll<Count>([&](int k) { to[k] = element[0]; });
}

/// Threads past the last row or column read the last one and write nothing: loads without predicates are issued
/// together (7 to 17 % faster, measured).
template <class Flat>
__global__ void __launch_bounds__(launch_sizes<Flat>::broadcast_block)
    broadcast_kernel(const __grid_constant__ broadcast_arguments<Flat> arguments) {
    using inputs = typename Flat::inputs;
    using outputs = typename Flat::outputs;
    constexpr int count = elements_per_thread<Flat>();
    constexpr int rows = launch_sizes<Flat>::broadcast_rows;
    const tile_place place =
        place_of<launch_sizes<Flat>::broadcast_block, rows>(arguments.order, blockIdx.x, threadIdx.x);
    const unsigned last = arguments.columns / static_cast<unsigned>(count) - 1;
    const index_t column = static_cast<index_t>(place.column < last ? place.column : last) * count;
    unsigned row[rows];
    unroll<rows>([&](int j) {
        const unsigned wanted = place.row + static_cast<unsigned>(j) * place.stride;
        row[j] = wanted < arguments.rows ? wanted : arguments.rows - 1;
    });

    packs<inputs, count> in[rows];
    for_each_index<inputs::size>([&](auto i) {
        constexpr int input = decltype(i)::value;  // no capture: constant in the lambdas within
        if (arguments.repeats[input]) {
            unroll<rows>([&](int j) {
                load_repeated(detail::get<input>(in[j]), arguments.template input<input>(row[j], column));
            });
        } else if (arguments.pitches[input] == 0) {
            detail::get<input>(in[0]).load(arguments.template input<input>(0, column));
            unroll<rows>([&](int j) { detail::get<input>(in[j]) = detail::get<input>(in[0]); });
        } else {
            unroll<rows>(
                [&](int j) { detail::get<input>(in[j]).load(arguments.template input<input>(row[j], column)); });
        }
    });
    unroll<rows>([&](int j) {
        packs<outputs, count> out;
        evaluate_packs<count>(arguments.functor, arguments.position(row[j], column), arguments.column_step, in[j], out);
        if (place.column <= last && place.row + static_cast<unsigned>(j) * place.stride < arguments.rows) {
            for_each_index<outputs::size>(
                [&](auto i) { detail::get<i.value>(out).store(arguments.template output<i.value>(row[j], column)); });
        }
    });
}

/// The most threads that one row of `columns` elements needs, by `inner_vectors`.
template <class Flat>
CUSHARD_HD constexpr unsigned shifted_row_units(unsigned columns) {
    constexpr unsigned count = elements_per_thread<Flat>();
    return columns / count + 4 * count - 4;
}

template <class Flat>
__global__ void __launch_bounds__(launch_sizes<Flat>::broadcast_block)
    broadcast_shifted_kernel(const __grid_constant__ broadcast_arguments<Flat> arguments) {
    using inputs = typename Flat::inputs;
    using outputs = typename Flat::outputs;
    constexpr int count = elements_per_thread<Flat>();
    constexpr int rows = launch_sizes<Flat>::broadcast_rows;
    const tile_place place =
        place_of<launch_sizes<Flat>::broadcast_block, rows>(arguments.order, blockIdx.x, threadIdx.x);
    unsigned row[rows];
    vector_split split[rows];
    bool whole = true;
    unroll<rows>([&](int j) {
        row[j] = place.row + static_cast<unsigned>(j) * place.stride;
        split[j] = inner_vectors<Flat>(split_vectors<Flat>(arguments.template output<0>(row[j], 0), arguments.columns));
        whole = whole && row[j] < arguments.rows && place.column < split[j].vectors;
    });

    if (whole) {
        const index_t element = static_cast<index_t>(place.column) * count;
        packs<inputs, count> in[rows];
        for_each_index<inputs::size>([&](auto i) {
            constexpr int input = decltype(i)::value;  // no capture: constant in the lambdas within
            unroll<rows>([&](int j) {
                if (arguments.repeats[input])
                    load_repeated(detail::get<input>(in[j]), arguments.template input<input>(row[j], 0));
                else
                    load_shifted(detail::get<input>(in[j]), arguments.template input<input>(row[j], split[j].head),
                                 static_cast<address_t>(bytes_to<input, inputs>(element)));
            });
        });
        unroll<rows>([&](int j) {
            packs<outputs, count> out;
            const index_t column = split[j].head + element;
            evaluate_packs<count>(arguments.functor, arguments.position(row[j], column), arguments.column_step, in[j],
                                  out);
            for_each_index<outputs::size>([&](auto i) {
                store_anywhere(detail::get<i.value>(out), arguments.template output<i.value>(row[j], column));
            });
        });
        return;
    }
    unroll<rows>([&](int j) {
        if (row[j] >= arguments.rows) return;
        const unsigned vector = static_cast<unsigned>(count) * split[j].vectors;
        const bool in_vector = place.column < split[j].vectors;
        const unsigned extra = place.column - split[j].vectors;
        unsigned column = in_vector ? split[j].head + place.column * static_cast<unsigned>(count)
                                    : extra + (extra < split[j].head ? 0 : vector);
        const unsigned end = in_vector ? column + static_cast<unsigned>(count) : column + 1;
        for (; column < end && column < arguments.columns; ++column) {
            evaluate_element(
                arguments.functor, arguments.position(row[j], column),
                [&](auto i) { return arguments.template input<i.value>(row[j], column); },
                [&](auto i) { return arguments.template output<i.value>(row[j], column); });
        }
    });
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
