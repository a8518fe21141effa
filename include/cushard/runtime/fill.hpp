// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Setting all bytes of a storage. Layer: runtime.

#include "cushard/runtime/storage.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// Sets every byte of `target` to `byte`, on the calling thread's current stream of its device. Asynchronous.
/// @throws device_error cuda_error
void fill(storage& target, int byte, const char* what = "fill");

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/fill.inl.hpp")
