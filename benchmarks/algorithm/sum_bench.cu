// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// sum(x) and sum(x * y) on the GPU, the result left there: ours, a kernel by hand, cub::DeviceReduce. thrust::reduce
// gives its result to the host, so that it cannot be enqueued. Results are checked before anything is timed, on random
// integers whose sum any order of addition gives exactly.

#include "cushard/algorithm/reductions.hpp"
#include "cushard/array/creation.hpp"
#include "cushard/array/device_array.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/runtime/stream.hpp"

#include "support/cuda_stage.hpp"
#include "support/device_data.hpp"
#include "support/hand_kernels.hpp"

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/zip_function.h>
#include <cub/device/device_reduce.cuh>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bench {
namespace {

namespace cs = cushard;

struct operands {
    cs::device_array<float> x, y, result;
};

struct sum {
    static constexpr const char* name = "sum";
    static constexpr int inputs = 1;
    static void ours(operands& at) { at.result = cs::sum(at.x); }
};
struct sum_of_product {
    static constexpr const char* name = "sum_of_product";
    static constexpr int inputs = 2;
    static void ours(operands& at) { at.result = cs::sum(at.x * at.y); }
};

/// 1 for about 2^21 of `count` elements, else 0.
struct rare_one {
    unsigned seed;
    unsigned below;
    rare_one(unsigned from, std::int64_t count)
        : seed(from),
          below(static_cast<unsigned>(4294967296.0 * std::min(0.5, 2097152.0 / static_cast<double>(count)))) {}
    __host__ __device__ float operator()(std::size_t i) const { return random_bits(seed, i) < below ? 1.0f : 0.0f; }
};
/// 1, 2, 3 or 4.
struct few {
    unsigned seed;
    __host__ __device__ float operator()(std::size_t i) const {
        return static_cast<float>(1 + (random_bits(seed, i) >> 30));
    }
};

struct product {
    __host__ __device__ float operator()(float x, float y) const { return x * y; }
};
struct product_at {
    const float* x;
    const float* y;
    __host__ __device__ float operator()(int i) const { return x[i] * y[i]; }
};

template <bool Product>
__global__ void count_exactly(const float* x, const float* y, std::size_t count, unsigned long long* sum) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    unsigned long long mine = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
        mine += static_cast<unsigned long long>(Product ? x[i] * y[i] : x[i]);
    }
    atomicAdd(sum, mine);
}

/// The temporary memory of cub::DeviceReduce, of any of its calls here, and of the kernels by hand.
struct scratch_memory {
    static constexpr std::size_t cub_bytes = std::size_t{4} << 20;
    device_memory cub{cub_bytes};
    device_memory partials{sizeof(float) << 20};
    device_memory ticket{sizeof(unsigned)};
};

template <class Case>
class sum_stage {
public:
    static constexpr bool is_product = Case::inputs == 2;

    explicit sum_stage(std::int64_t count) : count_(count) {
        const double bytes = 4.0 * static_cast<double>(count) * Case::inputs;
        timing_ = std::make_shared<cuda_stage>(stream_, bytes, bytes);
        for (int set = 0; set < timing_->sets(); ++set) {
            operands& made = sets_.emplace_back();
            made.x = cs::empty<float>(count);
            if (is_product) made.y = cs::empty<float>(count);
            made.result = cs::empty<float>(cs::shape{});
        }
        require(cudaMemset(scratch_.ticket.template as<unsigned>(), 0, sizeof(unsigned)));
    }

    [[nodiscard]] cudaStream_t stream() const { return stream_; }
    [[nodiscard]] const std::shared_ptr<cuda_stage>& timing() const { return timing_; }
    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] operands& at(int set) { return sets_[static_cast<std::size_t>(set)]; }
    [[nodiscard]] const float* x(int set) { return at(set).x.data(); }
    [[nodiscard]] const float* y(int set) { return at(set).y.data(); }
    [[nodiscard]] float* result(int set) { return at(set).result.data(); }
    [[nodiscard]] const scratch_memory& scratch() const { return scratch_; }

    /// Fills every set from a new seed, poisons the results, sums, compares.
    void check(const std::string& who, const launch_on& launch) {
        const auto n = static_cast<std::size_t>(count_);
        const device_memory counter(sizeof(unsigned long long));
        auto* exact = counter.as<unsigned long long>();
        for (int set = 0; set < timing_->sets(); ++set) {
            seed_ += 2;
            fill(at(set).x.data(), n, rare_one(seed_, count_), stream_);
            if (is_product) fill(at(set).y.data(), n, few{seed_ + 1}, stream_);
            require(cudaMemsetAsync(result(set), 0xff, sizeof(float), stream_));
            launch(set);
            require(cudaGetLastError());
            require(cudaMemsetAsync(exact, 0, sizeof *exact, stream_));
            count_exactly<is_product><<<2048, 256, 0, stream_>>>(x(set), y(set), n, exact);
            require(cudaGetLastError());
            unsigned long long wanted = 0;
            float got = 0;
            require(cudaMemcpyAsync(&wanted, exact, sizeof wanted, cudaMemcpyDeviceToHost, stream_));
            require(cudaMemcpyAsync(&got, result(set), sizeof got, cudaMemcpyDeviceToHost, stream_));
            require(cudaStreamSynchronize(stream_));
            if (wanted == 0 || static_cast<double>(got) != static_cast<double>(wanted)) {
                throw std::runtime_error(Case::name + ('/' + who) + ": the sum is " + std::to_string(got) +
                                         " and not " + std::to_string(wanted));
            }
        }
    }

    /// What is summed while it is timed.
    void fill_for_timing() {
        const auto n = static_cast<std::size_t>(count_);
        for (int set = 0; set < timing_->sets(); ++set) {
            seed_ += 2;
            fill(at(set).x.data(), n, uniform{seed_}, stream_);
            if (is_product) fill(at(set).y.data(), n, uniform{seed_ + 1}, stream_);
        }
        require(cudaStreamSynchronize(stream_));
    }

private:
    std::int64_t count_;
    cudaStream_t stream_ = static_cast<cudaStream_t>(cs::current_stream().native());
    std::shared_ptr<cuda_stage> timing_;
    std::vector<operands> sets_;
    scratch_memory scratch_;
    unsigned seed_ = 1;
};

/// cub::DeviceReduce::Sum with its temporary memory there.
template <class Iterator>
void sum_by_cub(const scratch_memory& scratch, Iterator first, float* result, std::int64_t count, cudaStream_t stream) {
    std::size_t bytes = scratch_memory::cub_bytes;
    require(cub::DeviceReduce::Sum(scratch.cub.as<void>(), bytes, first, result, static_cast<int>(count), stream));
}

template <int Vectors, class Case>
void add_hand_variants(std::vector<variant>& out, const std::shared_ptr<sum_stage<Case>>& stage) {
    const auto vectors = static_cast<unsigned>(stage->count() / 4);
    add_sum_variants<Vectors>(out, vectors, [stage, vectors](unsigned blocks, int block, int set) {
        const scratch_memory& scratch = stage->scratch();
        const auto launch = [&](auto terms) {
            hand_sum<Vectors><<<blocks, block, 0, stage->stream()>>>(terms, vectors, scratch.partials.as<float>(),
                                                                     scratch.ticket.as<unsigned>(), stage->result(set));
        };
        const auto* x = reinterpret_cast<const float4*>(stage->x(set));
        if constexpr (sum_stage<Case>::is_product) {
            launch(terms_of_product{x, reinterpret_cast<const float4*>(stage->y(set))});
        } else {
            launch(terms_of_one{x});
        }
    });
}

template <class Case>
std::vector<contender> contenders(std::int64_t count) {
    const auto stage = std::make_shared<sum_stage<Case>>(count);
    const std::shared_ptr<cuda_stage>& timing = stage->timing();

    std::vector<variant> by_hand;
    add_hand_variants<4>(by_hand, stage);
    add_hand_variants<8>(by_hand, stage);
    for (const variant& each : by_hand) stage->check("hand, " + each.label, each.launch);

    std::vector<variant> launches;
    launches.push_back({"cushard", [stage](int set) { Case::ours(stage->at(set)); }});
    if constexpr (sum_stage<Case>::is_product) {
        launches.push_back(
            {"cub", [stage](int set) {
                 const auto terms = thrust::make_transform_iterator(
                     thrust::make_zip_iterator(stage->x(set), stage->y(set)), thrust::make_zip_function(product{}));
                 sum_by_cub(stage->scratch(), terms, stage->result(set), stage->count(), stage->stream());
             }});
        launches.push_back({"cub_by_index", [stage](int set) {
                                const auto terms = thrust::make_transform_iterator(
                                    thrust::make_counting_iterator(0), product_at{stage->x(set), stage->y(set)});
                                sum_by_cub(stage->scratch(), terms, stage->result(set), stage->count(),
                                           stage->stream());
                            }});
    } else {
        launches.push_back({"cub", [stage](int set) {
                                sum_by_cub(stage->scratch(), stage->x(set), stage->result(set), stage->count(),
                                           stage->stream());
                            }});
    }
    for (const variant& each : launches) stage->check(each.label, each.launch);

    stage->fill_for_timing();
    std::vector<contender> all;
    for (const variant& each : launches) all.push_back(timed(timing, each.label, each.launch, timing->sets()));
    all.push_back(tuned(timing, "hand", by_hand, timing->sets()));
    for (contender& each : limits(timing, sizeof(float) * static_cast<std::size_t>(count) * Case::inputs)) {
        all.push_back(std::move(each));
    }
    return all;
}

template <class Case>
benchmark_case described(std::vector<std::string> names) {
    names.insert(names.end(), {"hand", "limit.copy", "limit.read", "limit.write"});
    return {Case::name, {1 << 20, 1 << 24, 1 << 28}, names, 4 * Case::inputs, contenders<Case>};
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
    using namespace bench;
    return run_on_gpu(
        argc, argv,
        {described<sum>({"cushard", "cub"}), described<sum_of_product>({"cushard", "cub", "cub_by_index"})});
}
