// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// How many threads a block has and what each takes, per flat functor. Kernels and launches ask `launch_sizes` and
// nothing else, so that a tuned table is a specialisation of it. Layer: launch; device code.

#include "cushard/launch/elementwise/evaluate.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// What a table of launch sizes says.
template <class Sizes>
concept launch_size_table = requires {
    int{Sizes::contiguous_block};      // threads of a block of the contiguous kernel
    int{Sizes::broadcast_block};       // threads of a block of the broadcast kernels, a power of two
    int{Sizes::broadcast_rows};        // rows a thread takes there
    unsigned{Sizes::broadcast_chunk};  // column tiles that run through all rows before the next ones begin
    int{Sizes::strided_block};         // threads of a block of the strided kernels
    int{Sizes::strided_items};         // elements a thread takes there
};

/// The sizes measured best on an H200. Large blocks pay where several streams are read; they leave a thread 64
/// registers, so that functors over many operands or many elements a thread keep to small ones.
template <class Flat>
struct launch_sizes {
    static constexpr int operands = Flat::inputs::size + Flat::outputs::size;
    static constexpr int bytes =
        (type_sizes<typename Flat::inputs>::sum + type_sizes<typename Flat::outputs>::sum) / operands;

    static constexpr int contiguous_block = Flat::inputs::size > 1 && Flat::inputs::size <= 4 &&
                                                    elements_per_thread<Flat>() <= 4
                                                ? 1024
                                                : 256;
    static constexpr int broadcast_block = 256;
    static constexpr int broadcast_rows = 2;
    static constexpr unsigned broadcast_chunk = 256;
    static constexpr int strided_block = 256;
    static constexpr int strided_items = operands > 4 ? 1 : bytes <= 4 ? 4 : bytes <= 8 ? 2 : 1;
};

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
