// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of storage.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/inline_list.hpp"
#include "cushard/runtime/life.hpp"
#include "cushard/runtime/registry.hpp"
#include "cushard/runtime/statistics.hpp"
#include "cushard/runtime/storage.hpp"

#include <mutex>
#include <span>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline void storage::invalidate(const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (invalid_because_.empty()) invalid_because_ = reason;
}

inline bool storage::valid() const {
    const std::lock_guard lock(mutex_);
    return invalid_because_.empty();
}

inline void storage::gather(const char* what, detail::wait_list& waits, std::size_t waiter,
                            const detail::stream_state* own, access_mode mode) const {
    const std::lock_guard lock(mutex_);
    if (!invalid_because_.empty()) [[unlikely]]
        throw_invalid(what);
    history_.gather(waits, waiter, own, mode);
}

inline bool storage::note_if_ready(const detail::point& at, access_mode mode) {
    const std::lock_guard lock(mutex_);
    if (!invalid_because_.empty() || !history_.ready_for(at.on, mode)) return false;
    write_down(at, mode, false);
    return true;
}

inline void storage::note(const detail::point& at, access_mode mode, bool joint) {
    const std::lock_guard lock(mutex_);
    write_down(at, mode, joint);
}

inline void storage::write_down(const detail::point& at, access_mode mode, bool joint) {
    if (mode == access_mode::read) {
        history_.note_read(at);
    } else if (joint) {
        history_.note_joint_write(at);
    } else {
        history_.note_write(at);
    }
}

inline void storage::drop() noexcept {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    if (block_ != nullptr && detail::alive()) {
        try {
            free_block();
        } catch (...) {
            // The device is lost, or an event could not be had: a block that leaks harms nobody, one that is freed
            // while a stream still uses it does.
        }
    }
    delete this;
}

inline void storage::throw_invalid(const char* what) const {
    throw error(std::string(what) +
                ": an operand has no valid contents, for what should have written it failed: " + invalid_because_);
}

inline void storage::free_block() {
    constexpr const char* what = "free";
    detail::counters.live_bytes.fetch_sub(static_cast<std::int64_t>(bytes_), std::memory_order_relaxed);
    detail::stream_state* on = history_.only_stream();
    detail::wait_list waits;
    if (on == nullptr || &on->home != &home_) {
        on = &detail::lasting_stream(what, home_, home_.reclaim);
        history_.gather_for_release(waits, on);
        waits.pin(what);
    }
    const std::lock_guard lock(on->mutex);
    waits.enqueue(what, 0, *on);
    ++on->issued;  // so that whoever drains the device waits for the release too
    detail::check(what, home_.table.release(home_.at, on->native, block_), home_);
}

namespace detail {

/// Waits until everything on the physical device of `device` is over, frees among it, and has cached memory given back.
inline void reclaim_memory(const char* what, device_state& device) {
    inline_list<device_state*, 16> sharers;
    for (device_state* each : devices(what)) {
        if (&each->table == &device.table && each->at.physical == device.at.physical) sharers.push_back(each);
    }
    drain(what, span<device_state* const>(sharers.data(), sharers.size()));
    for (device_state* each : sharers) check(what, each->table.trim(each->at), *each);
}

[[noreturn]] inline void throw_no_memory(const char* what, std::size_t bytes, device_state& device) {
    std::string text = std::string(what) + ": no memory for " + std::to_string(bytes) + " bytes on " + describe(device);
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    if (device.table.memory_info(device.at, &free_bytes, &total_bytes).ok())
        text += ": " + std::to_string(free_bytes) + " of " + std::to_string(total_bytes) + " bytes are free";
    throw out_of_memory(text);
}

inline status try_allocate(stream_state& on, std::size_t bytes, void** block, point& when) {
    const std::lock_guard lock(on.mutex);
    const status answer = on.home.table.allocate(on.home.at, on.native, bytes, block);
    if (answer.ok()) when = {&on, ++on.issued};
    return answer;
}

inline storage_ref allocate_on(stream_state& on, std::size_t bytes, const char* what) {
    require_alive(what);
    device_state& home = on.home;
    require_usable(what, home);
    if (bytes == 0) return storage_ref::adopt(new storage(home, nullptr, 0));

    void* block = nullptr;
    point when;
    status answer = try_allocate(on, bytes, &block, when);
    if (answer.code == status_code::out_of_memory) {
        reclaim_memory(what, home);
        answer = try_allocate(on, bytes, &block, when);
        if (answer.code == status_code::out_of_memory) throw_no_memory(what, bytes, home);
    }
    check(what, answer, home);
    counters.allocations.fetch_add(1, std::memory_order_relaxed);
    counters.live_bytes.fetch_add(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
    auto made = storage_ref::adopt(new storage(home, block, bytes));
    made->note(when, access_mode::write);  // other streams may touch it only once it has been allocated
    return made;
}

inline void wait_for(storage& what_for, access_mode mode, const char* what) {
    require_alive(what);
    wait_list waits;
    what_for.gather(what, waits, 0, nullptr, mode);
    waits.pin(what);
    waits.block(what);
}

}  // namespace detail

inline storage_ref allocate(device on, std::size_t bytes, const char* what) {
    detail::require_alive(what);
    return detail::allocate_on(detail::current_stream(what, on.state()), bytes, what);
}

}  // namespace v0
}  // namespace cushard
