// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of table.hpp. Layer: backend.

#include "cushard/backend/host/check.hpp"
#include "cushard/backend/host/table.hpp"
#include "cushard/backend/host/worker_table.hpp"

#include <atomic>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline const backend& host_backend() {
    using namespace detail::host_check;
    return enabled() ? slot.load(std::memory_order_acquire)->table : detail::worker_mode::table;
}

}  // namespace v0
}  // namespace cushard
