// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Several ways to compute one thing, timed in turn: every round takes one sample of each, so that whatever the machine
// does meanwhile meets all alike. Google Benchmark then reports round k as each contender's repetition k.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bench {

inline constexpr int round_count = 21;

/// One way to compute a case.
struct contender {
    std::string name;
    std::function<double()> sample;  ///< seconds of one call, as measured now
    std::string label = {};          ///< how it was tuned
};

/// What all rounds gave of one contender.
struct samples {
    std::vector<double> seconds;
    std::string label;
};

/// Warms each up by a sample that does not count, then runs all rounds, each beginning with the next contender.
inline std::map<std::string, samples> run_rounds(const std::vector<contender>& contenders) {
    std::map<std::string, samples> all;
    for (const contender& each : contenders) {
        each.sample();
        all[each.name].label = each.label;
    }
    for (std::size_t round = 0; round < round_count; ++round) {
        for (std::size_t k = 0; k < contenders.size(); ++k) {
            const contender& each = contenders[(round + k) % contenders.size()];
            all[each.name].seconds.push_back(each.sample());
        }
    }
    return all;
}

/// A case of a benchmark program. `contenders(n)` allocates, checks every contender's results and gives them in order.
struct benchmark_case {
    std::string name;
    std::vector<std::int64_t> sizes;
    std::vector<std::string> names;  ///< of the contenders, before there are any
    int bytes_per_element = 0;       ///< each input and output once
    std::function<std::vector<contender>(std::int64_t)> contenders;
};

/// Registers `case/contender/size` for every contender and size. The first of them that runs measures all of that case
/// and size. `cub::DeviceTransform` keeps what it tuned at its first call: one size a process, by the filter.
inline void register_case(const benchmark_case& each) {
    struct outcome {
        std::map<std::string, samples> all;
        std::string failure;
    };
    for (const std::int64_t size : each.sizes) {
        const auto measured = std::make_shared<outcome>();
        for (const std::string& name : each.names) {
            const auto report = [each, size, name, measured, round = std::size_t{0}](benchmark::State& state) mutable {
                if (measured->all.empty() && measured->failure.empty()) {
                    try {
                        measured->all = run_rounds(each.contenders(size));
                    } catch (const std::exception& error) {
                        measured->failure = error.what();
                    }
                }
                if (!measured->failure.empty()) {
                    state.SkipWithError(measured->failure.c_str());
                    return;
                }
                const samples& mine = measured->all.at(name);
                for ([[maybe_unused]] auto iteration : state) {
                    state.SetIterationTime(mine.seconds[round % mine.seconds.size()]);
                }
                ++round;
                state.SetLabel(mine.label);
                state.SetBytesProcessed(static_cast<std::int64_t>(each.bytes_per_element) * size);
            };
            benchmark::RegisterBenchmark((each.name + '/' + name + '/' + std::to_string(size)).c_str(), report)
                ->Iterations(1)
                ->Repetitions(round_count)
                ->UseManualTime()
                ->Unit(benchmark::kMicrosecond);
        }
    }
}

/// What `main` does once the cases are registered.
inline int run_registered(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

}  // namespace bench
