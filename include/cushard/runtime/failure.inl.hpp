// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of failure.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/runtime/failure.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline std::string describe(const char* what, const status& bad, const device_state& device) {
    std::string text = std::string(what) + ": " + bad.call;
    switch (bad.code) {
        case status_code::out_of_memory:
            text += " ran out of memory on ";
            break;
        case status_code::unsupported:
            text += " is not supported on ";
            break;
        case status_code::violation:
            text += " broke a rule on ";
            break;
        case status_code::lost:
            text += " lost ";
            break;
        default:
            text += " failed on ";
            break;
    }
    text += describe(device) + ": " + bad.text;
    if (bad.native != 0) text += " (code " + std::to_string(bad.native) + ")";
    return text;
}

inline void throw_failure(const char* what, const status& bad, device_state& device) {
    const std::string text = describe(what, bad, device);
    if (bad.code == status_code::lost) device.mark_lost(text);
    if (bad.code == status_code::out_of_memory) throw out_of_memory(text);
    if (device.is_host || bad.code == status_code::unsupported || bad.code == status_code::violation)
        throw device_error(text);
    throw cuda_error(text, bad.native, bad.call, device.id);
}

inline void require_usable(const char* what, const device_state& device) {
    if (device.lost.load(std::memory_order_acquire)) [[unlikely]]
        throw device_error(std::string(what) + ": " + describe(device) + " is lost since " + device.lost_because);
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
