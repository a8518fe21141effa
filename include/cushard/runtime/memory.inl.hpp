// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of memory.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/runtime/allocation.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/life.hpp"
#include "cushard/runtime/memory.hpp"

#include <mutex>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline memory_pool device::memory() const noexcept { return memory_pool(*this); }

inline std::size_t memory_pool::reserved() const {
    constexpr const char* what = "memory_pool::reserved";
    detail::require_alive(what);
    std::size_t held = 0;
    detail::check(what, state_->table.reserved(state_->at, &held), *state_);
    const std::size_t known = used() + state_->memory.cached.load(std::memory_order_relaxed);
    return held < known ? known : held;
}

inline void memory_pool::set_limit_share(double share) {
    constexpr const char* what = "memory_pool::set_limit_share";
    if (!(share > 0 && share <= 1))
        throw error(std::string(what) + ": " + std::to_string(share) + ": a share is above 0 and at most 1");
    const std::size_t total = device(*state_).memory_info().total_bytes;
    set_limit(static_cast<std::size_t>(static_cast<double>(total) * share));
}

inline void memory_pool::trim() {
    constexpr const char* what = "memory_pool::trim";
    detail::require_alive(what);
    detail::reclaim_memory(what, detail::span(&state_, 1));
}

inline void memory_pool::set_hook(memory_hook hook, void* context) {
    const std::lock_guard lock(state_->mutex);
    const auto* former = state_->memory.hook.load(std::memory_order_relaxed);
    state_->memory.hook.store(new detail::memory_state::hook_entry{hook, context, former}, std::memory_order_release);
}

}  // namespace v0
}  // namespace cushard
