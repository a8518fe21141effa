// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of loop_pool.hpp. Layer: backend.

#include "cushard/backend/host/loop_pool.hpp"
#include "cushard/backend/host/thread.hpp"

#include <cstdlib>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void loop_pool::run(piece body, void* context, index_t count, index_t grain) {
    if (count <= 0) return;
    const int helpers = count > grain ? ready_helpers() : 0;
    if (helpers == 0) return body(context, 0, count);

    job mine;
    mine.body = body;
    mine.context = context;
    mine.count = count;
    // Four pieces a thread: enough to level out uneven ones, few enough to cost nothing.
    const index_t pieces = 4 * (static_cast<index_t>(helpers) + 1);
    const index_t smallest = grain > 1 ? grain : 1;
    const index_t grains = count / pieces / smallest;
    mine.step = smallest * (grains > 1 ? grains : 1);
    {
        std::lock_guard lock(mutex_);
        mine.next_job = jobs_;
        jobs_ = &mine;
    }
    posted_.fetch_add(1);
    const index_t others = (count - 1) / mine.step;
    idle_.wake(others < helpers ? static_cast<int>(others) : helpers);
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

inline int loop_pool::threads() { return ready_helpers() + 1; }

inline void loop_pool::work(job& on) noexcept {
    while (!on.failed.load(std::memory_order_relaxed)) {
        const index_t begin = on.begun.fetch_add(on.step, std::memory_order_relaxed);
        if (begin >= on.count) return;
        try {
            const index_t end = begin + on.step;
            on.body(on.context, begin, end < on.count ? end : on.count);
        } catch (...) {
            if (!on.failed.exchange(true)) on.failure = std::current_exception();
        }
    }
}

inline loop_pool::job* loop_pool::join() {
    std::lock_guard lock(mutex_);
    for (job* at = jobs_; at != nullptr; at = at->next_job) {
        if (at->begun.load(std::memory_order_relaxed) < at->count && !at->failed.load(std::memory_order_relaxed)) {
            at->helpers.fetch_add(1);
            return at;
        }
    }
    return nullptr;
}

inline void* loop_pool::run(void* self) {
    static_cast<loop_pool*>(self)->help();
    return nullptr;
}

inline void loop_pool::help() {
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

inline int loop_pool::ready_helpers() {
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

inline int loop_pool::wanted_threads() {
    const int most = hardware_threads();
    const char* text = std::getenv("CUSHARD_THREADS");
    if (text == nullptr) return most;
    char* end = nullptr;
    const long asked = std::strtol(text, &end, 10);
    return end == text || *end != '\0' || asked < 1 ? most : static_cast<int>(asked < most ? asked : most);
}

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
