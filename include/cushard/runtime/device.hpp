// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Devices as users see them: a value that names a logical device, and the thread's current one. Layer: runtime.

#include "cushard/backend/table.hpp"
#include "cushard/runtime/registry.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
class memory_pool;

/// Bytes on the physical device, whichever logical device or program uses them.
struct memory_info {
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
};

/// A logical device: a GPU or the host, or one of several that share a physical one, each with its own streams and
/// order. A value, cheap to copy; `cupy.cuda.Device`. The environment variable `CUSHARD_DEVICES`, read at the first
/// use, says which there are: `host:4`, `cuda:0,cuda:0`, `host:2,cuda:0`; without it every GPU, else the host.
class device {
public:
    /// The calling thread's current device: device 0 until a `device_scope` says otherwise.
    /// @throws device_error if `CUSHARD_DEVICES` is wrong, in a forked child, and at exit.
    device() : device(detail::here.device) {}

    /// @throws device_error if there is no such device, and as above.
    explicit device(int id) : state_(&detail::device_at("device", id)) {}

    explicit device(detail::device_state& state) noexcept : state_(&state) {}

    /// The devices of `CUSHARD_DEVICES`, by number.
    [[nodiscard]] static std::vector<device> list();

    /// Its number, from 0, in the order of `CUSHARD_DEVICES`.
    [[nodiscard]] int id() const noexcept { return state_->id; }
    /// The vendor's number of the GPU; 0 for the host.
    [[nodiscard]] int physical() const noexcept { return state_->at.physical; }
    [[nodiscard]] bool is_host() const noexcept { return state_->is_host; }
    /// "cuda:0" (with the physical number) or "host"; `properties().name` is the product's.
    [[nodiscard]] std::string name() const { return state_->name; }

    /// @throws cuda_error device_error
    [[nodiscard]] device_properties properties() const;

    /// @throws cuda_error device_error
    [[nodiscard]] cushard::memory_info memory_info() const;

    /// What the library's arrays use of it, with a limit: see <cushard/runtime/memory.hpp>.
    [[nodiscard]] memory_pool memory() const noexcept;

    /// Blocks until everything enqueued on it before the call is over, on all its streams.
    /// @throws cuda_error device_error what that work failed with, exceptions of functors included.
    void wait() const;

    friend bool operator==(const device&, const device&) noexcept = default;

    /// The runtime's record of it.
    [[nodiscard]] detail::device_state& state() const noexcept { return *state_; }

private:
    detail::device_state* state_;
};

/// `count` logical devices that share the physical device of `like`, each with streams, memory and order of its own:
/// those that there are, in the order of their numbers, and as many new ones as are missing. With them a program for
/// many devices runs on one GPU, or on the host.
/// @throws device_error for a count below 1, or more devices in all than the process can have.
[[nodiscard]] std::vector<device> logical_devices(const device& like, int count);

/// Makes a device current for the calling thread, and gives the thread its former one back; `with cupy.cuda.Device(i)`.
/// Only creation functions ask for the current device: an operation runs where its operands live.
class device_scope {
public:
    explicit device_scope(device chosen) noexcept : before_(detail::here.device) { detail::here.device = chosen.id(); }
    explicit device_scope(int id) : device_scope(device(id)) {}
    device_scope(const device_scope&) = delete;
    device_scope& operator=(const device_scope&) = delete;
    ~device_scope() { detail::here.device = before_; }

private:
    int before_;
};

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/device.inl.hpp")
