// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// The host backend beside plain loops in one thread and, where it is installed, Eigen, as the compiler builds them
// without flags for the machine. CUSHARD_THREADS says how many threads are ours. Results are checked first.

#include "cushard/algorithm/reductions.hpp"
#include "cushard/array/creation.hpp"
#include "cushard/array/device_array.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/elementary.hpp"

#include "support/rounds.hpp"

#if __has_include(<Eigen/Core>)
#include <Eigen/Core>
#define BENCH_EIGEN 1
#endif

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace bench {
namespace {

namespace cs = cushard;

/// Small, so that y stays what it was although y = a*x + y is computed thousands of times.
constexpr float factor = 1.0f / 1024.0f;

/// Operands and results of plain loops and of Eigen.
struct vectors {
    std::vector<float> x, y, z, out;
    float result = 0;
};

/// The same, ours.
struct arrays {
    cs::device_array<float> x, y, z, out, result;
};

// Each is a function of its own, that the compiler cannot see through.
[[gnu::noinline]] void axpy_loop(vectors& at) {
    for (std::size_t i = 0; i < at.x.size(); ++i) at.y[i] = factor * at.x[i] + at.y[i];
}
[[gnu::noinline]] void fused_loop(vectors& at) {
    for (std::size_t i = 0; i < at.x.size(); ++i) {
        at.out[i] = std::sqrt(at.x[i] * at.x[i] + at.y[i] * at.y[i]) / 2.0f + std::exp(-at.z[i]);
    }
}
[[gnu::noinline]] void copy_loop(vectors& at) {
    for (std::size_t i = 0; i < at.x.size(); ++i) at.out[i] = at.x[i];
}
[[gnu::noinline]] void sum_loop(vectors& at) {
    float sum = 0;
    for (std::size_t i = 0; i < at.x.size(); ++i) sum += at.x[i];
    at.result = sum;
}
[[gnu::noinline]] void sum_of_product_loop(vectors& at) {
    float sum = 0;
    for (std::size_t i = 0; i < at.x.size(); ++i) sum += at.x[i] * at.y[i];
    at.result = sum;
}

#if defined(BENCH_EIGEN)
using eigen_map = Eigen::Map<Eigen::ArrayXf>;
eigen_map mapped(std::vector<float>& data) { return {data.data(), static_cast<Eigen::Index>(data.size())}; }
[[gnu::noinline]] void axpy_eigen(vectors& at) { mapped(at.y) = factor * mapped(at.x) + mapped(at.y); }
[[gnu::noinline]] void fused_eigen(vectors& at) {
    mapped(at.out) = (mapped(at.x).square() + mapped(at.y).square()).sqrt() / 2.0f + (-mapped(at.z)).exp();
}
[[gnu::noinline]] void copy_eigen(vectors& at) { mapped(at.out) = mapped(at.x); }
[[gnu::noinline]] void sum_eigen(vectors& at) { at.result = mapped(at.x).sum(); }
[[gnu::noinline]] void sum_of_product_eigen(vectors& at) { at.result = (mapped(at.x) * mapped(at.y)).sum(); }
#else
using absent = void (*)(vectors&);
constexpr absent axpy_eigen = nullptr;
constexpr absent fused_eigen = nullptr;
constexpr absent copy_eigen = nullptr;
constexpr absent sum_eigen = nullptr;
constexpr absent sum_of_product_eigen = nullptr;
#endif

/// A case in each of its forms.
struct forms {
    std::string name;
    int bytes_per_element;
    void (*ours)(arrays&);
    void (*loop)(vectors&);
    void (*eigen)(vectors&);  ///< null where Eigen is not
};

void axpy_ours(arrays& at) { at.y = factor * at.x + at.y; }
void fused_ours(arrays& at) { at.out = cs::sqrt(at.x * at.x + at.y * at.y) / 2.0f + cs::exp(-at.z); }
void copy_ours(arrays& at) { at.out = at.x; }
void sum_ours(arrays& at) { at.result = cs::eval(cs::sum(at.x)); }
void sum_of_product_ours(arrays& at) { at.result = cs::eval(cs::sum(at.x * at.y)); }

/// Seconds of one call, the mean of as many as make some 2^24 elements; `wait` ends them.
double seconds_of(std::int64_t count, const std::function<void()>& call, const std::function<void()>& wait) {
    const int calls = static_cast<int>(std::max<std::int64_t>(1, (std::int64_t{1} << 24) / count));
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < calls; ++k) call();
    wait();
    const auto end = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(end - begin).count() / calls;
}

std::vector<float> random_values(std::int64_t count, unsigned seed) {
    std::mt19937 bits(seed);
    std::vector<float> out(static_cast<std::size_t>(count));
    for (float& value : out) value = 0.25f + static_cast<float>(bits() >> 8) * (1.0f / 16777216.0f);
    return out;
}

/// @throws std::runtime_error unless both are the same up to a relative tolerance; NaN never is.
void check_same(const std::string& who, const std::vector<float>& got, const std::vector<float>& wanted,
                double tolerance) {
    if (got.size() != wanted.size()) throw std::runtime_error(who + ": another number of elements");
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double distance = std::abs(static_cast<double>(got[i]) - static_cast<double>(wanted[i]));
        if (!(distance <= tolerance * std::abs(static_cast<double>(wanted[i])))) {
            throw std::runtime_error(who + ": element " + std::to_string(i) + " is " + std::to_string(got[i]) +
                                     " and not " + std::to_string(wanted[i]));
        }
    }
}

vectors fresh_vectors(std::int64_t count) {
    constexpr float poison = std::numeric_limits<float>::quiet_NaN();
    return {random_values(count, 1), random_values(count, 2), random_values(count, 3),
            std::vector<float>(static_cast<std::size_t>(count), poison), poison};
}

arrays arrays_of(const vectors& from) {
    return {cs::array(from.x), cs::array(from.y), cs::array(from.z), cs::array(from.out),
            cs::full<float>(cs::shape{}, from.result)};
}

std::vector<contender> contenders(const forms& each, std::int64_t count) {
    // One float adds up what it can of 2^24 terms: the sums of plain loops are compared loosely.
    constexpr double of_elements = 4e-6;
    constexpr double of_sums = 0.05;
    const auto by_loop = std::make_shared<vectors>(fresh_vectors(count));
    const auto by_us = std::make_shared<arrays>(arrays_of(*by_loop));
    each.loop(*by_loop);
    each.ours(*by_us);
    check_same(each.name + "/cushard, y", by_us->y.to_host(), by_loop->y, of_elements);
    if (each.loop == fused_loop || each.loop == copy_loop) {
        check_same(each.name + "/cushard", by_us->out.to_host(), by_loop->out, of_elements);
    }
    if (each.loop == sum_loop || each.loop == sum_of_product_loop) {
        check_same(each.name + "/cushard", {by_us->result.item()}, {by_loop->result}, of_sums);
    }
    const auto nothing = [] {};
    std::vector<contender> all;
    all.push_back({"cushard", [=] {
                       return seconds_of(
                           count, [&] { each.ours(*by_us); },
                           [&] {
                               by_us->y.wait();
                               by_us->out.wait();
                               by_us->result.wait();
                           });
                   }});
    all.push_back({"loop", [=] {
                       return seconds_of(
                           count, [&] { each.loop(*by_loop); }, nothing);
                   }});
    if (each.eigen != nullptr) {
        all.push_back({"eigen", [=] {
                           return seconds_of(
                               count, [&] { each.eigen(*by_loop); }, nothing);
                       }});
    }
    return all;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
    using namespace bench;
    setenv("CUSHARD_DEVICES", "host:1", 0);
    benchmark::AddCustomContext("hardware_threads", std::to_string(std::thread::hardware_concurrency()));
#if defined(BENCH_EIGEN)
    const std::vector<std::string> names{"cushard", "loop", "eigen"};
#else
    const std::vector<std::string> names{"cushard", "loop"};
#endif
    const std::vector<forms> cases{
        {"axpy", 12, axpy_ours, axpy_loop, axpy_eigen},
        {"fused", 16, fused_ours, fused_loop, fused_eigen},
        {"copy", 8, copy_ours, copy_loop, copy_eigen},
        {"sum", 4, sum_ours, sum_loop, sum_eigen},
        {"sum_of_product", 8, sum_of_product_ours, sum_of_product_loop, sum_of_product_eigen}};
    for (const forms& each : cases) {
        register_case({each.name, {1 << 20, 1 << 24}, names, each.bytes_per_element, [each](std::int64_t count) {
                           return contenders(each, count);
                       }});
    }
    return run_registered(argc, argv);
}
