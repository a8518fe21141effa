// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of device_state.hpp. Layer: runtime.

#include "cushard/runtime/device_state.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline device_state::device_state(int number, int physical, const backend& through, bool on_host, bool caches)
    : id(number),
      at{.physical = physical, .logical = number},
      table(through),
      is_host(on_host),
      name(on_host ? "host" : "cuda:" + std::to_string(physical)),
      memory(caches) {}

inline void device_state::mark_lost(const std::string& because) {
    const std::lock_guard lock(mutex);
    if (lost.load(std::memory_order_relaxed)) return;
    lost_because = because;
    lost.store(true, std::memory_order_release);
}

inline std::string describe(const device_state& device) {
    return "device " + std::to_string(device.id) + " (" + device.name + ")";
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
