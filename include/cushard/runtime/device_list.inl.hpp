// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of device_list.hpp. Layer: runtime.

#include "cushard/runtime/device_list.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline device_state& device_list::add(int physical, const backend& table, bool on_host, bool caches) {
    const int id = count_.load(std::memory_order_relaxed);
    states_[id] = new device_state(id, physical, table, on_host, caches);
    count_.store(id + 1, std::memory_order_release);
    return *states_[id];
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
