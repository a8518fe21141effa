// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Makes the CUDA backend known to the program: in units that nvcc compiles, including this file is enough; in others it
// does nothing. Layer: backend.

#if defined(__CUDACC__)

#include "cushard/backend/cuda/backend.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline const bool cuda_backend_registered = (cuda_backend_slot.store(&cuda_backend(), std::memory_order_release), true);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#endif
