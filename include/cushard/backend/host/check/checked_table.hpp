// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The host backend's table in checked mode. Layer: backend.

#include "cushard/backend/host/check/checked_host.hpp"
#include "cushard/backend/host/machine.hpp"
#include "cushard/backend/table.hpp"

#include <cstddef>
#include <new>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::checked_mode {

inline checked_stream& stream_of(void* handle) noexcept { return *static_cast<checked_stream*>(handle); }
inline checked_event& event_of(void* handle) noexcept { return *static_cast<checked_event*>(handle); }

/// No entry throws: the checks' own bookkeeping can run out of memory.
template <class Act>
status guarded(const char* call, Act act) {
    try {
        return act(checked_host::process());
    } catch (const std::bad_alloc&) {
        return {status_code::out_of_memory, 0, call, "no memory for the checked mode's records"};
    }
}

inline status stream_create(place where, void** stream) {
    return guarded("stream_create", [&](checked_host& host) { return host.stream_create(where, stream); });
}
inline status event_create(place where, void** event) {
    return guarded("event_create", [&](checked_host& host) { return host.event_create(where, event); });
}
inline status allocate(place where, void* stream, std::size_t bytes, void** block) {
    return guarded("allocate",
                   [&](checked_host& host) { return host.allocate(where, stream_of(stream), bytes, block); });
}
inline status release(place where, void* stream, void* block) {
    return guarded("release", [&](checked_host& host) { return host.release(where, stream_of(stream), block); });
}
inline status launch(place where, void* stream, const kernel& code, const void* functor, const geometry& loop) {
    return guarded("launch",
                   [&](checked_host& host) { return host.launch(where, stream_of(stream), code, functor, loop); });
}
inline status copy(place where, void* stream, const copy_request& request) {
    return guarded("copy", [&](checked_host& host) { return host.copy(where, stream_of(stream), request); });
}
inline status fill(place where, void* stream, void* target, int byte, std::size_t bytes) {
    return guarded("fill",
                   [&](checked_host& host) { return host.fill(where, stream_of(stream), target, byte, bytes); });
}
inline status record(place where, void* stream, void* event) {
    return guarded("record",
                   [&](checked_host& host) { return host.record(where, stream_of(stream), event_of(event)); });
}
inline status wait(place where, void* stream, void* event) {
    return guarded("wait", [&](checked_host& host) { return host.wait(where, stream_of(stream), event_of(event)); });
}
inline status synchronize(place, void* event) {
    return guarded("synchronize", [&](checked_host& host) { return host.synchronize(event_of(event)); });
}
inline status query(place, void* event, bool* done) {
    return guarded("query", [&](checked_host& host) { return host.query(event_of(event), done); });
}
inline status trim(place where) {
    return guarded("trim", [&](checked_host& host) { return host.trim(where); });
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

}  // namespace detail::checked_mode
}  // namespace v0
}  // namespace cushard
