// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What a logical device knows of its memory: how much is in use, how much may be, who wants to hear of it. Layer:
// runtime.

#include "cushard/runtime/block_cache.hpp"

#include <atomic>
#include <cstddef>
#include <limits>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// A block that an array took or gave back.
struct memory_event {
    int device = 0;         ///< its number
    void* block = nullptr;  ///< an address on the device
    std::size_t bytes = 0;  ///< of the block, which may be larger than what was asked for
    bool taken = false;     ///< else given back
    const char* what = "";  ///< the operation
};

/// Called on the thread that takes or gives back, which holds none of the library's locks. It throws nothing.
using memory_hook = void (*)(const memory_event&, void* context);

namespace detail {

struct memory_state {
    static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

    struct hook_entry {
        memory_hook call;
        void* context;
        const hook_entry* former;  ///< kept: another thread may be in the middle of calling it
    };

    explicit memory_state(bool caches) noexcept : caching(caches) {}
    memory_state(const memory_state&) = delete;
    memory_state& operator=(const memory_state&) = delete;
    ~memory_state() {
        for (const hook_entry* each = hook.load(); each != nullptr;) delete std::exchange(each, each->former);
    }

    /// Off, every block comes from the backend and goes back to it, with the bytes that were asked for: tools
    /// (compute-sanitizer, AddressSanitizer, the checked mode) then see each of them.
    const bool caching;
    std::atomic<std::size_t> used{0};    ///< bytes of blocks that storages own
    std::atomic<std::size_t> peak{0};    ///< the most that `used` has been
    std::atomic<std::size_t> cached{0};  ///< bytes of blocks in the caches of streams
    std::atomic<std::size_t> limit{no_limit};
    std::atomic<const hook_entry*> hook{nullptr};

    [[nodiscard]] std::size_t size_of_block(std::size_t bytes) const noexcept {
        return caching ? block_cache::size_of_block(bytes) : bytes;
    }
    void note_peak(std::size_t reached) noexcept {
        std::size_t known = peak.load(std::memory_order_relaxed);
        while (known < reached && !peak.compare_exchange_weak(known, reached, std::memory_order_relaxed)) {
        }
    }
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
