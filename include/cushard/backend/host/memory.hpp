// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Memory of the host as a device: blocks, and how much there is. Layer: backend.

#include "cushard/base/config.hpp"

#include <sys/sysinfo.h>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// What `allocate` promises; a multiple of every vector's width.
inline constexpr std::size_t block_alignment = 256;

/// Bytes of physical memory in the machine; 0 if the system does not say.
inline std::size_t total_memory() noexcept {
    struct sysinfo info = {};
    if (sysinfo(&info) != 0) return 0;
    return static_cast<std::size_t>(info.totalram) * info.mem_unit;
}

/// Bytes that programs can take before the system starts to swap: free ones, and caches that it would drop.
inline std::size_t available_memory() noexcept {
    if (std::FILE* file = std::fopen("/proc/meminfo", "r")) {
        char line[128];
        unsigned long kibibytes = 0;
        bool found = false;
        while (!found && std::fgets(line, sizeof line, file) != nullptr) {
            found = std::sscanf(line, "MemAvailable: %lu kB", &kibibytes) == 1;
        }
        std::fclose(file);
        if (found) return static_cast<std::size_t>(kibibytes) * 1024;
    }
    struct sysinfo info = {};
    if (sysinfo(&info) != 0) return 0;
    return (static_cast<std::size_t>(info.freeram) + info.bufferram) * info.mem_unit;
}

/// Null when there is no such memory. More than the machine has is refused at once: the system would promise it, and
/// kill the process when it is touched.
inline void* allocate_block(std::size_t bytes) noexcept {
    const std::size_t total = total_memory();
    if (total != 0 && bytes > total) return nullptr;
    const std::size_t rounded = (bytes + block_alignment - 1) / block_alignment * block_alignment;
    if (rounded < bytes) return nullptr;
    return std::aligned_alloc(block_alignment, rounded);
}

inline void free_block(void* block) noexcept { std::free(block); }

}  // namespace detail
}  // namespace v0
}  // namespace cushard
