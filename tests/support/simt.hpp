// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Where tests run elementwise kernels. Compiled by nvcc: on the first GPU. Compiled by anything else: on the host, the
// same kernels thread by thread; they use neither shared memory nor barriers, so that nothing is lost but speed, and
// sanitizers see every access. Include this before any header of kernels.

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#if defined(__CUDACC__)
#include <cuda_runtime_api.h>
#else
#define __global__
#define __grid_constant__
#define __launch_bounds__(threads)
namespace simt_variables {
struct triple {
    unsigned x;
};
}  // namespace simt_variables
inline thread_local simt_variables::triple blockIdx{};
inline thread_local simt_variables::triple threadIdx{};
#endif

#include "cushard/launch/elementwise/launch.hpp"
#if defined(__CUDACC__)
#include "cushard/launch/cuda_enqueue.hpp"
#endif

namespace cushard_test {

using bytes = std::vector<unsigned char>;

/// Launches `flat` over `loop`, whose operand `i` begins `offsets[i]` bytes into `memory[buffers[i]]`, and brings what
/// it left in memory back. Every buffer begins on 256 bytes and is as long as it says, up to a multiple of 16.
#if defined(__CUDACC__)

/// Why kernels cannot run here; null if they can.
inline const char* no_machine() {
    int devices = 0;
    const bool found = cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0;
    return found ? nullptr : "no CUDA device: the kernels did not run";
}

template <class Flat>
cushard::status run_on_machine(const Flat& flat, cushard::geometry loop, const std::vector<int>& buffers,
                               const std::vector<std::ptrdiff_t>& offsets, std::vector<bytes>& memory) {
    using cushard::detail::cuda_status;
    static char* arena = nullptr;
    static std::size_t arena_bytes = 0;
    std::vector<std::size_t> starts;
    std::size_t needed = 0;
    for (const bytes& b : memory) {
        starts.push_back(needed);
        needed += (b.size() + 511) / 256 * 256;
    }
    if (needed > arena_bytes) {
        static_cast<void>(cudaFree(arena));
        if (const cudaError_t error = cudaMalloc(&arena, needed); error != cudaSuccess)
            return cuda_status(error, "cudaMalloc", cudaGetErrorString(error));
        arena_bytes = needed;
    }
    for (std::size_t i = 0; i < memory.size(); ++i)
        static_cast<void>(cudaMemcpy(arena + starts[i], memory[i].data(), memory[i].size(), cudaMemcpyHostToDevice));
    std::vector<cushard::operand> placed(loop.operands, loop.operands + loop.outputs + loop.inputs);
    for (std::size_t i = 0; i < placed.size(); ++i)
        placed[i].data = arena + starts[static_cast<std::size_t>(buffers[i])] + offsets[i];
    loop.operands = placed.data();
    const cushard::status answer = cushard::detail::launch_elementwise(cushard::detail::cuda_enqueue{}, flat, loop);
    if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess)
        return cuda_status(error, "cudaDeviceSynchronize", cudaGetErrorString(error));
    for (std::size_t i = 0; i < memory.size(); ++i)
        static_cast<void>(cudaMemcpy(memory[i].data(), arena + starts[i], memory[i].size(), cudaMemcpyDeviceToHost));
    return answer;
}

#else

inline const char* no_machine() { return nullptr; }

struct host_enqueue {
    template <auto Kernel, class Arguments>
    cushard::status operator()(cushard::detail::global_function<Kernel>, cushard::index_t blocks, int threads,
                               const Arguments& arguments) const {
        for (cushard::index_t block = 0; block < blocks; ++block) {
            blockIdx.x = static_cast<unsigned>(block);
            for (int thread = 0; thread < threads; ++thread) {
                threadIdx.x = static_cast<unsigned>(thread);
                Kernel(arguments);
            }
        }
        return {};
    }
};

template <class Flat>
cushard::status run_on_machine(const Flat& flat, cushard::geometry loop, const std::vector<int>& buffers,
                               const std::vector<std::ptrdiff_t>& offsets, std::vector<bytes>& memory) {
    struct release {
        void operator()(unsigned char* p) const { ::operator delete(p, std::align_val_t(256)); }
    };
    std::vector<std::unique_ptr<unsigned char, release> > blocks;
    for (const bytes& b : memory) {
        const std::size_t whole = (b.size() + 15) / 16 * 16;
        blocks.emplace_back(static_cast<unsigned char*>(::operator new(whole, std::align_val_t(256))));
        if (!b.empty()) std::memcpy(blocks.back().get(), b.data(), b.size());
    }
    std::vector<cushard::operand> placed(loop.operands, loop.operands + loop.outputs + loop.inputs);
    for (std::size_t i = 0; i < placed.size(); ++i)
        placed[i].data = blocks[static_cast<std::size_t>(buffers[i])].get() + offsets[i];
    loop.operands = placed.data();
    const cushard::status answer = cushard::detail::launch_elementwise(host_enqueue{}, flat, loop);
    for (std::size_t i = 0; i < memory.size(); ++i)
        if (!memory[i].empty()) std::memcpy(memory[i].data(), blocks[i].get(), memory[i].size());
    return answer;
}

#endif

}  // namespace cushard_test
