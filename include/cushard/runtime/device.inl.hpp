// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of device.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/base/span.hpp"
#include "cushard/runtime/device.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/life.hpp"

#include <cstddef>
#include <mutex>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

namespace detail {

/// `count` devices, at least one. (A vector that does not grow: growing is the dear part to compile.)
inline std::vector<device> devices_of(device_state* const* states, int count) {
    std::vector<device> made(static_cast<std::size_t>(count), device(*states[0]));
    for (device& each : made) each = device(**states++);
    return made;
}

}  // namespace detail

inline std::vector<device> device::list() {
    const detail::device_list& known = detail::devices("device::list");
    return detail::devices_of(known.begin(), known.configured());
}

inline device_properties device::properties() const {
    device_properties found;
    detail::check("device::properties", state_->table.properties(physical(), &found), *state_);
    return found;
}

inline cushard::memory_info device::memory_info() const {
    cushard::memory_info found;
    detail::check("device::memory_info", state_->table.memory_info(state_->at, &found.free_bytes, &found.total_bytes),
                  *state_);
    return found;
}

inline void device::wait() const {
    detail::require_alive("device::wait");
    detail::drain("device::wait", detail::span(&state_, 1));
}

inline std::vector<device> logical_devices(const device& like, int count) {
    detail::device_list& known = detail::devices("logical_devices");
    const std::lock_guard lock(known.growth);
    const detail::device_state& model = like.state();
    detail::device_state* sharing[detail::max_devices] = {};
    int found = 0;
    for (detail::device_state* each : known) {
        const bool shares = &each->table == &model.table && each->at.physical == model.at.physical;
        if (shares && found < count) sharing[found++] = each;
    }
    const int missing = count - found;
    if (count < 1 || known.size() + missing > detail::max_devices)
        throw device_error("logical_devices: " + std::to_string(count) + " asked for: expected from 1 to " +
                           std::to_string(detail::max_devices) + " with those that there are, " +
                           std::to_string(known.size()));
    while (found < count)
        sharing[found++] = &known.add(model.at.physical, model.table, model.is_host, model.memory.caching);
    return detail::devices_of(sharing, count);
}

}  // namespace v0
}  // namespace cushard
