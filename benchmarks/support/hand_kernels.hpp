// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What one would write by hand for one expression and one kind of operand: contiguous floats, a multiple of four of
// them, in 16-byte vectors. Each comes in several shapes, of which a case takes the fastest. Compiled by nvcc.

#include "support/cuda_stage.hpp"
#include "support/device_data.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace bench {

template <class Op, class... Vectors>
__device__ float4 of_four(const Op& op, const Vectors&... in) {
    return make_float4(op(in.x...), op(in.y...), op(in.z...), op(in.w...));
}

/// out[i] = op(in[i]...), `Vectors` of them a thread, one grid that covers all.
template <int Vectors, class Op, class... In>
__global__ void hand_map(Op op, unsigned count, float4* out, const In*... in) {
    const unsigned first = blockIdx.x * blockDim.x * Vectors + threadIdx.x;
    float4 results[Vectors];
#pragma unroll
    for (int v = 0; v < Vectors; ++v) {
        const unsigned i = first + static_cast<unsigned>(v) * blockDim.x;
        if (i < count) results[v] = of_four(op, in[i]...);
    }
#pragma unroll
    for (int v = 0; v < Vectors; ++v) {
        const unsigned i = first + static_cast<unsigned>(v) * blockDim.x;
        if (i < count) out[i] = results[v];
    }
}

/// The sum of a block's values, in its first thread.
__device__ inline float sum_of_block(float value) {
    __shared__ float of_warps[32];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? of_warps[threadIdx.x] : 0.0f;
        for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
    }
    __syncthreads();
    return value;
}

/// What a thread adds up: `term(i)` for `Vectors` vectors at a time, as many times as the grid needs.
template <int Vectors, class Term>
__device__ float sum_of_thread(const Term& term, unsigned count) {
    float sums[Vectors] = {};
    const unsigned stride = gridDim.x * blockDim.x * Vectors;
    for (unsigned first = blockIdx.x * blockDim.x * Vectors + threadIdx.x; first < count; first += stride) {
        float terms[Vectors];
#pragma unroll
        for (int v = 0; v < Vectors; ++v) {
            const unsigned i = first + static_cast<unsigned>(v) * blockDim.x;
            terms[v] = i < count ? term(i) : 0.0f;
        }
#pragma unroll
        for (int v = 0; v < Vectors; ++v) sums[v] += terms[v];
    }
    for (int v = 1; v < Vectors; ++v) sums[0] += sums[v];
    return sums[0];
}

/// The sum of all terms; the block that ends last adds up the others'. `ticket` is 0 before and after.
template <int Vectors, class Term>
__global__ void hand_sum(Term term, unsigned count, float* partials, unsigned* ticket, float* out) {
    __shared__ bool is_last;
    const float mine = sum_of_block(sum_of_thread<Vectors>(term, count));
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = mine;
        __threadfence();
        is_last = atomicAdd(ticket, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    float sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += __ldcg(partials + i);
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) {
        *out = sum;
        *ticket = 0;
    }
}

/// Reads everything. Writes only what no random data gives.
template <int Vectors, class Term>
__global__ void read_all(Term term, unsigned count, float* never) {
    const float sum = sum_of_thread<Vectors>(term, count);
    if (sum == -1.0f) *never = sum;
}

static __global__ void write_all(float4* out, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float value = static_cast<float>(i * 2654435761u);
    out[i] = make_float4(value, -value, value + 1.0f, 1.0f - value);
}

struct copied {
    __host__ __device__ float operator()(float x) const { return x; }
};

/// The terms of the sum of an array, and of a product.
struct terms_of_one {
    const float4* x;
    __device__ float operator()(unsigned i) const {
        const float4 a = x[i];
        return (a.x + a.y) + (a.z + a.w);
    }
};
struct terms_of_product {
    const float4* x;
    const float4* y;
    __device__ float operator()(unsigned i) const {
        const float4 a = x[i];
        const float4 b = y[i];
        return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
    }
};

inline unsigned blocks_for(std::size_t threads, int block) {
    return static_cast<unsigned>((threads + static_cast<std::size_t>(block) - 1) / static_cast<std::size_t>(block));
}

/// Threads of a block, and blocks of a multiprocessor; 0 for one grid that covers all.
struct sum_shape {
    int block;
    int per_multiprocessor;
};
inline constexpr sum_shape sum_shapes[] = {{256, 4},  {256, 8},  {512, 2}, {512, 4},
                                           {1024, 1}, {1024, 2}, {256, 0}, {512, 0}};

/// Blocks of a grid of that shape in which a thread takes `vectors` of `count` at a time.
inline unsigned sum_blocks(const sum_shape& shape, unsigned count, int vectors) {
    const unsigned all =
        blocks_for((count + static_cast<unsigned>(vectors) - 1) / static_cast<unsigned>(vectors), shape.block);
    if (shape.per_multiprocessor == 0) return all;
    return std::min(all, static_cast<unsigned>(device_properties().multiProcessorCount * shape.per_multiprocessor));
}

inline std::string label_of(const sum_shape& shape, int vectors) {
    return "block " + std::to_string(shape.block) + ", " + std::to_string(vectors) + " vectors, " +
           (shape.per_multiprocessor == 0 ? "one grid"
                                          : std::to_string(shape.per_multiprocessor) + " a multiprocessor");
}

/// Every shape, each as `launch(blocks, block, set)`.
template <int Vectors, class Launch>
void add_sum_variants(std::vector<variant>& out, unsigned count, const Launch& launch) {
    for (const sum_shape& shape : sum_shapes) {
        const unsigned blocks = sum_blocks(shape, count, Vectors);
        const int block = shape.block;
        out.push_back({label_of(shape, Vectors), [=](int set) { launch(blocks, block, set); }});
    }
}

/// What the probes below read and write: as many bytes as one call of the case moves, in as many sets as it takes.
struct probe_memory {
    probe_memory(std::size_t bytes, cudaStream_t stream) {
        const int count = cuda_stage::sets_of(static_cast<double>(bytes));
        for (int set = 0; set < count; ++set) {
            sets.push_back(std::make_unique<device_memory>(bytes));
            fill(at(set), bytes / sizeof(float), uniform{static_cast<unsigned>(set)}, stream);
        }
        require(cudaStreamSynchronize(stream));
    }
    template <class T = float>
    [[nodiscard]] T* at(int set) const {
        return sets[static_cast<std::size_t>(set)]->as<T>();
    }

    std::vector<std::unique_ptr<device_memory>> sets;
    device_memory never{sizeof(float)};
};

/// How fast this GPU copies, reads and writes `bytes` in all, as contenders of a case that moves as many.
inline std::vector<contender> limits(const std::shared_ptr<cuda_stage>& stage, std::size_t bytes) {
    const cudaStream_t stream = stage->stream();
    const auto memory = std::make_shared<probe_memory>(bytes, stream);
    const auto vectors = static_cast<unsigned>(bytes / sizeof(float4));
    std::vector<variant> copies;
    std::vector<variant> reads;
    std::vector<variant> writes;
    for (const int block : {128, 256, 512, 1024}) {
        const std::string label = "block " + std::to_string(block);
        const auto copy = [=](int set) {
            float4* data = memory->at<float4>(set);
            hand_map<1><<<blocks_for(vectors / 2, block), block, 0, stream>>>(copied{}, vectors / 2, data + vectors / 2,
                                                                              static_cast<const float4*>(data));
        };
        const auto write = [=](int set) {
            write_all<<<blocks_for(vectors, block), block, 0, stream>>>(memory->at<float4>(set), vectors);
        };
        copies.push_back({label, copy});
        writes.push_back({label, write});
    }
    add_sum_variants<4>(reads, vectors, [=](unsigned blocks, int block, int set) {
        read_all<4>
            <<<blocks, block, 0, stream>>>(terms_of_one{memory->at<float4>(set)}, vectors, memory->never.as<float>());
    });
    add_sum_variants<8>(reads, vectors, [=](unsigned blocks, int block, int set) {
        read_all<8>
            <<<blocks, block, 0, stream>>>(terms_of_one{memory->at<float4>(set)}, vectors, memory->never.as<float>());
    });
    const int sets = static_cast<int>(memory->sets.size());
    return {tuned(stage, "limit.copy", copies, sets), tuned(stage, "limit.read", reads, sets),
            tuned(stage, "limit.write", writes, sets)};
}

}  // namespace bench
