// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What the runtime counts: launches, bytes moved between devices, allocations. For tests and for tuning. Layer:
// runtime.

#include <atomic>
#include <cstdint>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

struct runtime_statistics {
    std::uint64_t launches = 0;     ///< parts enqueued through `submit`; copies and fills of the runtime not counted
    std::uint64_t transfers = 0;    ///< bytes copied between different logical devices
    std::uint64_t allocations = 0;  ///< blocks ever allocated
    std::int64_t live_bytes = 0;    ///< bytes of blocks that some storage still owns
};

struct runtime_counters {
    std::atomic<std::uint64_t> launches{0};
    std::atomic<std::uint64_t> transfers{0};
    std::atomic<std::uint64_t> allocations{0};
    std::atomic<std::int64_t> live_bytes{0};
};

inline constinit runtime_counters counters;

/// A snapshot; each figure is exact, together they may be of slightly different moments.
[[nodiscard]] inline runtime_statistics statistics() noexcept {
    return {.launches = counters.launches.load(std::memory_order_relaxed),
            .transfers = counters.transfers.load(std::memory_order_relaxed),
            .allocations = counters.allocations.load(std::memory_order_relaxed),
            .live_bytes = counters.live_bytes.load(std::memory_order_relaxed)};
}

/// Bytes copied between different logical devices since the program began.
[[nodiscard]] inline std::uint64_t transfer_count() noexcept { return statistics().transfers; }

}  // namespace detail
}  // namespace v0
}  // namespace cushard
