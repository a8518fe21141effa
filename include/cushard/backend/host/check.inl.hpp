// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of check.hpp. Layer: backend.

#include "cushard/backend/host/check.hpp"
#include "cushard/base/error.hpp"

#include <cstdlib>
#include <cstring>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::host_check {

[[noreturn]] inline void throw_no_mode() {
    throw device_error(
        "CUSHARD_CHECK: this program has no checked mode: include <cushard/check.hpp> in one of its units, or unset "
        "it");
}

inline bool enable(std::uint64_t seed) {
    const mode* const there = slot.load(std::memory_order_acquire);
    if (there == nullptr) throw_no_mode();
    choice found = choice::undecided;
    if (!chosen.compare_exchange_strong(found, choice::checked) && found != choice::checked) return false;
    there->seed(seed);
    return true;
}

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
}  // namespace v0
}  // namespace cushard
