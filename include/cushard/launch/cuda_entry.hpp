// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The one place where a unit that nvcc compiles differs from others: there, naming a kernel's record also compiles the
// kernel for CUDA and stores its launcher in the record at start-up, and the CUDA backend registers itself. Types and
// all other functions are the same in both. Layer: launch.

#include "cushard/backend/launch.hpp"

#if defined(__CUDACC__)
#include "cushard/backend/cuda/registration.hpp"
#include "cushard/launch/elementwise/cuda.hpp"
#endif

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

template <class Kernel>
struct kernel_slot;

namespace detail {

#if defined(__CUDACC__)

/// One in each unit: a shared library launches its own kernels through its own CUDA runtime, which knows no others.
template <class Kernel>
static status cuda_launcher_of(cuda_stream on, const void* functor, const geometry& loop) {
    return launch_cuda(static_cast<Kernel*>(nullptr), on, functor, loop);
}

template <class Kernel>
struct kernel_registrar {
    static inline const bool done =
        (kernel_slot<Kernel>::value.cuda.store(&cuda_launcher_of<Kernel>, std::memory_order_release), true);
};

/// Using the registrar's member is what makes the compiler instantiate it, and it runs before `main`.
template <class Kernel>
void compile_for_cuda() noexcept {
    static_cast<void>(&kernel_registrar<Kernel>::done);
}

#else

template <class Kernel>
void compile_for_cuda() noexcept {}

#endif

}  // namespace detail
}  // namespace v0
}  // namespace cushard
