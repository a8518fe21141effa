// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// How a thread of the host backend waits for a condition over atomics: it spins a few microseconds, then sleeps. Costs
// the waking side one load while nobody sleeps. Layer: backend.

#include "cushard/base/config.hpp"

#include <pthread.h>
#include <unistd.h>
#include <atomic>
#include <mutex>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Tells the processor that this is a spinning loop.
inline void relax() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

inline constinit std::atomic<int> hardware_threads_found{0};

/// Hardware threads, at least 1. Remembered, for asking costs a system call.
inline int hardware_threads() noexcept {
    int count = hardware_threads_found.load(std::memory_order_relaxed);
    if (count == 0) {
        count = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
        if (count < 1) count = 1;
        hardware_threads_found.store(count, std::memory_order_relaxed);
    }
    return count;
}

/// Threads that wait, and those that wake them. Whoever makes a condition true writes it with `seq_cst` and then calls
/// `wake`; `ready` reads it with `seq_cst`. Either the waker then sees the sleeper, or the sleeper sees the condition.
/// (`std::atomic::wait` has no such order between its count of waiters and the value in libstdc++ 12.)
class parking {
public:
    parking() = default;
    parking(const parking&) = delete;
    parking& operator=(const parking&) = delete;
    ~parking() { pthread_cond_destroy(&wake_); }

    template <class Ready>
    void wait(Ready ready) noexcept {
        const int spins = hardware_threads() > 1 ? 256 : 0;
        for (int i = 0; i < spins; ++i) {
            if (ready()) return;
            relax();
        }
        std::lock_guard lock(mutex_);
        sleepers_.fetch_add(1);
        while (!ready()) pthread_cond_wait(&wake_, mutex_.native_handle());
        sleepers_.fetch_sub(1);
    }

    void wake_all() noexcept {
        if (sleepers_.load() == 0) return;
        synchronise();
        pthread_cond_broadcast(&wake_);
    }

    /// At least `count` sleepers, if there are so many.
    void wake(int count) noexcept {
        const int sleeping = sleepers_.load();
        if (sleeping == 0) return;
        synchronise();
        if (count >= sleeping) {
            pthread_cond_broadcast(&wake_);
        } else {
            for (int i = 0; i < count; ++i) pthread_cond_signal(&wake_);
        }
    }

private:
    /// A waiter that has counted itself holds the mutex until it sleeps.
    void synchronise() noexcept { std::lock_guard lock(mutex_); }

    std::atomic<int> sleepers_{0};
    std::mutex mutex_;
    // No std::condition_variable: <condition_variable> brings <chrono>, as dear to compile as all the rest.
    pthread_cond_t wake_ = PTHREAD_COND_INITIALIZER;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
