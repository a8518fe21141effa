// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The life of the library in this process. Arrays may outlive every static object, live in threads that outlive main,
// or be carried into a forked child; this state says what may still be done with them. Layer: runtime.

#include "cushard/base/error.hpp"

#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

enum class phase : int {
    unborn,  ///< no device has been used yet
    alive,
    forked,  ///< a child of a process that had used devices: streams and driver were not inherited
    ending,  ///< the exit handler has drained every stream; static objects are being destroyed
};

/// Constant-initialised and never destroyed: readable before any constructor and after any destructor.
/// Only in `alive` is anything enqueued; in the others destructors drop host memory and touch no device.
inline constinit std::atomic<phase> life{phase::unborn};

[[nodiscard]] inline bool alive() noexcept { return life.load(std::memory_order_acquire) == phase::alive; }

[[noreturn]] inline void throw_not_alive(const char* what) {
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

/// @throws device_error in a forked child and while the program exits.
inline void require_alive(const char* what) {
    if (!alive()) [[unlikely]]
        throw_not_alive(what);
}

/// Called once, when the devices are known. `drain` is run by the exit handler, which is registered here and so runs
/// before the destructors of all static objects that were built earlier; later ones die while still `alive`.
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
