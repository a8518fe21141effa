// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Recorded events of one stream: how others wait for a point of its order. Layer: runtime.

#include "cushard/backend/table.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

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

    /// Records an event that covers everything up to `issued`, the stream's last ticket.
    status record(const backend& table, place at, void* stream, std::uint64_t issued) {
        auto chosen = events_.end();
        if (events_.size() >= capacity) chosen = std::find_if(events_.begin(), events_.end(), unpinned);
        if (chosen == events_.end()) {  // not full, or every event is pinned: then as many more as there are waiters
            auto fresh = std::make_unique<recorded_event>();
            if (const status made = table.event_create(at, &fresh->native); !made.ok()) return made;
            chosen = events_.insert(events_.begin(), std::move(fresh));
        }
        recorded_event& event = **chosen;
        event.ticket = 0;
        const status answer = table.record(at, stream, event.native);
        if (!answer.ok()) {
            std::rotate(events_.begin(), chosen, chosen + 1);
            return answer;
        }
        event.ticket = issued;
        std::rotate(chosen, chosen + 1, events_.end());
        return answer;
    }

    /// The oldest event that covers `ticket`, pinned; null if there is none. An event that is no longer in the ring is
    /// stood for by a later one, which covers more.
    [[nodiscard]] recorded_event* pin(std::uint64_t ticket) noexcept {
        const auto found = std::partition_point(events_.begin(), events_.end(),
                                                [ticket](const auto& event) { return event->ticket < ticket; });
        if (found == events_.end()) return nullptr;
        (*found)->pins.fetch_add(1, std::memory_order_relaxed);
        return found->get();
    }

    [[nodiscard]] std::size_t size() const noexcept { return events_.size(); }

private:
    // acquire: what the waiter did with the event happens before it is recorded again
    static bool unpinned(const std::unique_ptr<recorded_event>& event) noexcept {
        return event->pins.load(std::memory_order_acquire) == 0;
    }

    std::vector<std::unique_ptr<recorded_event>> events_;  ///< by ticket, oldest first
};

inline void unpin(recorded_event& event) noexcept { event.pins.fetch_sub(1, std::memory_order_release); }

}  // namespace detail
}  // namespace v0
}  // namespace cushard
