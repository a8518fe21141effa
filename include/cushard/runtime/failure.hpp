// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Where a backend's status becomes an exception that says what the user tried, which call failed, on which device.
// Layer: runtime.

#include "cushard/backend/status.hpp"
#include "cushard/runtime/device_state.hpp"

#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// "add: cudaLaunchKernel failed on device 1 (cuda:0): invalid argument (code 1)"
[[nodiscard]] std::string describe(const char* what, const status& bad, const device_state& device);

/// @throws out_of_memory; device_error for what the device cannot do, for broken rules, and for whatever fails on the
/// host (exceptions of functors among it); cuda_error for the rest. A sticky error marks the device lost.
[[noreturn]] void throw_failure(const char* what, const status& bad, device_state& device);

inline void check(const char* what, const status& answer, device_state& device) {
    if (!answer.ok()) [[unlikely]]
        throw_failure(what, answer, device);
}

/// @throws device_error if a sticky error was met on the device before.
void require_usable(const char* what, const device_state& device);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/failure.inl.hpp")
