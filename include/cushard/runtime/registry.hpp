// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The process's logical devices and their streams, and which of them each thread works on. Made at the first use,
// leaked on purpose: arrays of any lifetime can rely on it. Layer: runtime.

#include "cushard/base/span.hpp"
#include "cushard/runtime/device_list.hpp"
#include "cushard/runtime/device_state.hpp"
#include "cushard/runtime/stream_state.hpp"

#include <atomic>
#include <cstdint>

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

/// Blocks until everything that was enqueued before the call is over, on every device of `devices`.
void drain(const char* what, span<device_state* const> devices);

/// The devices, made at the first call.
/// @throws device_error in a forked child, at exit, and if CUSHARD_DEVICES is wrong or asks for what is not there.
device_list& devices(const char* what);

/// @throws device_error if there is none of that number.
device_state& device_at(const char* what, int id);

/// The compute or the reclaim stream, made at its first use.
stream_state& lasting_stream(const char* what, device_state& device, std::atomic<stream_state*>& slot);

/// The stream of `device` on which the calling thread works.
inline stream_state& current_stream(const char* what, device_state& device) {
    if (stream_state* chosen = here.streams[device.id]) return *chosen;
    return lasting_stream(what, device, device.compute);
}

/// A stream for one owner, who gives it back: backends have no way to destroy one, so they are used again.
stream_state& take_stream(const char* what, device_state& device);

void give_back(stream_state& stream) noexcept;

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/registry.inl.hpp")
