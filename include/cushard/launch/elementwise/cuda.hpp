// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The CUDA launcher of elementwise kernels, found by `kernel_of`'s registrar. Its `__global__` functions are for nvcc
// alone. Layer: launch.

#include "cushard/launch/cuda_enqueue.hpp"
#include "cushard/launch/elementwise/launch.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

template <class Flat>
struct elementwise;

/// Enqueues one loop on a cudaStream_t of the current device. An empty loop launches nothing.
template <class Flat>
status launch_cuda(elementwise<Flat>*, cuda_stream on, const void* functor, const geometry& loop) {
    return detail::launch_elementwise(detail::cuda_enqueue{on}, *static_cast<const Flat*>(functor), loop);
}

}  // namespace v0
}  // namespace cushard
