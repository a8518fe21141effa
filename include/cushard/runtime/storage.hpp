// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A block of device memory, counted: what arrays, views and expressions share and keep alive. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/runtime/device.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/life.hpp"
#include "cushard/runtime/registry.hpp"
#include "cushard/runtime/spin_lock.hpp"
#include "cushard/runtime/statistics.hpp"
#include "cushard/runtime/use_history.hpp"
#include "cushard/runtime/waits.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// A block of memory on one device, its order and its validity. Made by `allocate`, held by `storage_ref`.
///
/// From several host threads at once: any use of different storages; reads of one storage. Writes to one storage from
/// several threads, or a write beside a read, are the user's race: the values are then unspecified, but nothing breaks.
class storage {
public:
    storage(detail::device_state& home, void* block, std::size_t bytes) noexcept
        : home_(home), block_(block), bytes_(bytes) {}
    storage(const storage&) = delete;
    storage& operator=(const storage&) = delete;

    /// Null if it has no bytes. What is read or written through it is not ordered: see `submit`.
    [[nodiscard]] void* data() const noexcept { return block_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] device get_device() const noexcept { return device(home_); }

    /// From now on every use throws `reason`; the first reason stays.
    void invalidate(const std::string& reason) {
        const std::lock_guard lock(mutex_);
        if (invalid_because_.empty()) invalid_because_ = reason;
    }
    [[nodiscard]] bool valid() const {
        const std::lock_guard lock(mutex_);
        return invalid_because_.empty();
    }

    /// For the runtime: adds to `waits` what a use must wait for.
    /// @throws error if the storage is invalid.
    void gather(const char* what, detail::wait_list& waits, std::size_t waiter, const detail::stream_state* own,
                access_mode mode) const {
        const std::lock_guard lock(mutex_);
        if (!invalid_because_.empty()) [[unlikely]]
            throw_invalid(what);
        history_.gather(waits, waiter, own, mode);
    }

    /// For the runtime: a use was enqueued. `joint`: another part of the same operation wrote before.
    void note(const detail::point& at, access_mode mode, bool joint = false) {
        const std::lock_guard lock(mutex_);
        if (mode == access_mode::read) {
            history_.note_read(at);
        } else if (joint) {
            history_.note_joint_write(at);
        } else {
            history_.note_write(at);
        }
    }

    void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

    /// The last one frees the block in the order of its streams. Waits for nothing, never throws.
    void drop() noexcept {
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

private:
    ~storage() = default;

    [[noreturn]] void throw_invalid(const char* what) const {
        throw error(std::string(what) +
                    ": an operand has no valid contents, for what should have written it failed: " + invalid_because_);
    }

    /// On the stream of its uses, if there is one; else on the device's reclaim stream, which
    /// waits for all: no compute stream ever waits for what another one does with the block. The last reference is
    /// gone, so that nobody else looks at the history.
    void free_block() {
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

    std::atomic<std::uint32_t> references_{1};
    detail::device_state& home_;
    void* const block_;
    const std::size_t bytes_;
    mutable detail::spin_lock mutex_;
    detail::use_history history_;  ///< under `mutex_`
    std::string invalid_because_;  ///< empty: valid; under `mutex_`
};

/// Owns a share of a storage. Whatever reads or writes memory holds one, views and expressions included.
class storage_ref {
public:
    storage_ref() noexcept = default;
    /// Takes over a reference that is already counted.
    static storage_ref adopt(storage* counted) noexcept {
        storage_ref made;
        made.held_ = counted;
        return made;
    }
    /// Shares what somebody else holds.
    explicit storage_ref(storage& shared) noexcept : held_(&shared) { shared.retain(); }
    storage_ref(const storage_ref& other) noexcept : held_(other.held_) {
        if (held_ != nullptr) held_->retain();
    }
    storage_ref(storage_ref&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
    storage_ref& operator=(storage_ref other) noexcept {
        std::swap(held_, other.held_);
        return *this;
    }
    ~storage_ref() {
        if (held_ != nullptr) held_->drop();
    }

    [[nodiscard]] storage* get() const noexcept { return held_; }
    storage& operator*() const noexcept { return *held_; }
    storage* operator->() const noexcept { return held_; }
    explicit operator bool() const noexcept { return held_ != nullptr; }
    friend bool operator==(const storage_ref&, const storage_ref&) noexcept = default;

private:
    storage* held_ = nullptr;
};

namespace detail {

/// Waits until everything on the physical device of `device` is over, frees among it, and has cached memory given back.
inline void reclaim_memory(const char* what, device_state& device) {
    std::vector<device_state*> sharers;
    for (device_state* each : devices(what)) {
        if (&each->table == &device.table && each->at.physical == device.at.physical) sharers.push_back(each);
    }
    drain(what, sharers);
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

/// As `allocate`, in the order of a given stream.
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

/// Blocks the calling thread until `mode` could be done to the storage's bytes by the host.
/// @throws cuda_error device_error what the work before failed with, exceptions of functors included.
inline void wait_for(storage& what_for, access_mode mode, const char* what = "wait") {
    require_alive(what);
    wait_list waits;
    what_for.gather(what, waits, 0, nullptr, mode);
    waits.pin(what);
    waits.block(what);
}

}  // namespace detail

/// Memory on a device, in the order of the calling thread's current stream there; contents unspecified, aligned to 256
/// bytes. Zero bytes are legal and allocate nothing.
/// @param what  the operation, for errors
/// @throws out_of_memory after pending frees were waited for and caches given back; device_error; cuda_error
inline storage_ref allocate(device on, std::size_t bytes, const char* what) {
    detail::require_alive(what);
    return detail::allocate_on(detail::current_stream(what, on.state()), bytes, what);
}

}  // namespace v0
}  // namespace cushard
