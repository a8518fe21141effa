// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Configuration: the version, the index type, and the macros that say who compiles what.
// Layer: base. Compiled by NVRTC, so no standard header.

/// Host and device, always inlined: functors, index arithmetic, kernel bodies.
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define CUSHARD_HD __host__ __device__ __forceinline__
#else
#define CUSHARD_HD inline __attribute__((always_inline))
#endif

/// `#include CUSHARD_HOST_ONLY("cushard/a/b.inl.hpp")` ends a/b.hpp: the bodies of what it declares for the host, which
/// nvcc's pass for the device would parse in vain. Nothing in such a file may name a kernel: there it would stay
/// unseen.
#if defined(__CUDA_ARCH__)
#define CUSHARD_HOST_ONLY(header) "cushard/base/nothing.hpp"
#else
#define CUSHARD_HOST_ONLY(header) header
#endif

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline constexpr int version_major = 0;
inline constexpr int version_minor = 1;
inline constexpr int version_patch = 0;

/// Sizes, strides and indices: `std::int64_t`, spelled without a standard header.
using index_t = decltype(static_cast<int*>(nullptr) - static_cast<int*>(nullptr));
static_assert(sizeof(index_t) == 8, "cushard needs a 64-bit platform");

/// The most axes an array may have.
inline constexpr int max_rank = 8;

}  // namespace v0
}  // namespace cushard
