// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The loop pool: one per process, shared by every host stream, so that several streams at once do not make several
// times as many threads as there are cores. Layer: backend.

#include "cushard/backend/host/parking.hpp"
#include "cushard/base/config.hpp"

#include <atomic>
#include <exception>
#include <mutex>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Runs loops in pieces, on the calling thread and on helpers that have nothing else to do. Loops of several callers
/// run at once. Helpers start with the first loop that is long enough; they and the pool are never destroyed.
/// `CUSHARD_THREADS` limits the threads that one loop runs on, its caller included; 1 switches the helpers off.
class loop_pool {
public:
    using piece = void (*)(void* context, index_t begin, index_t end);

    /// `body` over pieces that make up `[0, count)`, each of at least `grain` (but for the last); returns when all are
    /// done. A `count` of at most `grain` runs on the caller alone, as does everything in a forked child.
    /// @throws whatever `body` throws first; pieces not begun by then are left out.
    void run(piece body, void* context, index_t count, index_t grain);

    /// Threads that a long loop runs on, the caller included.
    int threads();

private:
    enum class phase : int { unborn, starting, running };

    struct job {
        piece body;
        void* context;
        index_t count;
        index_t step;
        std::atomic<index_t> begun{0};
        std::atomic<int> helpers{0};
        std::atomic<bool> failed{false};
        std::exception_ptr failure;  ///< written by whoever set `failed`, read when all helpers have left
        job* next_job = nullptr;     ///< under the pool's mutex
    };

    static void work(job& on) noexcept;

    /// A job that has pieces left, with this helper counted in; null if there is none.
    job* join();

    static void* run(void* self);
    void help();

    /// Never blocks: while one thread starts the helpers, loops of others run serially, so that a child forked in the
    /// meantime has nothing to wait for.
    int ready_helpers();
    static int wanted_threads();

    std::atomic<phase> phase_{phase::unborn};
    int generation_ = 0;  ///< published by `phase_`, as is the next
    int helpers_ = 0;
    std::mutex mutex_;
    job* jobs_ = nullptr;
    std::atomic<unsigned> posted_{0};
    parking idle_;  ///< helpers
    parking left_;  ///< callers whose last pieces run elsewhere
};

inline constinit std::atomic<loop_pool*> loop_pool_slot{nullptr};

/// The process's pool. Made without a lock that a fork could leave taken.
loop_pool& loops();

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/backend/host/loop_pool.inl.hpp")
