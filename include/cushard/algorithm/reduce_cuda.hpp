// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The CUDA launchers of reductions, found by `kernel_of`'s registrar. Only units that nvcc compiles include it.
// Layer: algorithm.

#include "cushard/algorithm/reduce_launch.hpp"
#include "cushard/launch/cuda_enqueue.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Enqueues one reduction on a cudaStream_t of the current device.
template <class Flat, class Reducer>
status launch_cuda(reduce<Flat, Reducer>*, cuda_stream on, const void* functor, const geometry& loop) {
    const auto& call = *static_cast<const typename reduce<Flat, Reducer>::functor*>(functor);
    return launch_reduce<Reducer>(cuda_enqueue{on}, call.flat, call.output, loop);
}

/// Enqueues the merge of all parts on a cudaStream_t of the current device.
template <class Reducer>
status launch_cuda(merge_parts<Reducer>*, cuda_stream on, const void* functor, const geometry& loop) {
    return launch_merge<Reducer>(cuda_enqueue{on}, *static_cast<const part_boundaries*>(functor), loop);
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
