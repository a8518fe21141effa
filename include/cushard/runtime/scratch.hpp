// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Scratch memory that belongs to a stream: counters and partial results of kernels that run there. Layer: runtime.

#include "cushard/runtime/storage.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// At least `bytes` of memory that the stream keeps for whoever works on it next. Zeroed when it is made; a kernel that
/// needs it so leaves it zeroed. The caller lists it among the storages of its `submit` on this stream, as
/// `read_write`; only there, so that its uses never overlap. It grows: the former one dies when its last user has let
/// go.
/// @throws out_of_memory device_error cuda_error
storage_ref scratch(detail::stream_state& on, std::size_t bytes);

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/scratch.inl.hpp")
