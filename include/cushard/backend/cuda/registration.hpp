// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Including this makes the CUDA backend known to the program. `launch/cuda_entry.hpp` does so in every unit that nvcc
// compiles. Needs the toolkit: <cuda_runtime_api.h>. Layer: backend.

#include "cushard/base/config.hpp"

#include CUSHARD_HOST_ONLY("cushard/backend/cuda/registration.inl.hpp")
