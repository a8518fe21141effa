// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Where the contenders of a case on the GPU meet: the library's stream, sets of operands that together exceed the L2
// cache three times, batches long enough to measure. Compiled by nvcc.

#include "support/cuda_timer.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// Enqueues one call on the operands of a set.
using launch_on = std::function<void(int set)>;

/// A launch, and who it is or how it was tuned.
struct variant {
    std::string label;
    launch_on launch;
};

class cuda_stage {
public:
    /// For calls that keep `resident` bytes of operands and move `moved` bytes, each input and output once.
    cuda_stage(cudaStream_t stream, double resident, double moved) : stream_(stream), timer_(stream) {
        sets_ = sets_of(resident);
        // About 300 µs on the fastest memory of today, and far from the depth of a stream's queue, about 1024.
        constexpr double bytes_per_second = 4.5e12;
        launches_ = static_cast<int>(std::clamp(std::ceil(300e-6 * bytes_per_second / moved), 4.0, 128.0));
    }

    [[nodiscard]] cudaStream_t stream() const { return stream_; }
    [[nodiscard]] int sets() const { return sets_; }

    /// How many sets of `resident` bytes exceed three times the L2 cache.
    [[nodiscard]] static int sets_of(double resident) {
        return static_cast<int>(std::ceil(3.0 * device_properties().l2CacheSize / resident));
    }

    /// Seconds of one call: a batch that goes on with the set after the last one used.
    double seconds_of(const launch_on& launch, int sets) {
        return timer_.seconds_of(launches_, [&](int) { launch(next_++ % sets); });
    }

    /// The fastest, by the medians of five rounds.
    variant fastest(const std::vector<variant>& variants, int sets) {
        // Loading a kernel may wait for the device, which behind a closed gate would be for ever.
        for (const variant& each : variants) each.launch(0);
        require(cudaGetLastError());
        require(cudaStreamSynchronize(stream_));
        std::vector<std::vector<double>> times(variants.size());
        for (int round = 0; round < 5; ++round) {
            for (std::size_t k = 0; k < variants.size(); ++k) {
                times[k].push_back(seconds_of(variants[k].launch, sets));
            }
        }
        std::size_t best = 0;
        for (auto& each : times) std::sort(each.begin(), each.end());
        for (std::size_t k = 1; k < times.size(); ++k) {
            if (times[k][2] < times[best][2]) best = k;
        }
        return variants[best];
    }

private:
    cudaStream_t stream_;
    cuda_timer timer_;
    int sets_ = 1;
    int launches_ = 1;
    int next_ = 0;
};

/// A contender that is timed on `stage`, over so many sets.
inline contender timed(const std::shared_ptr<cuda_stage>& stage, std::string name, launch_on launch, int sets,
                       std::string label = {}) {
    return {std::move(name), [stage, launch = std::move(launch), sets] { return stage->seconds_of(launch, sets); },
            std::move(label)};
}

/// The fastest of the variants as one contender.
inline contender tuned(const std::shared_ptr<cuda_stage>& stage, std::string name, const std::vector<variant>& variants,
                       int sets) {
    variant best = stage->fastest(variants, sets);
    return timed(stage, std::move(name), std::move(best.launch), sets, std::move(best.label));
}

/// A program of cases on the GPU; 77, as test drivers skip by, where there is none.
inline int run_on_gpu(int argc, char** argv, const std::vector<benchmark_case>& cases) {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
        std::fprintf(stderr, "no CUDA device\n");
        return 77;
    }
    const cudaDeviceProp found = device_properties();
    int driver = 0;
    require(cudaDriverGetVersion(&driver));
    benchmark::AddCustomContext("gpu", found.name);
    benchmark::AddCustomContext("gpu_l2_bytes", std::to_string(found.l2CacheSize));
    benchmark::AddCustomContext("cuda_driver", std::to_string(driver));
    benchmark::AddCustomContext("cuda_toolkit", std::to_string(CUDART_VERSION));
    for (const benchmark_case& each : cases) register_case(each);
    return run_registered(argc, argv);
}

}  // namespace bench
