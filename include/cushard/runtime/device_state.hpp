// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// One logical device as the runtime keeps it; `device` is what users hold. Made at the first use, never destroyed.
// Layer: runtime.

#include "cushard/backend/table.hpp"
#include "cushard/runtime/inline_list.hpp"
#include "cushard/runtime/memory_state.hpp"

#include <atomic>
#include <mutex>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

struct stream_state;

struct device_state {
    device_state(int number, int physical, const backend& through, bool on_host, bool caches);

    const int id;
    const place at;
    const backend& table;
    const bool is_host;
    const std::string name;  ///< "host" or "cuda:0"

    /// The stream on which everything runs unless a `stream_scope` says otherwise, shared by all threads; and the one
    /// on which memory is freed that several streams used. Both made when first needed.
    std::atomic<stream_state*> compute{nullptr};
    std::atomic<stream_state*> reclaim{nullptr};

    memory_state memory;

    std::mutex mutex;
    inline_list<stream_state*, 16> streams;  ///< every stream ever made here; under `mutex`
    inline_list<stream_state*, 16> idle;     ///< those whose `stream` was destroyed, for the next one; under `mutex`

    std::atomic<bool> lost{false};
    std::string lost_because;  ///< written once, before `lost`; under `mutex` until then

    void mark_lost(const std::string& because);
};

/// "device 1 (cuda:0)"
[[nodiscard]] std::string describe(const device_state& device);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/device_state.inl.hpp")
