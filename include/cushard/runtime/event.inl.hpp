// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of event.hpp. Layer: runtime.

#include "cushard/runtime/event.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline status event_ring::record(const backend& table, place at, void* stream, std::uint64_t issued) {
    std::size_t chosen = events_.size();
    if (events_.size() >= capacity) chosen = oldest_unpinned();
    if (chosen == events_.size()) {  // not full, or every event is pinned: then as many more as there are waiters
        events_.reserve(events_.size() + 1);
        void* native = nullptr;
        if (const status made = table.event_create(at, &native); !made.ok()) return made;
        events_.push_back(new recorded_event{.native = native});
    }
    recorded_event& event = *events_[chosen];
    event.ticket = 0;
    const status answer = table.record(at, stream, event.native);
    if (!answer.ok()) {
        move(chosen, 0);
        return answer;
    }
    event.ticket = issued;
    move(chosen, events_.size() - 1);
    return answer;
}

inline recorded_event* event_ring::pin(std::uint64_t ticket) noexcept {
    std::size_t found = 0;
    std::size_t end = events_.size();  // what is before `found` does not cover the ticket, what is from `end` on does
    while (found < end) {
        const std::size_t middle = (found + end) / 2;
        if (events_[middle]->ticket < ticket) {
            found = middle + 1;
        } else {
            end = middle;
        }
    }
    if (found == events_.size()) return nullptr;
    events_[found]->pins.fetch_add(1, std::memory_order_relaxed);
    return events_[found];
}

/// The number of events if all are pinned.
inline std::size_t event_ring::oldest_unpinned() const noexcept {
    std::size_t i = 0;
    // acquire: what the waiter did with the event happens before it is recorded again
    while (i < events_.size() && events_[i]->pins.load(std::memory_order_acquire) != 0) ++i;
    return i;
}

/// Those in between move up or down by one.
inline void event_ring::move(std::size_t from, std::size_t to) noexcept {
    recorded_event* const moved = events_[from];
    for (; from < to; ++from) events_[from] = events_[from + 1];
    for (; from > to; --from) events_[from] = events_[from - 1];
    events_[to] = moved;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
