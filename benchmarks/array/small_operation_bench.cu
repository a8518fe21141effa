// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// What one small `c = a + b` into an array that is there costs the host: the time until the call returns. Beside it a
// bare launch of the kernel by hand, of an empty kernel, cub::DeviceTransform and Thrust.

#include "cushard/array/creation.hpp"
#include "cushard/array/device_array.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/runtime/stream.hpp"

#include "support/cuda_stage.hpp"
#include "support/device_data.hpp"
#include "support/hand_kernels.hpp"

#include <thrust/execution_policy.h>
#include <thrust/transform.h>
#include <cub/device/device_transform.cuh>
#include <cuda/std/tuple>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace bench {
namespace {

namespace cs = cushard;

__global__ void nothing() {}

struct added {
    __host__ __device__ float operator()(float a, float b) const { return a + b; }
};
struct expected_sum {
    __device__ double operator()(std::size_t i) const {
        return static_cast<double>(uniform{1}(i)) + static_cast<double>(uniform{2}(i));
    }
};

struct operands {
    cs::device_array<float> a, b, c;
};

struct named_call {
    std::string name;
    std::function<void()> call;
};

/// Seconds of one call, the mean of so many that the stream's queue never fills.
double seconds_on_host(const std::function<void()>& call, cudaStream_t stream) {
    constexpr int calls = 256;
    require(cudaStreamSynchronize(stream));
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < calls; ++k) call();
    const auto end = std::chrono::steady_clock::now();
    require(cudaGetLastError());
    require(cudaStreamSynchronize(stream));
    return std::chrono::duration<double>(end - begin).count() / calls;
}

std::vector<contender> contenders(std::int64_t count) {
    const auto at = std::make_shared<operands>();
    at->a = cs::empty<float>(count);
    at->b = cs::empty<float>(count);
    at->c = cs::empty<float>(count);
    const auto stream = static_cast<cudaStream_t>(cs::current_stream().native());
    const auto n = static_cast<std::size_t>(count);
    fill(at->a.data(), n, uniform{1}, stream);
    fill(at->b.data(), n, uniform{2}, stream);

    const float* a = at->a.data();
    const float* b = at->b.data();
    float* c = at->c.data();
    const auto vectors = static_cast<unsigned>(n / 4);
    const unsigned blocks = blocks_for(vectors, 256);
    const std::vector<named_call> calls{
        {"cushard", [at] { at->c = at->a + at->b; }},
        {"launch",
         [=] {
             hand_map<1><<<blocks, 256, 0, stream>>>(added{}, vectors, reinterpret_cast<float4*>(c),
                                                     reinterpret_cast<const float4*>(a),
                                                     reinterpret_cast<const float4*>(b));
         }},
        {"cub",
         [=] { require(cub::DeviceTransform::Transform(cuda::std::make_tuple(a, b), c, count, added{}, stream)); }},
        {"thrust", [=] { thrust::transform(thrust::cuda::par_nosync.on(stream), a, a + count, b, c, added{}); }},
    };
    std::vector<contender> all;
    for (const auto& [name, call] : calls) {
        require(cudaMemsetAsync(c, 0xff, n * sizeof(float), stream));
        call();
        require(cudaGetLastError());
        check_elements("small_operation/" + name, c, n, expected_sum{}, 1e-6, stream);
        all.push_back({name, [call = call, stream, at] { return seconds_on_host(call, stream); }, {}});
    }
    all.push_back(
        {"empty_launch", [stream] { return seconds_on_host([&] { nothing<<<1, 32, 0, stream>>>(); }, stream); }, {}});
    return all;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
    using namespace bench;
    return run_on_gpu(
        argc, argv,
        {{"small_operation", {1024}, {"cushard", "launch", "cub", "thrust", "empty_launch"}, 12, contenders}});
}
