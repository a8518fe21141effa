// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Waiting for points of other streams: gathered first, made waitable by events, then waited for by streams (on the
// device) or by the calling thread. Layer: runtime.

#include "cushard/runtime/event.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/inline_list.hpp"
#include "cushard/runtime/stream_state.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// One evaluation's waits. `add` what is needed, `pin` events for it, then `enqueue` for each waiter or `block`.
class wait_list {
public:
    wait_list() = default;
    wait_list(const wait_list&) = delete;
    wait_list& operator=(const wait_list&) = delete;
    ~wait_list() { unpin_all(); }

    [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }

    /// `waiter` (an index that the caller chooses) needs `target`. Of several points of one stream the last counts.
    void add(std::size_t waiter, const point& target) {
        if (!target.known_over()) add_though_over(waiter, target);
    }

    /// As `add`, also for what a host thread has waited for.
    void add_though_over(std::size_t waiter, const point& target) {
        for (entry& each : entries_) {
            if (each.waiter == waiter && each.target.on == target.on) {
                if (each.target.ticket < target.ticket) each.target.ticket = target.ticket;
                return;
            }
        }
        entries_.push_back({waiter, target, nullptr});
    }

    /// Finds or records an event for each point, under that stream's mutex. The caller holds no stream's mutex.
    void pin(const char* what) {
        for (entry& each : entries_) {
            stream_state& other = *each.target.on;
            const std::lock_guard lock(other.mutex);
            each.event = other.events.pin(each.target.ticket);
            if (each.event == nullptr) {
                check(what, other.events.record(other.home.table, other.home.at, other.native, other.issued),
                      other.home);
                each.event = other.events.pin(each.target.ticket);
            }
        }
    }

    /// Makes `stream` wait on the device for what `waiter` needs, unless it has done so before. Under its mutex.
    void enqueue(const char* what, std::size_t waiter, stream_state& stream) {
        for (entry& each : entries_) {
            if (each.waiter != waiter) continue;
            std::uint64_t& seen = seen_by(stream, *each.target.on);
            if (seen >= each.target.ticket) continue;
            check(what, stream.home.table.wait(stream.home.at, stream.native, each.event->native), stream.home);
            seen = each.event->ticket;
        }
    }

    /// Makes a stream that is not the library's wait on the device for everything.
    void enqueue_on_native(const char* what, device_state& home, void* native) {
        for (const entry& each : entries_) check(what, home.table.wait(home.at, native, each.event->native), home);
    }

    /// Blocks the calling thread until all is over. The caller holds no mutex. Errors of that work come out here, the
    /// first of them, but not before everything has been waited for.
    void block(const char* what) {
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

private:
    struct entry {
        std::size_t waiter;
        point target;
        recorded_event* event;
    };

    static std::uint64_t& seen_by(stream_state& stream, const stream_state& other) {
        for (auto& each : stream.seen) {
            if (each.stream == other.id) return each.ticket;
        }
        stream.seen.push_back({other.id, 0});
        return stream.seen[stream.seen.size() - 1].ticket;
    }

    void unpin_all() noexcept {
        for (entry& each : entries_) {
            if (each.event != nullptr) unpin(*each.event);
        }
    }

    inline_list<entry, 8> entries_;
};

/// Adds all that `stream` has been given so far.
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
