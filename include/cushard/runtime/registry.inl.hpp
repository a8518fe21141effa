// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of registry.hpp. Layer: runtime.

#include "cushard/backend/host/check.hpp"
#include "cushard/backend/host/table.hpp"
#include "cushard/backend/table.hpp"
#include "cushard/base/error.hpp"
#include "cushard/base/span.hpp"
#include "cushard/runtime/device_grammar.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/inline_list.hpp"
#include "cushard/runtime/life.hpp"
#include "cushard/runtime/registry.hpp"
#include "cushard/runtime/waits.hpp"

#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline device_list* make_devices() {
    const backend* const cuda = cuda_backend_slot.load(std::memory_order_acquire);
    int cuda_count = 0;
    std::string no_cuda = "this program has no CUDA backend, for nvcc compiled no unit of it";
    if (cuda != nullptr) {
        const status answer = cuda->device_count(&cuda_count);
        if (!answer.ok()) cuda_count = 0;
        no_cuda = answer.ok() ? std::string("there is no CUDA device") : std::string(answer.call) + ": " + answer.text;
    }
    const char* text = std::getenv("CUSHARD_DEVICES");
    if (text == nullptr || *text == '\0') text = cuda_count > 0 ? "cuda" : "host";

    const device_choices wanted = parse_devices(text, cuda_count, no_cuda);
    const backend* host = nullptr;
    for (const device_choice& each : wanted) {
        if (each.on_host) host = &host_backend();
    }
    auto* const made = new device_list;
    const char* const cache = std::getenv("CUSHARD_CACHE");
    const bool caches = cache == nullptr || std::string_view(cache) != "0";
    for (const device_choice& each : wanted) {
        const bool is_checked = each.on_host && host_check::enabled();
        made->add(each.physical, each.on_host ? *host : *cuda, each.on_host, caches && !is_checked);
    }
    made->end_configuration();
    return made;
}

inline void add_everything(wait_list& waits, device_state& device) {
    inline_list<stream_state*, 16> streams;
    {
        const std::lock_guard lock(device.mutex);
        for (stream_state* each : device.streams) streams.push_back(each);
    }
    for (stream_state* each : streams) add_everything(waits, *each);
}

inline void drain(const char* what, span<device_state* const> devices) {
    wait_list waits;
    for (device_state* each : devices) add_everything(waits, *each);
    waits.pin(what);
    waits.block(what);
}

/// The exit handler's: nobody is left whom an error could tell anything.
inline void drain_at_exit() noexcept {
    for (device_state* each : *the_devices.load(std::memory_order_acquire)) {
        try {
            drain("exit", span(&each, 1));
        } catch (...) {
        }
    }
}

inline device_list& devices(const char* what) {
    if (!alive()) [[unlikely]] {
        if (life.load(std::memory_order_acquire) != phase::unborn) throw_not_alive(what);
        static const bool born = [] {
            the_devices.store(make_devices(), std::memory_order_release);
            begin_life(drain_at_exit);
            return true;
        }();
        static_cast<void>(born);
    }
    return *the_devices.load(std::memory_order_acquire);
}

inline device_state& device_at(const char* what, int id) {
    device_list& all = devices(what);
    if (id < 0 || id >= all.size())
        throw device_error(std::string(what) + ": there is no device " + std::to_string(id) + ": there are " +
                           std::to_string(all.size()) + ", numbered from 0");
    return all[id];
}

/// The caller holds the device's mutex.
inline stream_state& make_stream(const char* what, device_state& device) {
    void* native = nullptr;
    check(what, device.table.stream_create(device.at, &native), device);
    device.streams.reserve(device.streams.size() + 1);
    auto* made = new stream_state(streams_made.fetch_add(1, std::memory_order_relaxed) + 1, device, native);
    device.streams.push_back(made);
    return *made;
}

inline stream_state& lasting_stream(const char* what, device_state& device, std::atomic<stream_state*>& slot) {
    if (stream_state* made = slot.load(std::memory_order_acquire)) return *made;
    const std::lock_guard lock(device.mutex);
    if (stream_state* made = slot.load(std::memory_order_relaxed)) return *made;
    stream_state& made = make_stream(what, device);
    slot.store(&made, std::memory_order_release);
    return made;
}

inline stream_state& take_stream(const char* what, device_state& device) {
    const std::lock_guard lock(device.mutex);
    if (device.idle.empty()) {
        device.idle.reserve(device.streams.size() + 1);  // room for every stream, so that giving back cannot fail
        return make_stream(what, device);
    }
    stream_state* const taken = device.idle.back();
    device.idle.pop_back();
    return *taken;
}

inline void give_back(stream_state& stream) noexcept {
    if (!alive()) return;
    const std::lock_guard lock(stream.home.mutex);
    stream.home.idle.push_back(&stream);
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
