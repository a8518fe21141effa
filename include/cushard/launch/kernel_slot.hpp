// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The one record of a kernel type in the program. Every unit, whoever compiles it, uses the same; units that nvcc
// compiles also fill in the CUDA launcher at start-up, so that a kernel compiled in any `.cu` serves every `.cpp`.
// Layer: launch.
//
// A kernel type has `static const char* name()`, a trivially copyable `functor`, and
// `static void host(const void* functor, const geometry&)`. For CUDA there is, found by argument-dependent lookup and
// declared in a header that only nvcc sees,
// `status launch_cuda(Kernel*, void* stream, const void* functor, const geometry&)`.

#include "cushard/backend/cuda/registration.hpp"
#include "cushard/backend/launch.hpp"

#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

template <class Kernel>
struct kernel_slot {
    static_assert(std::is_trivially_copyable_v<typename Kernel::functor>,
                  "cushard: a kernel's functor must be trivially copyable: it is copied to the device byte by byte");

    static inline constinit kernel value{&Kernel::name, sizeof(typename Kernel::functor), &Kernel::host};
};

#if defined(__CUDACC__)
namespace detail {

/// Compiled in each `.cu` for itself: a shared library launches its own kernels through its own CUDA runtime.
template <class Kernel>
[[gnu::visibility("hidden")]] status cuda_launcher_of(void* stream, const void* functor, const geometry& loop) {
    return launch_cuda(static_cast<Kernel*>(nullptr), stream, functor, loop);
}

template <class Kernel>
struct kernel_registrar {
    static inline const bool done =
        (kernel_slot<Kernel>::value.cuda.store(&cuda_launcher_of<Kernel>, std::memory_order_release), true);
};

}  // namespace detail
#endif

/// The record of `Kernel`. Naming it in a unit that nvcc compiles is what compiles the kernel for CUDA; the launcher is
/// there once that unit's static initialisation is over.
template <class Kernel>
const kernel& kernel_of() noexcept {
#if defined(__CUDACC__)
    static_cast<void>(&detail::kernel_registrar<Kernel>::done);
#endif
    return kernel_slot<Kernel>::value;
}

}  // namespace v0
}  // namespace cushard
