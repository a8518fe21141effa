// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The one record of a kernel type in the program. Every unit, whoever compiles it, uses the same; units that nvcc
// compiles fill in the CUDA launcher at start-up, so that a kernel compiled in any `.cu` serves every `.cpp`.
// Layer: launch.
//
// A kernel type has `static const char* name()`, a trivially copyable `functor`, and
// `static void host(const void* functor, const geometry&)`. Under nvcc there must also be, found by argument-dependent
// lookup, `status launch_cuda(Kernel*, cuda_stream, const void* functor, const geometry&)`.

#include "cushard/launch/cuda_entry.hpp"

#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

template <class Kernel>
struct kernel_slot {
    static_assert(std::is_trivially_copyable_v<typename Kernel::functor>,
                  "cushard: a kernel's functor must be trivially copyable: it is copied to the device byte by byte");

    static inline constinit kernel value{&Kernel::name, sizeof(typename Kernel::functor), &Kernel::host};
};

/// The record of `Kernel`. In a unit that nvcc compiles, naming it also compiles the kernel for CUDA; the launcher is
/// there once that unit's static initialisation is over.
template <class Kernel>
const kernel& kernel_of() noexcept {
    detail::compile_for_cuda<Kernel>();
    return kernel_slot<Kernel>::value;
}

}  // namespace v0
}  // namespace cushard
