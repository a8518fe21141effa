// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The table's entries about the host as a device, the same in both modes. There is one physical device; logical ones
// share it. Layer: backend.

#include "cushard/backend/host/memory.hpp"
#include "cushard/backend/host/parking.hpp"
#include "cushard/backend/table.hpp"

#include <cstddef>
#include <cstdio>
#include <cstring>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline status no_such_device(const char* call) noexcept {
    return {status_code::failed, 0, call, "the host is physical device 0; there is no other"};
}

inline status no_memory(const char* call) noexcept {
    return {status_code::out_of_memory, 0, call, "the host has no block of that size"};
}

inline status host_device_count(int* count) {
    *count = 1;
    return {};
}

/// The processor's name as the system tells it, "host" where it does not.
inline void host_name(char* out, std::size_t room) noexcept {
    std::snprintf(out, room, "host");
    std::FILE* file = std::fopen("/proc/cpuinfo", "r");
    if (file == nullptr) return;
    char line[512];
    while (std::fgets(line, sizeof line, file) != nullptr) {
        const char* colon = std::strchr(line, ':');
        if (std::strncmp(line, "model name", 10) != 0 || colon == nullptr || colon[1] == '\0') continue;
        line[std::strcspn(line, "\n")] = '\0';
        std::snprintf(out, room, "host (%.*s)", static_cast<int>(room) - 8, colon + 2);
        break;
    }
    std::fclose(file);
}

inline status host_properties(int physical, device_properties* out) {
    if (physical != 0) return no_such_device("properties");
    *out = {};
    host_name(out->name, sizeof out->name);
    out->total_memory = total_memory();
    out->multiprocessors = hardware_threads();
    return {};
}

inline status host_memory_info(place where, std::size_t* free_bytes, std::size_t* total_bytes) {
    if (where.physical != 0) return no_such_device("memory_info");
    *total_bytes = total_memory();
    const std::size_t available = available_memory();
    *free_bytes = available < *total_bytes ? available : *total_bytes;
    return {};
}

/// The host keeps no memory: what is released goes back to the system's allocator.
inline status host_reserved(place, std::size_t* bytes) {
    *bytes = 0;
    return {};
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
