// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The loop pool: one per process, shared by every host stream, so that several streams at once do not make several
// times as many threads as there are cores. Layer: backend.

#include "cushard/backend/host/parking.hpp"
#include "cushard/backend/host/thread.hpp"
#include "cushard/base/config.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
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
    void run(piece body, void* context, index_t count, index_t grain) {
        if (count <= 0) return;
        const int helpers = count > grain ? ready_helpers() : 0;
        if (helpers == 0) return body(context, 0, count);

        job mine;
        mine.body = body;
        mine.context = context;
        mine.count = count;
        // Four pieces a thread: enough to level out uneven ones, few enough to cost nothing.
        const index_t pieces = 4 * (static_cast<index_t>(helpers) + 1);
        mine.step = std::max<index_t>(1, grain) * std::max<index_t>(1, count / pieces / std::max<index_t>(1, grain));
        {
            std::lock_guard lock(mutex_);
            mine.next_job = jobs_;
            jobs_ = &mine;
        }
        posted_.fetch_add(1);
        idle_.wake(static_cast<int>(std::min<index_t>(helpers, (count - 1) / mine.step)));
        work(mine);
        {
            std::lock_guard lock(mutex_);
            job** link = &jobs_;
            while (*link != &mine) link = &(*link)->next_job;
            *link = mine.next_job;
        }
        // `mine` ends with this call, so helpers wake the pool's callers and never touch a job they have left.
        left_.wait([&] { return mine.helpers.load() == 0; });
        if (mine.failure) std::rethrow_exception(mine.failure);
    }

    /// Threads that a long loop runs on, the caller included.
    int threads() { return ready_helpers() + 1; }

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

    static void work(job& on) noexcept {
        while (!on.failed.load(std::memory_order_relaxed)) {
            const index_t begin = on.begun.fetch_add(on.step, std::memory_order_relaxed);
            if (begin >= on.count) return;
            try {
                on.body(on.context, begin, std::min(on.count, begin + on.step));
            } catch (...) {
                if (!on.failed.exchange(true)) on.failure = std::current_exception();
            }
        }
    }

    /// A job that has pieces left, with this helper counted in; null if there is none.
    job* join() {
        std::lock_guard lock(mutex_);
        for (job* at = jobs_; at != nullptr; at = at->next_job) {
            if (at->begun.load(std::memory_order_relaxed) < at->count && !at->failed.load(std::memory_order_relaxed)) {
                at->helpers.fetch_add(1);
                return at;
            }
        }
        return nullptr;
    }

    static void* run(void* self) {
        static_cast<loop_pool*>(self)->help();
        return nullptr;
    }

    void help() {
        for (;;) {
            const unsigned seen = posted_.load();
            while (job* at = join()) {
                work(*at);
                at->helpers.fetch_sub(1);
                left_.wake_all();
            }
            idle_.wait([&] { return posted_.load() != seen; });
        }
    }

    /// Never blocks: while one thread starts the helpers, loops of others run serially, so that a child forked in the
    /// meantime has nothing to wait for.
    int ready_helpers() {
        if (phase_.load(std::memory_order_acquire) != phase::running) {
            phase expected = phase::unborn;
            if (!phase_.compare_exchange_strong(expected, phase::starting)) return 0;
            generation_ = fork_generation.load(std::memory_order_relaxed);
            const int wanted = wanted_threads() - 1;
            while (helpers_ < wanted && start_thread(&loop_pool::run, this)) ++helpers_;
            phase_.store(phase::running, std::memory_order_release);
        }
        return generation_ == fork_generation.load(std::memory_order_relaxed) ? helpers_ : 0;
    }

    static int wanted_threads() {
        const int most = hardware_threads();
        const char* text = std::getenv("CUSHARD_THREADS");
        if (text == nullptr) return most;
        char* end = nullptr;
        const long asked = std::strtol(text, &end, 10);
        return end == text || *end != '\0' || asked < 1 ? most : static_cast<int>(std::min<long>(asked, most));
    }

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
inline loop_pool& loops() {
    loop_pool* pool = loop_pool_slot.load(std::memory_order_acquire);
    if (pool != nullptr) return *pool;
    auto* fresh = new loop_pool;
    if (loop_pool_slot.compare_exchange_strong(pool, fresh, std::memory_order_acq_rel)) return *fresh;
    delete fresh;
    return *pool;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
