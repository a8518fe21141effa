// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What launches reductions: the kernel types, and in units that nvcc compiles the launchers that `kernel_of` registers
// for them. Layer: algorithm.

#include "cushard/algorithm/reduce.hpp"
#include "cushard/launch/kernel_slot.hpp"

#if defined(__CUDACC__)
#include "cushard/algorithm/reduce_cuda.hpp"
#endif
