// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What a launch is made of, type-erased: a kernel (one per kernel type in the whole program), the bytes of its functor,
// and the geometry: operands in memory with their strides. Backends see this and never an expression. Layer: backend.

#include "cushard/backend/status.hpp"

#include <atomic>
#include <cstdint>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// One operand in memory. Element (i0, i1, …) of the loop stands `sum(i_d * strides[d])` elements after `data`.
/// A stride of 0 repeats (a broadcast axis); strides may be negative. Those of axes that the loop has not are not set,
/// for this is on the path of every launch; only axis 0 always is.
struct operand {
    void* data = nullptr;
    std::int32_t element_bytes = 0;
    bool written = false;
    index_t strides[max_rank];
};

/// Which loop a launch is; chosen once by `lower/`, the same for every shard of one evaluation.
enum class kernel_kind : std::int32_t {
    contiguous,  ///< rank 0 or 1; every stride of axis 0 is 1
    broadcast,   ///< rank 2; each operand's inner stride is 1 or 0, the outputs are C-contiguous
    strided,     ///< anything
};

/// A loop nest over `extents` (axis 0 outermost) and its operands: outputs first, then the leaves of the expression in
/// the order in which its tree meets them. `operands` is an array of `outputs + inputs`, owned by the caller for the
/// length of the call; a backend that defers copies it.
struct geometry {
    kernel_kind kind = kernel_kind::contiguous;
    std::int32_t rank = 0;
    std::int32_t outputs = 0;
    std::int32_t inputs = 0;
    bool wide = false;          ///< offsets need 64 bits (strided and broadcast kernels)
    index_t extents[max_rank];  ///< of the axes there are
    /// The global index of element (i0, …): `origin + sum(i_d * index_strides[d])`, its place in C order in the whole
    /// array of which this loop covers one shard.
    index_t origin = 0;
    index_t index_strides[max_rank];  ///< of the axes there are, and of axis 0
    operand* operands = nullptr;

    [[nodiscard]] index_t size() const noexcept {
        index_t n = 1;
        for (int d = 0; d < rank; ++d) n *= extents[d];
        return n;
    }
};

/// Runs one launch on the host, on the stream's worker thread; splits itself over the loop pool.
using host_launcher = void (*)(const void* functor, const geometry&);

/// A cudaStream_t, and its device by CUDA's number.
struct cuda_stream {
    int device = 0;
    void* native = nullptr;
};

/// Enqueues one launch on a CUDA stream. A function compiled in a `.cu`, so that it launches through the cudart which
/// knows its kernels. The device is already current.
using cuda_launcher = status (*)(cuda_stream on, const void* functor, const geometry&);

/// The one record of a kernel type. `host` is always there; `cuda` once a unit that nvcc compiled has registered.
struct kernel {
    const char* (*name)();  ///< readable, for errors and traces
    std::uint32_t functor_bytes;
    host_launcher host;
    std::atomic<cuda_launcher> cuda{nullptr};
};

}  // namespace v0
}  // namespace cushard
