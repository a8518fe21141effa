// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Whether this process runs the host backend in checked mode: decided once, at first use. The mode itself is there if a
// unit of the program includes <cushard/check.hpp>. Layer: backend.

#include "cushard/backend/table.hpp"
#include "cushard/base/config.hpp"

#include <atomic>
#include <cstdint>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_check {

/// The checked mode as its header hands it over.
struct mode {
    const backend& table;
    void (*seed)(std::uint64_t);  ///< of the order in which streams run
};

/// Filled at start-up by whichever unit includes <cushard/check.hpp>, empty in programs without one.
inline constinit std::atomic<const mode*> slot{nullptr};

enum class choice : int { undecided, worker, checked };

inline constinit std::atomic<choice> chosen{choice::undecided};

/// Chooses the checked mode and seeds the order in which its streams run; may be called again for another seed.
/// False if the process has begun without checks: it goes on so.
/// @throws device_error if the program has no checked mode.
bool enable(std::uint64_t seed);

/// The mode of this process; chosen by the environment if nobody has yet: `CUSHARD_CHECK` set and not 0, with the seed
/// `CUSHARD_CHECK_SEED`.
/// @throws device_error if the environment asks for the checked mode and the program has none.
bool enabled();

}  // namespace detail::host_check
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/backend/host/check.inl.hpp")
