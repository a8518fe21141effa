// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Streams as users see them: an owner, a view, and which one a thread works on. Layer: runtime.

#include "cushard/runtime/device.hpp"
#include "cushard/runtime/registry.hpp"
#include "cushard/runtime/stream_state.hpp"

#include <cstdint>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// A stream that somebody else owns, or a device's own compute stream. Cheap to copy; never dangles.
class stream_view {
public:
    explicit stream_view(detail::stream_state& state) noexcept : state_(&state) {}

    /// The library's own number, of one stream for the life of the process.
    [[nodiscard]] std::uint64_t id() const noexcept { return state_->id; }
    [[nodiscard]] device get_device() const noexcept { return device(state_->home); }
    /// The backend's handle: a `cudaStream_t` on a GPU. What is enqueued on it directly is not ordered with arrays.
    [[nodiscard]] void* native() const noexcept { return state_->native; }

    /// Blocks until everything enqueued on it before the call is over.
    /// @throws cuda_error device_error what that work failed with, exceptions of functors included.
    void wait() const;

    friend bool operator==(const stream_view&, const stream_view&) noexcept = default;

    /// The runtime's record of it.
    [[nodiscard]] detail::stream_state& state() const noexcept { return *state_; }

private:
    detail::stream_state* state_;
};

/// A stream of its own on a device; `cupy.cuda.Stream`. Work on different streams may run at once; arrays that are used
/// on several are ordered by the library. Destroying it waits for nothing: its work goes on, and the next `stream` of
/// that device may continue it.
class stream {
public:
    /// @throws device_error cuda_error
    explicit stream(device on = device()) : state_(&detail::take_stream("stream", on.state())) {}
    stream(stream&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
    stream& operator=(stream&& other) noexcept {
        std::swap(state_, other.state_);
        return *this;
    }
    ~stream() {
        if (state_ != nullptr) detail::give_back(*state_);
    }

    [[nodiscard]] stream_view view() const noexcept { return stream_view(*state_); }
    operator stream_view() const noexcept { return view(); }

    /// As `stream_view`'s.
    [[nodiscard]] std::uint64_t id() const noexcept { return view().id(); }
    [[nodiscard]] device get_device() const noexcept { return view().get_device(); }
    [[nodiscard]] void* native() const noexcept { return view().native(); }
    void wait() const { view().wait(); }

private:
    detail::stream_state* state_;
};

/// The stream of `on` on which the calling thread works.
/// @throws device_error cuda_error if the device's compute stream cannot be made.
[[nodiscard]] inline stream_view current_stream(device on = device()) {
    return stream_view(detail::current_stream("current_stream", on.state()));
}

/// Makes a stream the calling thread's current one *of its device*, and gives the former one back; other devices keep
/// theirs, and the current device does not change.
class stream_scope {
public:
    explicit stream_scope(stream_view chosen) noexcept
        : device_(chosen.get_device().id()), before_(detail::here.streams[device_]) {
        detail::here.streams[device_] = &chosen.state();
    }
    stream_scope(const stream_scope&) = delete;
    stream_scope& operator=(const stream_scope&) = delete;
    ~stream_scope() { detail::here.streams[device_] = before_; }

private:
    int device_;
    detail::stream_state* before_;
};

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/stream.inl.hpp")
