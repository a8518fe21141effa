// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The process's logical devices and their streams, and which of them each thread works on. Made at the first use,
// leaked on purpose: arrays of any lifetime can rely on it. Layer: runtime.

#include "cushard/backend/host/table.hpp"
#include "cushard/backend/table.hpp"
#include "cushard/runtime/device_grammar.hpp"
#include "cushard/runtime/device_list.hpp"
#include "cushard/runtime/device_state.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/life.hpp"
#include "cushard/runtime/stream_state.hpp"
#include "cushard/runtime/waits.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline constinit std::atomic<device_list*> the_devices{nullptr};
inline constinit std::atomic<std::uint64_t> streams_made{0};

/// What a thread works on. No constructor and no destructor: arrays that a dying thread still holds may need it.
struct thread_choice {
    int device = 0;
    stream_state* streams[max_devices] = {};  ///< null: the device's compute stream
};
inline constinit thread_local thread_choice here{};

/// @throws device_error if CUSHARD_DEVICES is wrong, or asks for devices that are not there.
inline std::unique_ptr<device_list> make_devices() {
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

    auto made = std::make_unique<device_list>();
    for (const device_choice& each : parse_devices(text, cuda_count, no_cuda)) {
        const backend& table = each.on_host ? host_backend() : *cuda;
        made->add(each.physical, table, each.on_host);
    }
    made->end_configuration();
    return made;
}

inline void add_everything(wait_list& waits, device_state& device) {
    std::vector<stream_state*> streams;
    {
        const std::lock_guard lock(device.mutex);
        streams = device.streams;
    }
    for (stream_state* each : streams) add_everything(waits, *each);
}

/// Blocks until everything that was enqueued before the call is over, on every device of `devices`.
inline void drain(const char* what, const std::vector<device_state*>& devices) {
    wait_list waits;
    for (device_state* each : devices) add_everything(waits, *each);
    waits.pin(what);
    waits.block(what);
}

/// The exit handler's: nobody is left whom an error could tell anything.
inline void drain_at_exit() noexcept {
    for (device_state* each : *the_devices.load(std::memory_order_acquire)) {
        try {
            drain("exit", {each});
        } catch (...) {
        }
    }
}

/// The devices, made at the first call.
/// @throws device_error in a forked child, at exit, and as `make_devices`.
inline device_list& devices(const char* what) {
    if (!alive()) [[unlikely]] {
        if (life.load(std::memory_order_acquire) != phase::unborn) throw_not_alive(what);
        static const bool born = [] {
            the_devices.store(make_devices().release(), std::memory_order_release);
            begin_life(drain_at_exit);
            return true;
        }();
        static_cast<void>(born);
    }
    return *the_devices.load(std::memory_order_acquire);
}

/// @throws device_error if there is none of that number.
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

/// The compute or the reclaim stream, made at its first use.
inline stream_state& lasting_stream(const char* what, device_state& device, std::atomic<stream_state*>& slot) {
    if (stream_state* made = slot.load(std::memory_order_acquire)) return *made;
    const std::lock_guard lock(device.mutex);
    if (stream_state* made = slot.load(std::memory_order_relaxed)) return *made;
    stream_state& made = make_stream(what, device);
    slot.store(&made, std::memory_order_release);
    return made;
}

/// The stream of `device` on which the calling thread works.
inline stream_state& current_stream(const char* what, device_state& device) {
    if (stream_state* chosen = here.streams[device.id]) return *chosen;
    return lasting_stream(what, device, device.compute);
}

/// A stream for one owner, who gives it back: backends have no way to destroy one, so they are used again.
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
