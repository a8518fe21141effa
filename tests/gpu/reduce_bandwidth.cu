// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Times sum(x) and sum(x * y) of floats beside cub::DeviceReduce::Sum, by replay of a graph over buffers that together
// exceed the L2 cache. One size a process: `reduce_bandwidth 28` takes 2^28 elements; 20, 24 and 28 are of interest.

#include "cushard/algorithm/reduce_cuda.hpp"
#include "cushard/base/intrinsics.hpp"

#include <cuda_runtime.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_reduce.cuh>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace bandwidth {

struct value_of {
    using inputs = cushard::detail::tuple<float>;
    using outputs = cushard::detail::tuple<float>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(cushard::index_t, const inputs& in, outputs& out) const {
        cushard::detail::get<0>(out) = cushard::detail::get<0>(in);
    }
};
struct product_of {
    using inputs = cushard::detail::tuple<float, float>;
    using outputs = cushard::detail::tuple<float>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(cushard::index_t, const inputs& in, outputs& out) const {
        cushard::detail::get<0>(out) =
            cushard::detail::fp::mul(cushard::detail::get<0>(in), cushard::detail::get<1>(in));
    }
};

}  // namespace bandwidth

namespace {

namespace cs = cushard;
using bandwidth::product_of;
using bandwidth::value_of;
using cs::index_t;
using cs::detail::reduce;
using cs::detail::reduce_output;
using cs::detail::sum_of;

void check(cudaError_t error, int line) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
    std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

struct product_at {
    const float* x;
    const float* y;
    __host__ __device__ float operator()(int i) const { return x[i] * y[i]; }
};

__global__ void fill(float* x, std::size_t count) {
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
         i += std::size_t{gridDim.x} * blockDim.x) {
        unsigned bits = static_cast<unsigned>(i) * 2654435761u;
        bits = (bits ^ bits >> 16) * 0x85ebca6bu;
        bits = (bits ^ bits >> 13) * 0xc2b2ae35u;
        x[i] = 0.25f + static_cast<float>((bits ^ bits >> 16) >> 8) / 16777216.0f;
    }
}

constexpr std::size_t workspace_bytes = std::size_t{64} << 20;

struct memory {
    cudaStream_t stream;
    float* x;
    float* result;
    void* scratch;
    void* workspace;
    index_t count;
    int sets;  ///< pairs of operands
};

// Microseconds a launch, the median of several replays.
template <class Launch>
double microseconds(const memory& m, Launch&& launch) {
    const int launches = m.sets > 1 ? 3 * m.sets : 8;
    launch(0);
    CHECK(cudaStreamSynchronize(m.stream));
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    CHECK(cudaStreamBeginCapture(m.stream, cudaStreamCaptureModeThreadLocal));
    for (int i = 0; i < launches; ++i) launch(i % m.sets);
    CHECK(cudaStreamEndCapture(m.stream, &graph));
    CHECK(cudaGraphInstantiate(&replay, graph, 0));
    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaGraphLaunch(replay, m.stream));
    std::vector<double> times;
    for (int i = 0; i < 15; ++i) {
        CHECK(cudaEventRecord(begin, m.stream));
        CHECK(cudaGraphLaunch(replay, m.stream));
        CHECK(cudaEventRecord(end, m.stream));
        CHECK(cudaEventSynchronize(end));
        float milliseconds = 0;
        CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
        times.push_back(static_cast<double>(milliseconds) * 1e3 / launches);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

template <class Flat>
void launch(const memory& m, int set, index_t shift, index_t origin) {
    constexpr int inputs = Flat::inputs::size;
    cs::operand operands[2 + inputs];
    operands[0].data = m.result;
    operands[0].element_bytes = sizeof(float);
    operands[1].data = m.scratch;
    operands[1].element_bytes = static_cast<int>(cs::detail::reduce_scratch_bytes<sum_of<float>>);
    for (int i = 0; i < inputs; ++i) {
        operands[2 + i].data = m.x + (2 * set + i) * m.count + shift;
        operands[2 + i].element_bytes = sizeof(float);
        operands[2 + i].strides[0] = 1;
    }
    cs::geometry loop;
    loop.rank = 1;
    loop.outputs = 2;
    loop.inputs = inputs;
    loop.extents[0] = m.count - shift - origin;
    loop.index_strides[0] = 1;
    loop.origin = origin;
    loop.operands = operands;
    const typename reduce<Flat, sum_of<float>>::functor functor{
        {}, loop.extents[0], origin == 0 ? reduce_output::result : reduce_output::nodes};
    if (!launch_cuda(static_cast<reduce<Flat, sum_of<float>>*>(nullptr), m.stream, &functor, loop).ok()) std::exit(1);
}

template <class Flat>
void print(const char* what, const memory& m, double time) {
    const double bytes = static_cast<double>(m.count) * sizeof(float) * Flat::inputs::size;
    std::printf("%-32s %9.2f us %6.0f GB/s\n", what, time, bytes * 1e-3 / time);
}

template <class Flat, class Peer>
void compare(const char* what, const memory& m, Peer&& peer) {
    std::printf("%s, %lld elements\n", what, static_cast<long long>(m.count));
    for (int round = 0; round < 2; ++round) {
        print<Flat>("  cub", m, microseconds(m, peer));
        print<Flat>("  cushard", m, microseconds(m, [&](int set) { launch<Flat>(m, set, 0, 0); }));
    }
    print<Flat>("  cushard, operands 1 off", m, microseconds(m, [&](int set) { launch<Flat>(m, set, 1, 0); }));
    print<Flat>("  cushard, a part, 1 off phase", m, microseconds(m, [&](int set) { launch<Flat>(m, set, 0, 1); }));
    print<Flat>("  cushard, a part in phase", m, microseconds(m, [&](int set) { launch<Flat>(m, set, 0, 4); }));
}

}  // namespace

int main(int argc, char** argv) {
    const int log2 = argc > 1 ? std::atoi(argv[1]) : 28;
    if (log2 < 10 || log2 > 30) return std::fprintf(stderr, "usage: reduce_bandwidth [10 to 30]\n"), 2;
    memory m;
    m.count = index_t{1} << log2;
    m.sets = static_cast<int>(std::max<index_t>(1, (index_t{1} << 28) / (2 * m.count * 4)));
    CHECK(cudaStreamCreateWithFlags(&m.stream, cudaStreamNonBlocking));
    const std::size_t floats = static_cast<std::size_t>(2 * m.sets * m.count);
    CHECK(cudaMalloc(&m.x, floats * sizeof(float)));
    CHECK(cudaMalloc(&m.result, 4096));
    CHECK(cudaMalloc(&m.scratch, static_cast<std::size_t>(cs::detail::reduce_scratch_bytes<sum_of<float>>)));
    CHECK(cudaMemset(m.scratch, 0, cs::detail::reduce_counter_bytes));
    CHECK(cudaMalloc(&m.workspace, workspace_bytes));
    fill<<<1024, 256>>>(m.x, floats);
    CHECK(cudaDeviceSynchronize());

    compare<value_of>("sum(x)", m, [&](int set) {
        std::size_t bytes = workspace_bytes;
        CHECK(cub::DeviceReduce::Sum(m.workspace, bytes, m.x + 2 * set * m.count, m.result, static_cast<int>(m.count),
                                     m.stream));
    });
    compare<product_of>("sum(x * y)", m, [&](int set) {
        std::size_t bytes = workspace_bytes;
        const float* x = m.x + 2 * set * m.count;
        const auto products =
            thrust::make_transform_iterator(thrust::make_counting_iterator(0), product_at{x, x + m.count});
        CHECK(cub::DeviceReduce::Sum(m.workspace, bytes, products, m.result, static_cast<int>(m.count), m.stream));
    });
    return 0;
}
