// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The one door: everything that a device does goes through `submit`. Order, lifetime and failure are kept here and
// nowhere else. Layer: runtime.
//
// An operation has one part, or several that belong together (an exchange, a collective): a part is a stream and the
// storages that its work uses. What happens, in this order:
//   1. All is validated; what each part must wait for is read from its storages, each under its own mutex.
//   2. For every foreign point an event is found or recorded, each under the mutex of the stream that is waited for.
//   3. The parts' streams are locked, in the order of their ids; they are told to wait, unless that is implied by an
//      earlier wait; each part takes a ticket and its work is enqueued; where asked, events are recorded.
//   4. The streams are unlocked, and the tickets are noted in the storages.
// An operation of one part that waits for nothing, as most do, is noted while it is validated, with its stream locked
// from the start, so that each storage is seen once. If a storage turns out to need a wait, the ticket passes with
// nothing done: what has been noted comes later than it need, and the operation goes the way above.
// Up to the first call of `work` a failure leaves everything as it was.
//
// Between 1 and 4 another thread may use the same storage. If both only read it, neither needs the other. If one
// writes, the program has a race (nothing says which comes first), and gets either order or none; places are kept under
// mutexes and memory is freed after all noted uses, so that nothing but the values is at stake.

#include "cushard/backend/table.hpp"
#include "cushard/base/span.hpp"
#include "cushard/runtime/device.hpp"
#include "cushard/runtime/inline_list.hpp"
#include "cushard/runtime/life.hpp"
#include "cushard/runtime/registry.hpp"
#include "cushard/runtime/statistics.hpp"
#include "cushard/runtime/storage.hpp"
#include "cushard/runtime/stream_state.hpp"
#include "cushard/runtime/waits.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// One storage that a part uses. The caller holds a reference to it until `submit` has returned; from then on the order
/// of streams keeps the block.
struct use {
    storage* what = nullptr;
    access_mode mode = access_mode::read;
    bool peer = false;  ///< may live on another device of the same backend: the far end of a transfer
};

/// What one stream does in an operation.
struct part {
    detail::stream_state* on = nullptr;
    detail::span<const use> uses;
};

namespace detail {

/// One operation on its way through the door. The constructor does steps 1, 2 and the first half of 3.
class submission {
public:
    submission(const char* what, span<const part> parts);
    submission(const submission&) = delete;
    submission& operator=(const submission&) = delete;
    ~submission();

    /// The next part's turn: it takes its ticket. What is enqueued from here on counts as done in the storages' order.
    const part& begin();

    /// Makes the tickets waitable at once.
    void record();

    /// After `begin`: a bad answer ends the operation.
    void check_enqueued(const status& answer, stream_state& on);

    /// Something other than a status ended it.
    void abandon() noexcept;

    /// The point that `part` reached.
    [[nodiscard]] point reached(std::size_t part) const noexcept { return {parts_[part].on, tickets_[part]}; }

private:
    /// False: the operation has to wait for something, or cannot be; nothing is locked then.
    bool begin_at_once(const part& only);
    void gather(std::size_t index);
    void require_peer(const use& one, device_state& home, const device_state& runs_on) const;
    void lock();
    void unlock() noexcept;

    /// Step 4. Writes first, then reads: where one part writes what another reads, both are noted.
    void note() const noexcept;
    [[nodiscard]] bool written_before(std::size_t index, const storage& target) const noexcept;
    void invalidate(const std::string& reason);

    const char* what_;
    span<const part> parts_;
    wait_list waits_;
    inline_list<stream_state*, 4> locked_;
    inline_list<std::uint64_t, 4> tickets_;  ///< of the parts that have begun
    bool noted_ = false;                     ///< in the storages
};

/// The door itself; `submit` counts as well. Answers the point that the last part reached.
template <class Work>
point enqueue(const char* what, span<const part> parts, bool record, Work&& work) {
    submission door(what, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const part& next = door.begin();
        device_state& home = next.on->home;
        status answer;
        try {
            answer = work(i, home.table, home.at, next.on->native);
        } catch (...) {
            door.abandon();
            throw;
        }
        door.check_enqueued(answer, *next.on);
    }
    if (record) door.record();
    return parts.empty() ? point{} : door.reached(parts.size() - 1);
}

}  // namespace detail

/// Enqueues an operation, in order after all that its storages need.
///
/// @param what    the operation's name, for errors and traces
/// @param parts   at least one
/// @param record  makes the operation waitable at once by events of its own: for transfers and pipelines, whose waiters
///                should not wait for what is enqueued later; others are made waitable when somebody first asks
/// @param work    `status work(std::size_t part, const backend&, place, void* native_stream)`, called once for each
/// part,
///                in order, while the streams are locked: it enqueues and returns, and calls nothing of the runtime. If
///                it makes several calls, what may be `unsupported` comes first, for that leaves the targets valid
/// @throws device_error before anything is enqueued: not alive, a device lost, an operand elsewhere; error: an operand
///         without valid contents; cuda_error, out_of_memory, device_error: what `work` answered, after which all that
///         the parts called so far write is invalid
template <class Work>
void submit(const char* what, detail::span<const part> parts, bool record, Work&& work) {
    detail::enqueue(what, parts, record, work);
    detail::counters.launches.fetch_add(parts.size(), std::memory_order_relaxed);
}

/// One part, on the calling thread's current stream of `on`, the device of its storages.
template <class Work>
void submit(const char* what, device on, detail::span<const use> uses, Work&& work) {
    detail::require_alive(what);
    const part only{&detail::current_stream(what, on.state()), uses};
    submit(what, detail::span(&only, 1), false, work);
}

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/submit.inl.hpp")
