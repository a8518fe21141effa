// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Elementwise expressions on the GPU, assigned to arrays that are there: ours, a kernel by hand for the one expression,
// cub::DeviceTransform, Thrust. Every contender's results are checked, from fresh operands, before anything is timed.

#include "cushard/array/creation.hpp"
#include "cushard/array/device_array.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/elementary.hpp"
#include "cushard/runtime/stream.hpp"

#include "support/cuda_stage.hpp"
#include "support/device_data.hpp"
#include "support/hand_kernels.hpp"

#include <thrust/execution_policy.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform.h>
#include <thrust/zip_function.h>
#include <cub/device/device_transform.cuh>
#include <cuda/std/tuple>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {
namespace {

namespace cs = cushard;

/// Small, so that y stays what it was although y = a*x + y is computed thousands of times.
constexpr float factor = 1.0f / 1024.0f;

/// One set of operands; a case has the first so many inputs. y = a*x + y writes where it reads.
struct operands {
    cs::device_array<float> x, y, z, out;
};

struct axpy {
    static constexpr const char* name = "axpy";
    static constexpr int inputs = 2;
    static constexpr bool in_place = true;
    static constexpr double tolerance = 1e-6;
    template <class T>
    static __host__ __device__ T formula(T x, T y) {
        return T(factor) * x + y;
    }
    static void ours(operands& at) { at.y = factor * at.x + at.y; }
};

struct fused {
    static constexpr const char* name = "fused";
    static constexpr int inputs = 3;
    static constexpr bool in_place = false;
    static constexpr double tolerance = 4e-6;
    template <class T>
    static __host__ __device__ T formula(T x, T y, T z) {
        using std::exp;
        using std::sqrt;
        return sqrt(x * x + y * y) / T(2) + exp(-z);
    }
    static void ours(operands& at) { at.out = cs::sqrt(at.x * at.x + at.y * at.y) / 2.0f + cs::exp(-at.z); }
};

struct copy {
    static constexpr const char* name = "copy";
    static constexpr int inputs = 1;
    static constexpr bool in_place = false;
    static constexpr double tolerance = 0;
    template <class T>
    static __host__ __device__ T formula(T x) {
        return x;
    }
    static void ours(operands& at) { at.out = at.x; }
};

template <class Case>
struct functor {
    template <class... In>
    __host__ __device__ float operator()(In... in) const {
        return Case::formula(static_cast<float>(in)...);
    }
};

/// What an element must be, of operands filled from `seed`.
template <class Case>
struct expected {
    unsigned seed;
    __device__ double operator()(std::size_t i) const {
        const double x = uniform{seed}(i);
        if constexpr (Case::inputs == 1) {
            return Case::formula(x);
        } else {
            const double y = uniform{seed + 1}(i);
            if constexpr (Case::inputs == 2) {
                return Case::formula(x, y);
            } else {
                return Case::formula(x, y, static_cast<double>(uniform{seed + 2}(i)));
            }
        }
    }
};

template <class Case>
class elementwise_stage {
public:
    explicit elementwise_stage(std::int64_t count) : count_(count) {
        const double array_bytes = 4.0 * static_cast<double>(count);
        const int arrays = Case::inputs + (Case::in_place ? 0 : 1);
        timing_ = std::make_shared<cuda_stage>(stream_, array_bytes * arrays, array_bytes * (Case::inputs + 1));
        for (int set = 0; set < timing_->sets(); ++set) {
            operands& made = sets_.emplace_back();
            made.x = cs::empty<float>(count);
            if (Case::inputs > 1) made.y = cs::empty<float>(count);
            if (Case::inputs > 2) made.z = cs::empty<float>(count);
            if (!Case::in_place) made.out = cs::empty<float>(count);
        }
    }

    [[nodiscard]] cudaStream_t stream() const { return stream_; }
    [[nodiscard]] const std::shared_ptr<cuda_stage>& timing() const { return timing_; }
    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] operands& at(int set) { return sets_[static_cast<std::size_t>(set)]; }
    [[nodiscard]] float* input(int set, int which) {
        operands& all = at(set);
        return which == 0 ? all.x.data() : which == 1 ? all.y.data() : all.z.data();
    }
    [[nodiscard]] float* output(int set) { return Case::in_place ? at(set).y.data() : at(set).out.data(); }

    /// Fills every set from a new seed, poisons the outputs, computes, compares every element.
    void check(const std::string& who, const launch_on& launch) {
        const auto n = static_cast<std::size_t>(count_);
        seed_ += 100000;
        for (int set = 0; set < timing_->sets(); ++set) {
            for (int k = 0; k < Case::inputs; ++k) fill(input(set, k), n, uniform{seed_of(set, k)}, stream_);
            if (!Case::in_place) require(cudaMemsetAsync(output(set), 0xff, n * sizeof(float), stream_));
        }
        for (int set = 0; set < timing_->sets(); ++set) launch(set);
        require(cudaGetLastError());
        for (int set = 0; set < timing_->sets(); ++set) {
            check_elements(Case::name + ('/' + who), output(set), n, expected<Case>{seed_of(set, 0)}, Case::tolerance,
                           stream_);
        }
    }

private:
    [[nodiscard]] unsigned seed_of(int set, int which) const { return seed_ + static_cast<unsigned>(4 * set + which); }

    std::int64_t count_;
    cudaStream_t stream_ = static_cast<cudaStream_t>(cs::current_stream().native());
    std::shared_ptr<cuda_stage> timing_;
    std::vector<operands> sets_;
    unsigned seed_ = 1;
};

/// Calls `launch(inputs...)` with the pointers of a set's inputs.
template <class Case, class Launch>
auto with_inputs(elementwise_stage<Case>& stage, int set, Launch&& launch) {
    return [&]<int... Index>(std::integer_sequence<int, Index...>) {
        return launch(static_cast<const float*>(stage.input(set, Index))...);
    }
    (std::make_integer_sequence<int, Case::inputs>{});
}

template <int Vectors, class Case>
void add_hand_variants(std::vector<variant>& out, const std::shared_ptr<elementwise_stage<Case>>& stage) {
    for (const int block : {128, 256, 512, 1024}) {
        const auto launch = [stage, block](int set) {
            const auto vectors = static_cast<unsigned>(stage->count() / 4);
            const unsigned blocks = blocks_for((vectors + Vectors - 1) / Vectors, block);
            with_inputs(*stage, set, [&](auto*... in) {
                hand_map<Vectors><<<blocks, block, 0, stage->stream()>>>(functor<Case>{}, vectors,
                                                                         reinterpret_cast<float4*>(stage->output(set)),
                                                                         reinterpret_cast<const float4*>(in)...);
            });
        };
        out.push_back({"block " + std::to_string(block) + ", " + std::to_string(Vectors) + " vectors", launch});
    }
}

template <class Case>
std::vector<contender> contenders(std::int64_t count) {
    const auto stage = std::make_shared<elementwise_stage<Case>>(count);
    const std::shared_ptr<cuda_stage>& timing = stage->timing();
    const cudaStream_t stream = stage->stream();

    std::vector<variant> by_hand;
    add_hand_variants<1>(by_hand, stage);
    add_hand_variants<2>(by_hand, stage);
    for (const variant& each : by_hand) stage->check("hand, " + each.label, each.launch);

    std::vector<variant> launches;
    launches.push_back({"cushard", [stage](int set) { Case::ours(stage->at(set)); }});
    launches.push_back({"cub", [stage, stream](int set) {
                            with_inputs(*stage, set, [&](auto*... in) {
                                require(cub::DeviceTransform::Transform(cuda::std::make_tuple(in...),
                                                                        stage->output(set), stage->count(),
                                                                        functor<Case>{}, stream));
                            });
                        }});
    launches.push_back({"thrust", [stage, stream](int set) {
                            const auto policy = thrust::cuda::par_nosync.on(stream);
                            float* x = stage->input(set, 0);
                            if constexpr (Case::inputs == 1) {
                                thrust::transform(policy, x, x + stage->count(), stage->output(set), functor<Case>{});
                            } else if constexpr (Case::inputs == 2) {
                                thrust::transform(policy, x, x + stage->count(), stage->input(set, 1),
                                                  stage->output(set), functor<Case>{});
                            } else {
                                const auto first =
                                    thrust::make_zip_iterator(x, stage->input(set, 1), stage->input(set, 2));
                                thrust::transform(policy, first, first + stage->count(), stage->output(set),
                                                  thrust::make_zip_function(functor<Case>{}));
                            }
                        }});
    if constexpr (std::is_same_v<Case, copy>) {
        launches.push_back({"cudaMemcpyAsync", [stage, stream](int set) {
                                require(cudaMemcpyAsync(stage->output(set), stage->input(set, 0),
                                                        static_cast<std::size_t>(stage->count()) * sizeof(float),
                                                        cudaMemcpyDeviceToDevice, stream));
                            }});
    }
    for (const variant& each : launches) stage->check(each.label, each.launch);

    std::vector<contender> all;
    for (const variant& each : launches) all.push_back(timed(timing, each.label, each.launch, timing->sets()));
    all.push_back(tuned(timing, "hand", by_hand, timing->sets()));
    for (contender& each : limits(timing, sizeof(float) * static_cast<std::size_t>(count) * (Case::inputs + 1))) {
        all.push_back(std::move(each));
    }
    return all;
}

template <class Case>
benchmark_case described(std::vector<std::string> more = {}) {
    std::vector<std::string> names{"cushard", "hand", "cub", "thrust"};
    names.insert(names.end(), more.begin(), more.end());
    names.insert(names.end(), {"limit.copy", "limit.read", "limit.write"});
    return {Case::name, {1 << 20, 1 << 24, 1 << 28}, names, 4 * (Case::inputs + 1), contenders<Case>};
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
    using namespace bench;
    return run_on_gpu(argc, argv, {described<axpy>(), described<fused>(), described<copy>({"cudaMemcpyAsync"})});
}
