// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What a backend call answers: a plain value, because backends neither throw nor know who asked.
// `runtime/` turns a bad one into an exception that names what the user tried. Layer: backend.

#include "cushard/base/config.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

enum class status_code : int {
    ok,
    out_of_memory,  ///< may succeed after frees have run: the runtime waits, trims, retries once
    unsupported,    ///< this backend cannot do it, ever (a kernel that no `.cu` compiled, for one)
    violation,      ///< the checked mode met a broken rule (wrong device, unordered access)
    failed,         ///< this call failed; the device is usable
    lost,           ///< a sticky error: nothing more works on this device
};

/// `call` and `text` point to strings that live as long as the program (or, for the checked mode, the thread).
struct [[nodiscard]] status {
    status_code code = status_code::ok;
    int native = 0;         ///< the vendor's number (a cudaError_t), 0 where there is none
    const char* call = "";  ///< the function that failed, e.g. "cudaMallocAsync"
    const char* text = "";  ///< what it said

    [[nodiscard]] constexpr bool ok() const noexcept { return code == status_code::ok; }
};

}  // namespace v0
}  // namespace cushard
