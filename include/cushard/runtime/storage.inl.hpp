// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of storage.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/runtime/allocation.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/inline_list.hpp"
#include "cushard/runtime/life.hpp"
#include "cushard/runtime/registry.hpp"
#include "cushard/runtime/statistics.hpp"
#include "cushard/runtime/storage.hpp"

#include <mutex>

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
    detail::note_returned(home_, bytes_, block_, what);
    detail::stream_state* on = history_.only_stream();
    detail::wait_list waits;
    const bool is_its_own = on != nullptr && &on->home == &home_;
    if (!is_its_own) {
        on = &detail::lasting_stream(what, home_, home_.reclaim);
        history_.gather_for_release(waits, on);
        waits.pin(what);
    }
    const std::lock_guard lock(on->mutex);
    waits.enqueue(what, 0, *on);
    detail::return_block(*on, bytes_, block_, is_its_own);
}

namespace detail {

inline storage_ref allocate_on(stream_state& on, std::size_t bytes, const char* what) {
    require_alive(what);
    device_state& home = on.home;
    require_usable(what, home);
    if (bytes == 0) return storage_ref::adopt(new storage(home, nullptr, 0));

    auto made =
        storage_ref::adopt(new storage(home, nullptr, bytes));  // first: a block must not be lost to its failure
    point when;
    made->block_ = take_block(on, bytes, what, when);
    counters.allocations.fetch_add(1, std::memory_order_relaxed);
    counters.live_bytes.fetch_add(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
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
