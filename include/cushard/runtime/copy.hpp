// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Copies between host memory and storages, and between storages. Layer: runtime.

#include "cushard/runtime/storage.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// Copies bytes of a storage to host memory, after all that writes them. Blocks until they are there.
/// @throws error if they are not within the storage; whatever the work before it failed with.
void copy_to_host(storage& from, std::size_t offset, void* to, std::size_t bytes, const char* what = "copy_to_host");

/// Copies host memory into a storage, after all that uses it. Blocks until the source may be reused.
/// @throws error if the bytes are not within the storage; whatever the work before it failed with.
void copy_from_host(storage& to, std::size_t offset, const void* from, std::size_t bytes,
                    const char* what = "copy_from_host");

/// Copies bytes from one storage to another, of any devices, on the calling thread's current stream of the source's
/// device. The target is fenced as well: whatever used its memory before is over first. Asynchronous within a device
/// and between devices of one backend; between a GPU and the host it goes through host memory and blocks.
/// @throws error if the bytes are not within the storages, or overlap.
void copy(storage& to, std::size_t to_offset, storage& from, std::size_t from_offset, std::size_t bytes,
          const char* what = "copy");

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/copy.inl.hpp")
