// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of waits.hpp. Layer: runtime.

#include "cushard/runtime/event.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/waits.hpp"

#include <exception>
#include <mutex>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void wait_list::add(std::size_t waiter, const point& target) {
    if (!target.known_over()) add_though_over(waiter, target);
}

inline void wait_list::add_though_over(std::size_t waiter, const point& target) {
    for (entry& each : entries_) {
        if (each.waiter == waiter && each.target.on == target.on) {
            if (each.target.ticket < target.ticket) each.target.ticket = target.ticket;
            return;
        }
    }
    entries_.push_back({waiter, target, nullptr});
}

inline void wait_list::pin(const char* what) {
    for (entry& each : entries_) {
        stream_state& other = *each.target.on;
        const std::lock_guard lock(other.mutex);
        each.event = other.events.pin(each.target.ticket);
        if (each.event == nullptr) {
            check(what, other.events.record(other.home.table, other.home.at, other.native, other.issued), other.home);
            each.event = other.events.pin(each.target.ticket);
        }
    }
}

inline void wait_list::enqueue(const char* what, std::size_t waiter, stream_state& stream) {
    for (entry& each : entries_) {
        if (each.waiter != waiter) continue;
        std::uint64_t& seen = seen_by(stream, *each.target.on);
        if (seen >= each.target.ticket) continue;
        check(what, stream.home.table.wait(stream.home.at, stream.native, each.event->native), stream.home);
        seen = each.event->ticket;
    }
}

inline void wait_list::enqueue_on_native(const char* what, device_state& home, void* native) {
    for (const entry& each : entries_) check(what, home.table.wait(home.at, native, each.event->native), home);
}

inline void wait_list::block(const char* what) {
    std::exception_ptr first;
    for (entry& each : entries_) {
        device_state& home = each.target.on->home;
        try {
            check(what, home.table.synchronize(home.at, each.event->native), home);
            each.target.on->note_finished(each.event->ticket);
        } catch (...) {
            if (!first) first = std::current_exception();
        }
    }
    if (first) std::rethrow_exception(first);
}

inline std::uint64_t& wait_list::seen_by(stream_state& stream, const stream_state& other) {
    for (auto& each : stream.seen) {
        if (each.stream == other.id) return each.ticket;
    }
    stream.seen.push_back({other.id, 0});
    return stream.seen[stream.seen.size() - 1].ticket;
}

inline void wait_list::unpin_all() noexcept {
    for (entry& each : entries_) {
        if (each.event != nullptr) unpin(*each.event);
    }
}

inline void add_everything(wait_list& waits, stream_state& stream) {
    std::uint64_t issued = 0;
    {
        const std::lock_guard lock(stream.mutex);
        issued = stream.issued;
    }
    waits.add(0, {&stream, issued});
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
