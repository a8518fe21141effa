// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Whether this process runs the host backend in checked mode: decided once, at first use. Layer: backend.

#include "cushard/backend/host/check/checked_host.hpp"
#include "cushard/base/config.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_check {

enum class choice : int { undecided, worker, checked };

inline constinit std::atomic<choice> chosen{choice::undecided};

/// Chooses the checked mode and seeds the order in which its streams run; may be called again for another seed.
/// False if the process has begun without checks: it goes on so.
inline bool enable(std::uint64_t seed) {
    choice found = choice::undecided;
    if (!chosen.compare_exchange_strong(found, choice::checked) && found != choice::checked) return false;
    checked_host::process().seed(seed);
    return true;
}

/// The mode of this process; chosen by the environment if nobody has yet: `CUSHARD_CHECK` set and not 0, with the seed
/// `CUSHARD_CHECK_SEED`.
inline bool enabled() {
    if (chosen.load() == choice::undecided) {
        const char* wish = std::getenv("CUSHARD_CHECK");
        if (wish != nullptr && std::strcmp(wish, "0") != 0) {
            const char* seed = std::getenv("CUSHARD_CHECK_SEED");
            enable(seed == nullptr ? 0 : std::strtoull(seed, nullptr, 10));
        } else {
            choice expected = choice::undecided;
            chosen.compare_exchange_strong(expected, choice::worker);
        }
    }
    return chosen.load() == choice::checked;
}

}  // namespace detail::host_check
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
