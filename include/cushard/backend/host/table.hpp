// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The host backend's table, in the mode that was chosen for the process. Layer: backend.

#include "cushard/backend/table.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The host as a backend. The first call decides the mode (see `host/check.hpp`).
/// @throws device_error if `CUSHARD_CHECK` asks for the checked mode, and no unit includes <cushard/check.hpp>.
const backend& host_backend();

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/backend/host/table.inl.hpp")
