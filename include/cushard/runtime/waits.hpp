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
    void add(std::size_t waiter, const point& target);

    /// As `add`, also for what a host thread has waited for.
    void add_though_over(std::size_t waiter, const point& target);

    /// Finds or records an event for each point, under that stream's mutex. The caller holds no stream's mutex.
    void pin(const char* what);

    /// Makes `stream` wait on the device for what `waiter` needs, unless it has done so before. Under its mutex.
    void enqueue(const char* what, std::size_t waiter, stream_state& stream);

    /// Makes a stream that is not the library's wait on the device for everything.
    void enqueue_on_native(const char* what, device_state& home, void* native);

    /// Blocks the calling thread until all is over. The caller holds no mutex. Errors of that work come out here, the
    /// first of them, but not before everything has been waited for.
    void block(const char* what);

private:
    struct entry {
        std::size_t waiter;
        point target;
        recorded_event* event;
    };

    static std::uint64_t& seen_by(stream_state& stream, const stream_state& other);

    void unpin_all() noexcept;

    inline_list<entry, 8> entries_;
};

/// Adds all that `stream` has been given so far.
void add_everything(wait_list& waits, stream_state& stream);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/waits.inl.hpp")
