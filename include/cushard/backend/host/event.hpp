// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// An event of the host backend: a snapshot of a stream's position. Layer: backend.

#include "cushard/backend/host/stream.hpp"

#include <cstdint>
#include <mutex>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Stands for all that was enqueued on a stream when it was recorded; for nothing, and so for what is always over,
/// until then. Recording again leaves alone whoever waits already.
class host_event {
public:
    void record(host_stream& on) {
        const moment now{&on, on.position()};
        std::lock_guard lock(mutex_);
        moment_ = now;
    }

    /// `waiter` runs what is enqueued on it from now on after what this stands for now.
    void hold_back(host_stream& waiter) const {
        const moment then = read();
        if (then.on != nullptr) waiter.wait(*then.on, then.position);
    }

    /// Blocks the caller; answers the faults that lie before.
    status synchronize() const {
        const moment then = read();
        if (then.on == nullptr) return {};
        if (!then.on->usable()) return lost_in_fork("synchronize");
        then.on->await(then.position);
        return then.on->faults().take(then.position);
    }

    status query(bool* done) const {
        const moment then = read();
        *done = then.on == nullptr || then.on->reached(then.position);
        return *done || then.on->usable() ? status{} : lost_in_fork("query");
    }

private:
    struct moment {
        host_stream* on = nullptr;
        std::uint64_t position = 0;
    };

    moment read() const {
        std::lock_guard lock(mutex_);
        return moment_;
    }

    mutable std::mutex mutex_;
    moment moment_;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
