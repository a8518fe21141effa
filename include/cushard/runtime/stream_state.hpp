// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A stream as the runtime keeps it: its own number, the tickets it has given out, its recorded events, and what it has
// already waited for. Never destroyed, for storages remember streams longer than users do. Layer: runtime.

#include "cushard/runtime/block_cache.hpp"
#include "cushard/runtime/device_state.hpp"
#include "cushard/runtime/event.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/inline_list.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
class storage;

namespace detail {

struct stream_state {
    stream_state(std::uint64_t number, device_state& device, void* handle) : id(number), home(device), native(handle) {}

    const std::uint64_t id;  ///< the library's own, in the order in which streams are made; mutexes are taken in it
    device_state& home;
    void* const native;

    /// Held while anything is enqueued, so that tickets are given out in the stream's order.
    std::mutex mutex;
    std::uint64_t issued = 0;  ///< the last ticket given out; under `mutex`
    event_ring events;         ///< under `mutex`

    block_cache cache;  ///< under `mutex`

    struct sighting {
        std::uint64_t stream;
        std::uint64_t ticket;
    };
    inline_list<sighting, 8> seen;  ///< by stream, the ticket that this one has waited for; under `mutex`

    /// A host thread has waited for every ticket up to this one: nobody needs to wait for those again.
    std::atomic<std::uint64_t> finished{0};

    void* foreign_event = nullptr;  ///< of whoever holds this stream for a `foreign_use`

    std::mutex scratch_mutex;
    storage* scratch = nullptr;  ///< one reference to it is the stream's; under `scratch_mutex`

    void note_finished(std::uint64_t ticket) noexcept {
        std::uint64_t known = finished.load(std::memory_order_relaxed);
        while (known < ticket && !finished.compare_exchange_weak(known, ticket, std::memory_order_release)) {
        }
    }
};

/// A place in a stream's order: what the stream had done when it had done `ticket`.
struct point {
    stream_state* on = nullptr;
    std::uint64_t ticket = 0;

    [[nodiscard]] bool known_over() const noexcept { return on->finished.load(std::memory_order_acquire) >= ticket; }
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
