// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Threads of the host backend: detached, never stopped, deaf to signals; and how the rest notices that it runs in a
// forked child, where none of them exists. Layer: backend.

#include "cushard/base/config.hpp"

#include <pthread.h>
#include <signal.h>
#include <atomic>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// How many forks lie between this process and the one that loaded the library. What owns threads remembers the value
/// it was born under; under another one its threads do not exist.
inline constinit std::atomic<int> fork_generation{0};

/// Armed during static initialisation: a guarded local static could be left locked in a child.
inline const bool fork_handler_armed =
    pthread_atfork(nullptr, nullptr, [] { fork_generation.fetch_add(1, std::memory_order_relaxed); }) == 0;

/// Starts `body(argument)` on a detached thread which receives no signals: those belong to the program's own threads.
/// False if the system gives no more threads. (<thread> is one of the dearest headers to compile.)
inline bool start_thread(void* (*body)(void*), void* argument) noexcept {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    const bool started = pthread_create(&thread, nullptr, body, argument) == 0;
    if (started) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
