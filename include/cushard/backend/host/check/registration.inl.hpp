// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What registration.hpp registers. Layer: backend.

#include "cushard/backend/host/check.hpp"
#include "cushard/backend/host/check/checked_host.hpp"
#include "cushard/backend/host/check/checked_table.hpp"
#include "cushard/backend/host/check/registration.hpp"

#include <atomic>
#include <cstdint>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_check {

inline void seed_streams(std::uint64_t seed) { checked_host::process().seed(seed); }

inline constexpr mode registered_mode{checked_mode::table, seed_streams};

inline const bool registered = (slot.store(&registered_mode, std::memory_order_release), true);

}  // namespace detail::host_check
}  // namespace v0
}  // namespace cushard
