// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What has been done to one storage, and in which streams' order: its last write and the reads since. Layer: runtime.

#include "cushard/runtime/inline_list.hpp"
#include "cushard/runtime/stream_state.hpp"
#include "cushard/runtime/waits.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// What a piece of work does with a storage. For order `write` and `read_write` are the same.
enum class access_mode { read, write, read_write };

namespace detail {

/// The uses that later work may have to wait for. A reader comes after the last write; a writer after that and all
/// reads since. One write may have several points, where the parts of one operation each wrote their piece of the
/// storage. Used under the storage's mutex.
class use_history {
public:
    /// What a new use from `own` must wait for; a stream need not wait for itself. Null `own`: for a host thread.
    void gather(wait_list& waits, std::size_t waiter, const stream_state* own, access_mode mode) const {
        for (const entry& each : entries_) {
            if (concerns(each, own, mode)) waits.add(waiter, each.at);
        }
    }

    /// Whether a new use from `own` waits for nothing, by what is known without asking the device.
    [[nodiscard]] bool ready_for(const stream_state* own, access_mode mode) const noexcept {
        for (const entry& each : entries_) {
            if (concerns(each, own, mode) && !each.at.known_over()) return false;
        }
        return true;
    }

    /// What a release on `own` must wait for: everything, by the device. That a host thread has waited for an event is
    /// order enough, but tools that follow streams alone (compute-sanitizer's stream-ordered races) do not see it.
    void gather_for_release(wait_list& waits, const stream_state* own) const {
        for (const entry& each : entries_) {
            if (each.at.on != own) waits.add_though_over(0, each.at);
        }
    }

    /// A write makes all that came before it a matter of the past: whoever comes after it comes after them.
    void note_write(const point& at) {
        entries_.clear();
        entries_.push_back({at, true});
    }

    /// Another part of the operation whose first write was noted last.
    void note_joint_write(const point& at) { note(at, true); }

    void note_read(const point& at) { note(at, false); }

    /// The stream of all uses since the last write, that one included; null if there are several.
    [[nodiscard]] stream_state* only_stream() const noexcept {
        stream_state* only = nullptr;
        for (const entry& each : entries_) {
            if (only != nullptr && each.at.on != only) return nullptr;
            only = each.at.on;
        }
        return only;
    }

private:
    struct entry {
        point at;
        bool write;
    };

    static bool concerns(const entry& before, const stream_state* own, access_mode mode) noexcept {
        return before.at.on != own && (before.write || mode != access_mode::read);
    }

    void note(const point& at, bool write) {
        for (entry& each : entries_) {
            if (each.at.on != at.on || each.write != write) continue;
            if (each.at.ticket < at.ticket) each.at.ticket = at.ticket;
            return;
        }
        entries_.push_back({at, write});
    }

    inline_list<entry, 4> entries_;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
