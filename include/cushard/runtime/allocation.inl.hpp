// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of allocation.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/runtime/allocation.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/inline_list.hpp"
#include "cushard/runtime/memory_state.hpp"
#include "cushard/runtime/registry.hpp"

#include <mutex>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void tell_hook(device_state& home, std::size_t size, void* block, bool taken, const char* what) noexcept {
    const memory_state::hook_entry* const hook = home.memory.hook.load(std::memory_order_acquire);
    if (hook == nullptr || hook->call == nullptr) [[likely]]
        return;
    hook->call({.device = home.id, .block = block, .bytes = size, .taken = taken, .what = what}, hook->context);
}

/// The caller holds the stream's mutex.
inline void release_to_backend(stream_state& on, void* block) {
    ++on.issued;  // so that whoever drains the device waits for the release too
    check("free", on.home.table.release(on.home.at, on.native, block), on.home);
}

/// Has the backend take back what the device's streams have cached, each in its stream's order.
inline void empty_caches(device_state& home) {
    if (home.memory.cached.load(std::memory_order_relaxed) == 0) return;
    inline_list<stream_state*, 16> streams;
    {
        const std::lock_guard lock(home.mutex);
        for (stream_state* each : home.streams) streams.push_back(each);
    }
    for (stream_state* each : streams) {
        const std::lock_guard lock(each->mutex);
        std::size_t size = 0;
        while (void* const block = each->cache.take_any(&size)) {
            home.memory.cached.fetch_sub(size, std::memory_order_relaxed);
            release_to_backend(*each, block);
        }
    }
}

inline void reclaim_memory(const char* what, span<device_state* const> devices) {
    for (device_state* each : devices) empty_caches(*each);
    drain(what, devices);
    for (device_state* each : devices) check(what, each->table.trim(each->at), *each);
}

/// The same on every logical device that shares the physical one.
inline void reclaim_shared_memory(const char* what, device_state& home) {
    inline_list<device_state*, 16> sharers;
    for (device_state* each : devices(what)) {
        if (&each->table == &home.table && each->at.physical == home.at.physical) sharers.push_back(each);
    }
    reclaim_memory(what, span<device_state* const>(sharers.data(), sharers.size()));
}

/// Bytes that count as used from the beginning of an allocation on, unless it fails.
class memory_claim {
public:
    memory_claim(device_state& home, std::size_t size) noexcept
        : home_(home), size_(size), used_(home.memory.used.fetch_add(size, std::memory_order_relaxed) + size) {}
    memory_claim(const memory_claim&) = delete;
    memory_claim& operator=(const memory_claim&) = delete;
    ~memory_claim() {
        if (!kept_) home_.memory.used.fetch_sub(size_, std::memory_order_relaxed);
    }

    /// @throws out_of_memory
    void require_within(const char* what, std::size_t limit) const {
        if (used_ <= limit) return;
        throw out_of_memory(std::string(what) + ": no memory for " + std::to_string(size_) + " bytes on " +
                            describe(home_) + ": its limit is " + std::to_string(limit) + " bytes, and " +
                            std::to_string(used_ - size_) + " are in use");
    }
    void keep() noexcept {
        kept_ = true;
        home_.memory.note_peak(used_);
    }

private:
    device_state& home_;
    std::size_t size_;
    std::size_t used_;
    bool kept_ = false;
};

[[noreturn]] inline void throw_no_memory(const char* what, std::size_t bytes, device_state& device) {
    std::string text = std::string(what) + ": no memory for " + std::to_string(bytes) + " bytes on " + describe(device);
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    if (device.table.memory_info(device.at, &free_bytes, &total_bytes).ok())
        text += ": " + std::to_string(free_bytes) + " of " + std::to_string(total_bytes) + " bytes are free";
    throw out_of_memory(text);
}

inline status allocate_from_backend(stream_state& on, std::size_t size, void** block, point& when) {
    const std::lock_guard lock(on.mutex);
    const status answer = on.home.table.allocate(on.home.at, on.native, size, block);
    if (answer.ok()) when = {&on, ++on.issued};
    return answer;
}

/// After an allocation under a limit: what the device keeps for later is given back if it passes the limit by more than
/// the piece in which a driver takes memory.
inline void keep_reserve_within(std::size_t limit, const char* what, device_state& home) {
    constexpr std::size_t piece = std::size_t{32} << 20;
    std::size_t held = 0;
    check(what, home.table.reserved(home.at, &held), home);
    const std::size_t used = home.memory.used.load(std::memory_order_relaxed);
    if (held <= limit || held - limit <= piece || held <= used || held - used <= piece) return;
    device_state* const only = &home;
    reclaim_memory(what, span(&only, 1));
}

inline void* take_block(stream_state& on, std::size_t bytes, const char* what, point& when) {
    device_state& home = on.home;
    const std::size_t size = home.memory.size_of_block(bytes);
    memory_claim claim(home, size);
    const std::size_t limit = home.memory.limit.load(std::memory_order_relaxed);
    claim.require_within(what, limit);
    void* block = nullptr;
    if (home.memory.caching) {
        const std::lock_guard lock(on.mutex);
        block = on.cache.take(size);
        if (block != nullptr) when = {&on, ++on.issued};
    }
    if (block != nullptr) {
        home.memory.cached.fetch_sub(size, std::memory_order_relaxed);
    } else {
        status answer = allocate_from_backend(on, size, &block, when);
        if (answer.code == status_code::out_of_memory) {
            reclaim_shared_memory(what, home);
            answer = allocate_from_backend(on, size, &block, when);
            if (answer.code == status_code::out_of_memory) throw_no_memory(what, bytes, home);
        }
        check(what, answer, home);
    }
    claim.keep();
    tell_hook(home, size, block, true, what);
    if (limit != memory_state::no_limit) keep_reserve_within(limit, what, home);
    return block;
}

inline void return_block(stream_state& on, std::size_t bytes, void* block, bool cached) {
    device_state& home = on.home;
    const std::size_t size = home.memory.size_of_block(bytes);
    if (!cached || !home.memory.caching || !block_cache::keeps(size)) {
        release_to_backend(on, block);
        return;
    }
    while (!on.cache.put(size, block)) {
        std::size_t given_up = 0;
        void* const other = on.cache.give_up(size, &given_up);
        home.memory.cached.fetch_sub(given_up, std::memory_order_relaxed);
        release_to_backend(on, other);
    }
    home.memory.cached.fetch_add(size, std::memory_order_relaxed);
}

inline void note_returned(device_state& home, std::size_t bytes, void* block, const char* what) noexcept {
    const std::size_t size = home.memory.size_of_block(bytes);
    home.memory.used.fetch_sub(size, std::memory_order_relaxed);
    tell_hook(home, size, block, false, what);
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
