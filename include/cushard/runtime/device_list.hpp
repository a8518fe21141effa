// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The logical devices of the process: those of CUSHARD_DEVICES first, then what `logical_devices` added. It grows and
// never shrinks, so that readers need no lock. Layer: runtime.

#include "cushard/runtime/device_grammar.hpp"
#include "cushard/runtime/device_state.hpp"

#include <atomic>
#include <mutex>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

class device_list {
public:
    [[nodiscard]] int size() const noexcept { return count_.load(std::memory_order_acquire); }
    /// How many CUSHARD_DEVICES asked for.
    [[nodiscard]] int configured() const noexcept { return configured_; }
    [[nodiscard]] device_state& operator[](int id) const noexcept { return *states_[id]; }

    [[nodiscard]] device_state* const* begin() const noexcept { return states_; }
    [[nodiscard]] device_state* const* end() const noexcept { return states_ + size(); }

    /// Adds a logical device, leaked as the list is. The caller holds `growth`, or nobody else knows the list yet.
    device_state& add(int physical, const backend& table, bool on_host, bool caches);
    void end_configuration() noexcept { configured_ = size(); }

    std::mutex growth;

private:
    device_state* states_[max_devices] = {};
    std::atomic<int> count_{0};
    int configured_ = 0;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/device_list.inl.hpp")
