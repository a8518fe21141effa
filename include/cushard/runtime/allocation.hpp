// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Blocks of device memory: from a stream's cache or from the backend, within the device's limit, and back. Layer:
// runtime.

#include "cushard/base/span.hpp"
#include "cushard/runtime/stream_state.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// A block in the order of `on`, with room for `bytes`, at least one. `when` is the place in that order from which on
/// others may touch it.
/// @throws out_of_memory after caches were emptied and pending frees waited for; device_error; cuda_error
void* take_block(stream_state& on, std::size_t bytes, const char* what, point& when);

/// Gives a block of `take_block` back after all that was enqueued on `on`: to the stream's cache if `cached`, that is
/// if nobody else's work can still be using it, else to the backend. The caller holds the stream's mutex.
void return_block(stream_state& on, std::size_t bytes, void* block, bool cached);

/// Counts a block that its owner has given up, and tells the hook. No mutex is held.
void note_returned(device_state& home, std::size_t bytes, void* block, const char* what) noexcept;

/// Waits until everything on the devices is over, frees among it, and has all that is not used given back.
void reclaim_memory(const char* what, span<device_state* const> devices);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/allocation.inl.hpp")
