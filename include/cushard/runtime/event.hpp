// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Recorded events of one stream: how others wait for a point of its order. Layer: runtime.

#include "cushard/backend/table.hpp"
#include "cushard/runtime/inline_list.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// `native` was recorded when the stream had issued `ticket`; whoever waits on it waits for every ticket up to that.
/// While `pins` is not zero it is not recorded anew.
struct recorded_event {
    void* native = nullptr;
    std::uint64_t ticket = 0;  ///< 0: covers nothing
    std::atomic<int> pins{0};
};

/// The latest events of a stream, bounded and reused. All members are called under the stream's mutex.
///
/// A waiter finds its event under the mutex of the stream that is waited for, but waits under its own: between the two
/// another thread might record that same event anew. A pin closes the gap: it is set under the mutex, only unpinned
/// events are recorded again, and the waiter lets go once the backend has taken the wait (which stands for the record
/// that it met, as in CUDA). So no two streams' mutexes are ever held for the sake of a wait, and a host thread may
/// block in `synchronize` holding none at all.
class event_ring {
public:
    static constexpr std::size_t capacity = 64;

    event_ring() = default;
    event_ring(const event_ring&) = delete;
    event_ring& operator=(const event_ring&) = delete;
    ~event_ring() {
        for (recorded_event* each : events_) delete each;
    }

    /// Records an event that covers everything up to `issued`, the stream's last ticket.
    status record(const backend& table, place at, void* stream, std::uint64_t issued);

    /// The oldest event that covers `ticket`, pinned; null if there is none. An event that is no longer in the ring is
    /// stood for by a later one, which covers more.
    [[nodiscard]] recorded_event* pin(std::uint64_t ticket) noexcept;

    [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }

private:
    std::size_t oldest_unpinned() const noexcept;
    void move(std::size_t from, std::size_t to) noexcept;

    inline_list<recorded_event*, capacity> events_;  ///< by ticket, oldest first
};

inline void unpin(recorded_event& event) noexcept { event.pins.fetch_sub(1, std::memory_order_release); }

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/event.inl.hpp")
