// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// One logical device as the runtime keeps it; `device` is what users hold. Made at the first use, never destroyed.
// Layer: runtime.

#include "cushard/backend/table.hpp"

#include <atomic>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

struct stream_state;

struct device_state {
    device_state(int number, int physical, const backend& through, bool on_host)
        : id(number),
          at{.physical = physical, .logical = number},
          table(through),
          is_host(on_host),
          name(on_host ? "host" : "cuda:" + std::to_string(physical)) {}

    const int id;
    const place at;
    const backend& table;
    const bool is_host;
    const std::string name;  ///< "host" or "cuda:0"

    /// The stream on which everything runs unless a `stream_scope` says otherwise, shared by all threads; and the one
    /// on which memory is freed that several streams used. Both made when first needed.
    std::atomic<stream_state*> compute{nullptr};
    std::atomic<stream_state*> reclaim{nullptr};

    std::mutex mutex;
    std::vector<stream_state*> streams;  ///< every stream ever made here; under `mutex`
    std::vector<stream_state*> idle;     ///< those whose `stream` was destroyed, for the next one; under `mutex`

    std::atomic<bool> lost{false};
    std::string lost_because;  ///< written once, before `lost`; under `mutex` until then

    void mark_lost(std::string because) {
        const std::lock_guard lock(mutex);
        if (lost.load(std::memory_order_relaxed)) return;
        lost_because = std::move(because);
        lost.store(true, std::memory_order_release);
    }
};

/// "device 1 (cuda:0)"
[[nodiscard]] inline std::string describe(const device_state& device) {
    return "device " + std::to_string(device.id) + " (" + device.name + ")";
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
