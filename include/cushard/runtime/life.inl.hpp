// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of life.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/runtime/life.hpp"

#include <pthread.h>
#include <cstdlib>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void throw_not_alive(const char* what) {
    const std::string tried = std::string(what) + ": ";
    switch (life.load(std::memory_order_acquire)) {
        case phase::forked:
            throw device_error(tried +
                               "this process was forked after the first use of a device, and devices do not survive "
                               "a fork; fork before the first use, or call exec in the child");
        case phase::ending:
            throw device_error(tried + "the program is exiting: no device can be used any more");
        default:
            throw device_error(tried + "no device has been used yet");
    }
}

inline void begin_life(void (*drain)() noexcept) {
    static constinit std::atomic<void (*)() noexcept> drain_at_exit{nullptr};
    drain_at_exit.store(drain, std::memory_order_relaxed);
    pthread_atfork(nullptr, nullptr, [] {
        if (alive()) life.store(phase::forked, std::memory_order_release);
    });
    std::atexit([] {
        if (!alive()) return;
        drain_at_exit.load(std::memory_order_relaxed)();
        life.store(phase::ending, std::memory_order_release);
    });
    life.store(phase::alive, std::memory_order_release);
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
