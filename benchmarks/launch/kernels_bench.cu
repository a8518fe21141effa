// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Times the elementwise kernels of every kind beside kernels written by hand for the one case, below arrays and
// streams. Each time is the median of several replays of a graph of launches that rotate over more data than the L2
// cache holds. Bytes are those of each input and output once.

#include "cushard/launch/cuda_enqueue.hpp"
#include "cushard/launch/elementwise/launch.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <source_location>
#include <vector>

namespace {

using namespace cushard;
using detail::get;
using detail::tuple;

void require(cudaError_t error, std::source_location at = std::source_location::current()) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "line %u: %s\n", static_cast<unsigned>(at.line()), cudaGetErrorString(error));
    std::exit(1);
}

struct copied {
    using inputs = tuple<float>;
    using outputs = tuple<float>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const { get<0>(out) = get<0>(in); }
};
struct axpy {
    using inputs = tuple<float, float>;
    using outputs = tuple<float>;
    static constexpr bool uses_position = false;
    float a;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = a * get<0>(in) + get<1>(in);
    }
};
__host__ __device__ inline float three_values(float x, float y, float z) {
    return sqrtf(x * x + y * y) * 0.5f + expf(-z);
}
struct of_three {
    using inputs = tuple<float, float, float>;
    using outputs = tuple<float>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = three_values(get<0>(in), get<1>(in), get<2>(in));
    }
};
struct sum {
    using inputs = tuple<float, float>;
    using outputs = tuple<float>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const { get<0>(out) = get<0>(in) + get<1>(in); }
};
struct widened {
    using inputs = tuple<signed char>;
    using outputs = tuple<float>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = static_cast<float>(get<0>(in));
    }
};

__global__ void hand_copy(const float4* a, float4* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i];
}
__global__ void hand_axpy(float s, const float4* x, const float4* y, float4* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 a = x[i];
    const float4 b = y[i];
    out[i] = make_float4(s * a.x + b.x, s * a.y + b.y, s * a.z + b.z, s * a.w + b.w);
}
__global__ void hand_of_three(const float4* x, const float4* y, const float4* z, float4* out, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 a = x[i];
    const float4 b = y[i];
    const float4 c = z[i];
    out[i] = make_float4(three_values(a.x, b.x, c.x), three_values(a.y, b.y, c.y), three_values(a.z, b.z, c.z),
                         three_values(a.w, b.w, c.w));
}
__global__ void fill_at_random(float* data, std::size_t n) {
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned h = static_cast<unsigned>(i) * 2654435761u ^ static_cast<unsigned>(i >> 32);
        h = (h ^ h >> 16) * 0x85ebca6bu;
        h = (h ^ h >> 13) * 0xc2b2ae35u;
        data[i] = 0.25f + static_cast<float>(h >> 8) * (1.0f / 16777216.0f);
    }
}

cudaStream_t stream;
char* arena;
constexpr std::size_t arena_bytes = std::size_t{12} << 30;

/// Microseconds of one launch. `launch(k)` enqueues it on the k-th of `sets` sets of buffers.
double time_of(const std::function<void(int)>& launch, int sets, int launches) {
    launch(0);
    require(cudaGetLastError());
    require(cudaStreamSynchronize(stream));
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int k = 0; k < launches; ++k) launch(k % sets);
    require(cudaStreamEndCapture(stream, &graph));
    require(cudaGraphInstantiate(&replay, graph, 0));
    cudaEvent_t begin;
    cudaEvent_t end;
    require(cudaEventCreate(&begin));
    require(cudaEventCreate(&end));
    require(cudaGraphLaunch(replay, stream));
    std::vector<double> times;
    for (int round = 0; round < 11; ++round) {
        require(cudaEventRecord(begin, stream));
        require(cudaGraphLaunch(replay, stream));
        require(cudaEventRecord(end, stream));
        require(cudaEventSynchronize(end));
        float milliseconds = 0;
        require(cudaEventElapsedTime(&milliseconds, begin, end));
        times.push_back(milliseconds * 1e3 / launches);
    }
    require(cudaEventDestroy(begin));
    require(cudaEventDestroy(end));
    require(cudaGraphExecDestroy(replay));
    require(cudaGraphDestroy(graph));
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

void report(const char* what, double microseconds, double bytes) {
    std::printf("  %-40s %9.2f us %7.0f GB/s\n", what, microseconds, bytes / microseconds * 1e-3);
    std::fflush(stdout);
}

template <class Flat>
void enqueue(const Flat& flat, geometry loop, std::vector<operand> operands) {
    loop.outputs = Flat::outputs::size;
    loop.inputs = Flat::inputs::size;
    loop.operands = operands.data();
    const status answer = detail::launch_elementwise(detail::cuda_enqueue{{0, stream}}, flat, loop);
    if (answer.ok()) return;
    std::fprintf(stderr, "%s: %s\n", answer.call, answer.text);
    std::exit(1);
}
geometry flat_loop(index_t n) {
    geometry loop{};
    loop.rank = 1;
    loop.extents[0] = n;
    return loop;
}
operand flat_operand(void* data, int bytes = 4) { return {data, bytes, false, {1}}; }

/// How many sets of `bytes` rotate: beyond the L2 cache of 50 MB by far, within the arena.
int sets_for(std::size_t bytes) {
    return static_cast<int>(std::clamp<std::size_t>((std::size_t{1} << 30) / bytes, 1, 64));
}
int launches_for(index_t n) { return n >= index_t{1} << 28 ? 3 : n >= index_t{1} << 24 ? 16 : 128; }

template <class Flat, class Hand>
void contiguous(const char* name, const Flat& flat, index_t n, Hand&& hand) {
    constexpr int operands = Flat::inputs::size + 1;
    const std::size_t pitch = static_cast<std::size_t>(n) * 4 + 256;
    const int sets = sets_for(pitch * operands);
    const double bytes = 4.0 * operands * static_cast<double>(n);
    const auto buffer = [&](int set, int i) { return arena + pitch * static_cast<std::size_t>(set * operands + i); };
    std::printf("%s, %lld elements\n", name, static_cast<long long>(n));
    report("by hand, float4", time_of([&](int k) { hand(buffer, k); }, sets, launches_for(n)), bytes);
    for (const int shift : {0, 1}) {
        // Input i begins (i + 1) * shift floats off: every operand is shifted by another amount, the output by one.
        const auto launch = [&](int k) {
            std::vector<operand> all;
            for (int i = 0; i < operands; ++i)
                all.push_back(flat_operand(buffer(k, i) + (i == 0 ? 1 : i % 4) * 4 * shift));
            enqueue(flat, flat_loop(n), all);
        };
        report(shift == 0 ? "contiguous kernel" : "contiguous kernel, misaligned",
               time_of(launch, sets, launches_for(n)), bytes);
    }
}

void broadcast(const char* name, index_t rows, index_t columns, index_t outer, index_t inner) {
    const auto n = static_cast<double>(rows * columns);
    std::printf("%s, %lld x %lld\n", name, static_cast<long long>(rows), static_cast<long long>(columns));
    geometry loop{};
    loop.kind = kernel_kind::broadcast;
    loop.rank = 2;
    loop.extents[0] = rows;
    loop.extents[1] = columns;
    const std::size_t third = arena_bytes / 3;
    const auto launch = [&](int) {
        enqueue(sum{}, loop,
                {{arena, 4, true, {columns, 1}},
                 {arena + third, 4, false, {columns, 1}},
                 {arena + 2 * third, 4, false, {outer, inner}}});
    };
    const double repeated = static_cast<double>((outer != 0 ? rows : 1) * (inner != 0 ? columns : 1));
    report("broadcast kernel", time_of(launch, 1, 4), 4 * (2 * n + repeated));
}

}  // namespace

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::puts("skipped: no CUDA device");
        return 77;
    }
    cudaDeviceProp device{};
    require(cudaGetDeviceProperties(&device, 0));
    std::printf("%s\n", device.name);
    require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    require(cudaMalloc(&arena, arena_bytes));
    fill_at_random<<<4096, 256, 0, stream>>>(reinterpret_cast<float*>(arena), arena_bytes / 4);
    require(cudaStreamSynchronize(stream));

    const auto blocks = [](index_t n, int threads) { return static_cast<unsigned>((n / 4 + threads - 1) / threads); };
    for (const int log2 : {20, 24, 28}) {
        const index_t n = index_t{1} << log2;
        const auto vectors = static_cast<unsigned>(n / 4);
        contiguous("copy", copied{}, n, [&](auto&& buffer, int k) {
            hand_copy<<<blocks(n, 256), 256, 0, stream>>>(reinterpret_cast<float4*>(buffer(k, 1)),
                                                          reinterpret_cast<float4*>(buffer(k, 0)), vectors);
        });
        contiguous("a x + y", axpy{1.5f}, n, [&](auto&& buffer, int k) {
            hand_axpy<<<blocks(n, 256), 256, 0, stream>>>(1.5f, reinterpret_cast<float4*>(buffer(k, 1)),
                                                          reinterpret_cast<float4*>(buffer(k, 2)),
                                                          reinterpret_cast<float4*>(buffer(k, 0)), vectors);
        });
        contiguous("sqrt(x x + y y) / 2 + exp(-z)", of_three{}, n, [&](auto&& buffer, int k) {
            hand_of_three<<<blocks(n, 256), 256, 0, stream>>>(
                reinterpret_cast<float4*>(buffer(k, 1)), reinterpret_cast<float4*>(buffer(k, 2)),
                reinterpret_cast<float4*>(buffer(k, 3)), reinterpret_cast<float4*>(buffer(k, 0)), vectors);
        });
    }
    const index_t n = index_t{1} << 28;
    std::printf("int8 to float, %lld elements\n", static_cast<long long>(n));
    report("contiguous kernel",
           time_of(
               [&](int) {
                   enqueue(widened{}, flat_loop(n),
                           {flat_operand(arena), flat_operand(arena + (std::size_t{4} << 30), 1)});
               },
               1, 3),
           5.0 * static_cast<double>(n));

    broadcast("matrix + row", 16384, 16384, 0, 1);
    broadcast("matrix + column", 16384, 16384, 1, 0);
    broadcast("matrix + row", 16383, 16383, 0, 1);
    broadcast("matrix + column", 16383, 16383, 1, 0);
    broadcast("matrix + row", 7, 1 << 24, 0, 1);
    broadcast("matrix + row", 1 << 24, 7, 0, 1);
    broadcast("array + scalar in memory", 1, 1 << 28, 0, 0);
    return 0;
}
