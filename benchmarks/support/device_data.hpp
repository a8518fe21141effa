// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Random operands that are a function of seed and index, so that a kernel can check any result without a copy of them.
// Compiled by nvcc.

#include "support/cuda_timer.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>

namespace bench {

/// 32 bits that look random (the finaliser of MurmurHash3).
__host__ __device__ inline unsigned random_bits(unsigned seed, std::size_t i) {
    unsigned bits = static_cast<unsigned>(i) * 2654435761u ^ seed * 0x9e3779b9u;
    bits = (bits ^ bits >> 16) * 0x85ebca6bu;
    bits = (bits ^ bits >> 13) * 0xc2b2ae35u;
    return bits ^ bits >> 16;
}

/// Uniform in [0.25, 1.25).
struct uniform {
    unsigned seed;
    __host__ __device__ float operator()(std::size_t i) const {
        return 0.25f + static_cast<float>(random_bits(seed, i) >> 8) * (1.0f / 16777216.0f);
    }
};

template <class Value>
__global__ void fill_kernel(float* out, std::size_t count, Value value) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) out[i] = value(i);
}

/// Writes `value(i)` to every element.
template <class Value>
void fill(float* out, std::size_t count, Value value, cudaStream_t stream) {
    fill_kernel<<<2048, 256, 0, stream>>>(out, count, value);
    require(cudaGetLastError());
}

/// Memory of the device that goes with its scope.
class device_memory {
public:
    explicit device_memory(std::size_t bytes) { require(cudaMalloc(&data_, bytes)); }
    device_memory(const device_memory&) = delete;
    device_memory& operator=(const device_memory&) = delete;
    ~device_memory() { cudaFree(data_); }

    template <class T>
    [[nodiscard]] T* as() const {
        return static_cast<T*>(data_);
    }

private:
    void* data_ = nullptr;
};

template <class Expected>
__global__ void count_wrong_kernel(const float* got, std::size_t count, Expected expected, double tolerance,
                                   unsigned long long* wrong) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    unsigned long long mine = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
        const double value = expected(i);
        // A NaN compares false, and is wrong.
        if (!(fabs(static_cast<double>(got[i]) - value) <= tolerance * fabs(value))) ++mine;
    }
    if (mine != 0) atomicAdd(wrong, mine);
}

/// @throws std::runtime_error unless every element is `expected(i)`, a double, up to a relative `tolerance`.
template <class Expected>
void check_elements(const std::string& who, const float* got, std::size_t count, Expected expected, double tolerance,
                    cudaStream_t stream) {
    const device_memory counter(sizeof(unsigned long long));
    auto* wrong = counter.as<unsigned long long>();
    require(cudaMemsetAsync(wrong, 0, sizeof *wrong, stream));
    count_wrong_kernel<<<2048, 256, 0, stream>>>(got, count, expected, tolerance, wrong);
    require(cudaGetLastError());
    unsigned long long found = 0;
    require(cudaMemcpyAsync(&found, wrong, sizeof found, cudaMemcpyDeviceToHost, stream));
    require(cudaStreamSynchronize(stream));
    if (found != 0) throw std::runtime_error(who + ": " + std::to_string(found) + " elements are wrong");
}

}  // namespace bench
