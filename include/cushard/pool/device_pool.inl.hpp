// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of device_pool.hpp. Layer: pool.

#include "cushard/base/error.hpp"
#include "cushard/pool/device_pool.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline device_pool::device_pool() : device_pool(device::list()) {}

inline device_pool::device_pool(std::vector<device> given)
    : devices_(detail::counted_ptr<const devices>::adopt(new devices(std::move(given)))) {
    if (size() == 0) throw device_error("device_pool: no devices given: expected at least one");
}

inline void device_pool::wait() const {
    for (const device& each : *this) each.wait();
}

inline bool device_pool::equals(const device_pool& other) const noexcept {
    if (devices_.get() == other.devices_.get()) return true;
    if (size() != other.size()) return false;
    for (int i = 0; i < size(); ++i)
        if (!((*this)[i] == other[i])) return false;
    return true;
}

}  // namespace v0
}  // namespace cushard
