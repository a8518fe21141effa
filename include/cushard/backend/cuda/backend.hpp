// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The CUDA backend over the CUDA runtime. Needs the toolkit: <cuda_runtime_api.h>. Layer: backend.

#include "cushard/backend/cuda/cudart_api.hpp"
#include "cushard/backend/cuda/table.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The table of NVIDIA GPUs.
inline const backend& cuda_backend() noexcept { return detail::cuda_backend_over<detail::cudart_api>(); }

}  // namespace v0
}  // namespace cushard
