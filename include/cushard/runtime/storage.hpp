// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A block of device memory, counted: what arrays, views and expressions share and keep alive. Layer: runtime.

#include "cushard/runtime/device.hpp"
#include "cushard/runtime/spin_lock.hpp"
#include "cushard/runtime/stream_state.hpp"
#include "cushard/runtime/use_history.hpp"
#include "cushard/runtime/waits.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

class storage_ref;
namespace detail {
/// As `allocate`, in the order of a given stream.
storage_ref allocate_on(stream_state& on, std::size_t bytes, const char* what);
}  // namespace detail

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
    void invalidate(const std::string& reason);
    [[nodiscard]] bool valid() const;

    /// For the runtime: adds to `waits` what a use must wait for.
    /// @throws error if the storage is invalid.
    void gather(const char* what, detail::wait_list& waits, std::size_t waiter, const detail::stream_state* own,
                access_mode mode) const;

    /// For the runtime: notes a use that waits for nothing, before it is enqueued. False, and nothing is noted, if it
    /// must wait or the storage is invalid.
    bool note_if_ready(const detail::point& at, access_mode mode);

    /// For the runtime: a use was enqueued. `joint`: another part of the same operation wrote before.
    void note(const detail::point& at, access_mode mode, bool joint = false);

    void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }

    /// The last one frees the block in the order of its streams. Waits for nothing, never throws.
    void drop() noexcept;

private:
    friend storage_ref detail::allocate_on(detail::stream_state& on, std::size_t bytes, const char* what);

    ~storage() = default;

    /// Under `mutex_`.
    void write_down(const detail::point& at, access_mode mode, bool joint);

    [[noreturn]] void throw_invalid(const char* what) const;

    /// On the stream of its uses, if there is one; else on the device's reclaim stream, which waits for all: no compute
    /// stream ever waits for what another one does with the block. The last reference is gone, so that nobody else
    /// looks at the history.
    void free_block();

    std::atomic<std::uint32_t> references_{1};
    detail::device_state& home_;
    void* block_;  ///< null until it is there
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

/// Blocks the calling thread until `mode` could be done to the storage's bytes by the host.
/// @throws cuda_error device_error what the work before failed with, exceptions of functors included.
void wait_for(storage& what_for, access_mode mode, const char* what = "wait");

}  // namespace detail

/// Memory on a device, in the order of the calling thread's current stream there; contents unspecified, aligned to 256
/// bytes. Zero bytes are legal and allocate nothing.
/// @param what  the operation, for errors
/// @throws out_of_memory after pending frees were waited for and caches given back; device_error; cuda_error
storage_ref allocate(device on, std::size_t bytes, const char* what);

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/storage.inl.hpp")
