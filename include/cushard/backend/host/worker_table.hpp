// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The host backend's table in its usual mode: worker threads, no checks. Layer: backend.

#include "cushard/backend/host/event.hpp"
#include "cushard/backend/host/machine.hpp"
#include "cushard/backend/host/memory.hpp"
#include "cushard/backend/host/registry.hpp"
#include "cushard/backend/host/stream.hpp"
#include "cushard/backend/table.hpp"

#include <cstddef>
#include <new>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::worker_mode {

inline host_stream& stream_of(void* handle) noexcept { return *static_cast<host_stream*>(handle); }
inline host_event& event_of(void* handle) noexcept { return *static_cast<host_event*>(handle); }

/// What the entries that enqueue have in common: `act` on the stream, if its worker is there.
template <class Act>
status enqueue(const char* call, void* handle, Act act) {
    host_stream& stream = stream_of(handle);
    if (!stream.usable()) return lost_in_fork(call);
    try {
        act(stream);
    } catch (const std::bad_alloc&) {
        return {status_code::out_of_memory, 0, call, "no memory to enqueue it"};
    }
    return {};
}

inline status stream_create(place where, void** stream) {
    if (where.physical != 0) return no_such_device("stream_create");
    try {
        host_stream& made = registry<host_stream>::process().make(where);
        if (!made.start()) return {status_code::failed, 0, "stream_create", "the system gives no more threads"};
        *stream = &made;
    } catch (const std::bad_alloc&) {
        return {status_code::out_of_memory, 0, "stream_create", "no memory for the stream's queue"};
    }
    return {};
}

inline status event_create(place where, void** event) {
    if (where.physical != 0) return no_such_device("event_create");
    try {
        *event = &registry<host_event>::process().make();
    } catch (const std::bad_alloc&) {
        return {status_code::out_of_memory, 0, "event_create", "no memory for the event"};
    }
    return {};
}

inline status allocate(place where, void* /*stream*/, std::size_t bytes, void** block) {
    if (where.physical != 0) return no_such_device("allocate");
    *block = bytes == 0 ? nullptr : allocate_block(bytes);
    if (bytes != 0 && *block == nullptr) return no_memory("allocate");
    return {};
}

inline status release(place, void* stream, void* block) {
    if (block == nullptr) return {};
    return enqueue("release", stream, [&](host_stream& on) {
        on.push(release_operation{{host_operation::kind::release}, block});
    });
}

inline status launch(place, void* stream, const kernel& code, const void* functor, const geometry& loop) {
    return enqueue("launch", stream, [&](host_stream& on) { on.launch(code, functor, loop); });
}

inline status copy(place, void* stream, const copy_request& request) {
    return enqueue("copy", stream, [&](host_stream& on) {
        on.push(copy_operation{{host_operation::kind::copy}, request.target, request.source, request.bytes});
    });
}

inline status fill(place, void* stream, void* target, int byte, std::size_t bytes) {
    return enqueue("fill", stream, [&](host_stream& on) {
        on.push(fill_operation{{host_operation::kind::fill}, target, byte, bytes});
    });
}

inline status record(place, void* stream, void* event) {
    return enqueue("record", stream, [&](host_stream& on) { event_of(event).record(on); });
}

inline status wait(place, void* stream, void* event) {
    return enqueue("wait", stream, [&](host_stream& on) { event_of(event).hold_back(on); });
}

inline status synchronize(place, void* event) { return event_of(event).synchronize(); }

inline status query(place, void* event, bool* done) { return event_of(event).query(done); }

/// Nothing is cached; what is released but still queued comes back when the device's streams have run.
inline status trim(place where) {
    registry<host_stream>::process().each([where](host_stream& stream) {
        if (stream.where().logical == where.logical && stream.usable()) stream.await(stream.position());
    });
    return {};
}

inline constexpr backend table{
    "host",
    host_device_count,
    host_properties,
    stream_create,
    event_create,
    allocate,
    release,
    launch,
    copy,
    fill,
    record,
    wait,
    synchronize,
    query,
    host_memory_info,
    trim,
    host_reserved,
};

}  // namespace detail::worker_mode
}  // namespace v0
}  // namespace cushard
