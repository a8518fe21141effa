// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The host backend's table, in the mode that was chosen for the process. Layer: backend.

#include "cushard/backend/host/check.hpp"
#include "cushard/backend/host/check/checked_table.hpp"
#include "cushard/backend/host/worker_table.hpp"
#include "cushard/backend/table.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The host as a backend. The first call decides the mode (see `host/check.hpp`).
inline const backend& host_backend() {
    return detail::host_check::enabled() ? detail::checked_mode::table : detail::worker_mode::table;
}

}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
