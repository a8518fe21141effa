// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The memory of a logical device as users see it: how much arrays use, a limit for it, a hook. Layer: runtime.

#include "cushard/runtime/device.hpp"
#include "cushard/runtime/memory_state.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The memory that arrays of one logical device take theirs from; `cupy.cuda.MemoryPool`. A value, cheap to copy. All
/// counts are bytes; devices that share a physical one count apart.
///
/// Blocks up to 64 MiB that one stream alone has used since they were last written stay with that stream when they are
/// freed, up to 256 MiB for each stream, and serve its next allocations; the others go back to the driver's pool, in
/// the order of the streams. With the environment variable `CUSHARD_CACHE=0`, and in the host's checked mode, each
/// block comes from the backend, for tools that follow blocks.
class memory_pool {
public:
    explicit memory_pool(device on) noexcept : state_(&on.state()) {}

    /// In arrays and whatever else the library holds, streams' scratch memory included.
    [[nodiscard]] std::size_t used() const noexcept { return state_->memory.used.load(std::memory_order_relaxed); }
    /// Taken from the system: used, cached, and kept by the driver's pool for this device.
    /// @throws cuda_error device_error
    [[nodiscard]] std::size_t reserved() const;
    /// The most that `used` has been since the program began or `reset_peak` was called.
    [[nodiscard]] std::size_t peak() const noexcept { return state_->memory.peak.load(std::memory_order_relaxed); }
    void reset_peak() noexcept { state_->memory.peak.store(used(), std::memory_order_relaxed); }

    /// What `limit` answers where there is none.
    static constexpr std::size_t no_limit = detail::memory_state::no_limit;
    [[nodiscard]] std::size_t limit() const noexcept { return state_->memory.limit.load(std::memory_order_relaxed); }
    /// An allocation that would bring `used` above the limit throws `out_of_memory`. What is kept for later is given
    /// back before `reserved` passes the limit by more than 32 MiB, the piece in which a driver takes memory.
    void set_limit(std::size_t bytes) noexcept { state_->memory.limit.store(bytes, std::memory_order_relaxed); }
    /// As a share of the physical device's memory, above 0 and at most 1.
    /// @throws error for another share; cuda_error device_error
    void set_limit_share(double share);

    /// Waits for what the device does, and gives all that is not used back to the system; `free_all_blocks`.
    /// @throws cuda_error device_error
    void trim();

    /// Calls `hook(event, context)` for every block that is taken or given back from now on; null: none. The context
    /// must live until the hook is replaced and no other thread allocates.
    void set_hook(memory_hook hook, void* context = nullptr);

private:
    detail::device_state* state_;
};

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/memory.inl.hpp")
