// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of device.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/base/span.hpp"
#include "cushard/runtime/device.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/life.hpp"

#include <mutex>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline std::vector<device> device::list() {
    const detail::device_list& known = detail::devices("device::list");
    std::vector<device> found;
    for (int id = 0; id < known.configured(); ++id) found.push_back(device(known[id]));
    return found;
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
    std::vector<device> found;
    for (detail::device_state* each : known) {
        const bool shares = &each->table == &model.table && each->at.physical == model.at.physical;
        if (shares && static_cast<int>(found.size()) < count) found.push_back(device(*each));
    }
    const int missing = count - static_cast<int>(found.size());
    if (count < 1 || known.size() + missing > detail::max_devices)
        throw device_error("logical_devices: " + std::to_string(count) + " asked for: expected from 1 to " +
                           std::to_string(detail::max_devices) + " with those that there are, " +
                           std::to_string(known.size()));
    for (int i = 0; i < missing; ++i) found.push_back(device(known.add(model.at.physical, model.table, model.is_host)));
    return found;
}

}  // namespace v0
}  // namespace cushard
