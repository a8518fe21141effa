// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// How kernels reach a CUDA stream: one launch, its error as a `status`. Only units that nvcc compiles include it.
// Layer: launch.

#include "cushard/backend/cuda/errors.hpp"

#include <cuda_runtime_api.h>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// `enqueue(kernel, blocks, threads, arguments)` launches on `stream`, on the current device.
struct cuda_enqueue {
    void* stream;
    int shared_bytes = 0;  ///< dynamic shared memory of a block

    template <class Arguments>
    status operator()(void (*kernel)(Arguments), index_t blocks, int threads, Arguments& arguments) const {
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(static_cast<unsigned>(blocks));
        config.blockDim = dim3(static_cast<unsigned>(threads));
        config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
        config.stream = static_cast<cudaStream_t>(stream);
        void* parameters[] = {&arguments};
        const cudaError_t error = cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(kernel), parameters);
        if (error == cudaSuccess) return {};
        static_cast<void>(cudaGetLastError());  // else the next caller would meet this error
        return cuda_status(error, "cudaLaunchKernelExC", cudaGetErrorString(error));
    }
};

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
