// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Including this makes the CUDA backend known to the program. `launch/cuda_entry.hpp` does so in every unit that nvcc
// compiles. Needs the toolkit: <cuda_runtime_api.h>. Layer: backend.

#include "cushard/backend/cuda/backend.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline const bool cuda_backend_registered = (cuda_backend_slot.store(&cuda_backend(), std::memory_order_release), true);

}  // namespace detail
}  // namespace v0
}  // namespace cushard
