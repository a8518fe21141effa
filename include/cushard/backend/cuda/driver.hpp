// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The one function of CUDA's driver that is called past its runtime, found at run time: no program links the driver.
// Only units that nvcc compiles include it. Layer: backend.

#include "cushard/base/config.hpp"

#include <cuda_runtime_api.h>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// cuLaunchKernel, by the driver's names: function, grid, block, bytes of shared memory, stream, parameters, extra. It
/// answers a CUresult, 0 for success. (`<cuda.h>` would be felt in every compilation.)
using driver_launch = int (*)(cudaFunction_t, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                              cudaStream_t, void**, void**);

/// Null if the driver has none.
inline driver_launch find_driver_launch() noexcept {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult answer{};
#if CUDART_VERSION >= 12050
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion("cuLaunchKernel", &found, 12000, cudaEnableDefault, &answer);
#else
    const cudaError_t error = cudaGetDriverEntryPoint("cuLaunchKernel", &found, cudaEnableDefault, &answer);
#endif
    if (error != cudaSuccess) static_cast<void>(cudaGetLastError());  // else the next caller would meet this error
    return error == cudaSuccess && answer == cudaDriverEntryPointSuccess ? reinterpret_cast<driver_launch>(found)
                                                                         : nullptr;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
