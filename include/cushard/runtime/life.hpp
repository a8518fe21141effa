// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The life of the library in this process. Arrays may outlive every static object, live in threads that outlive main,
// or be carried into a forked child; this state says what may still be done with them. Layer: runtime.

#include "cushard/base/config.hpp"

#include <atomic>

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

[[noreturn]] void throw_not_alive(const char* what);

/// @throws device_error in a forked child and while the program exits.
inline void require_alive(const char* what) {
    if (!alive()) [[unlikely]]
        throw_not_alive(what);
}

/// Called once, when the devices are known. `drain` is run by the exit handler, which is registered here and so runs
/// before the destructors of all static objects that were built earlier; later ones die while still `alive`.
void begin_life(void (*drain)() noexcept);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/life.inl.hpp")
