// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A stream of the host backend: a queue and a worker thread that runs it in order. Layer: backend.

#include "cushard/backend/host/faults.hpp"
#include "cushard/backend/host/operation.hpp"
#include "cushard/backend/host/parking.hpp"
#include "cushard/backend/host/queue.hpp"
#include "cushard/backend/host/thread.hpp"
#include "cushard/backend/table.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// What a call answers in a forked child for a stream of the parent.
inline status lost_in_fork(const char* call) noexcept {
    return {status_code::lost, 0, call, "the process was forked after the stream was made: its worker is not there"};
}

/// Operations are numbered from 1 as they are enqueued; a position is the number of the last one. The thread is
/// detached and the stream never destroyed. Every member function may be called from any thread.
class host_stream {
public:
    explicit host_stream(place where) : where_(where) {}
    host_stream(const host_stream&) = delete;
    host_stream& operator=(const host_stream&) = delete;

    /// False if the system gives no thread; the stream is then of no use.
    bool start() { return start_thread(&host_stream::run, this); }

    [[nodiscard]] place where() const noexcept { return where_; }

    /// False in a child forked after the stream was made: nobody works on it there.
    [[nodiscard]] bool usable() const noexcept {
        return generation_ == fork_generation.load(std::memory_order_relaxed);
    }

    void launch(const kernel& code, const void* functor, const geometry& loop) {
        const std::size_t bytes = launch_bytes(code, loop);
        if (bytes <= operation_queue::longest_record) {
            enqueue(bytes, [&](void* where) { return write_launch(where, code, functor, loop); });
        } else {
            push(box_launch(code, functor, loop));
        }
    }

    /// An operation of fixed size.
    template <class Operation>
    void push(const Operation& operation) {
        enqueue(sizeof(Operation), [&](void* where) { return new (where) Operation(operation); });
    }

    /// All that is enqueued on this stream from now on runs after `other` has reached `position`.
    void wait(host_stream& other, std::uint64_t position) {
        if (&other == this) return;
        push(wait_operation{{host_operation::kind::wait}, &other, position});
    }

    /// Of the last operation enqueued.
    [[nodiscard]] std::uint64_t position() {
        std::lock_guard lock(mutex_);
        return issued_;
    }

    [[nodiscard]] bool reached(std::uint64_t position) const noexcept { return done_.load() >= position; }

    /// Blocks the caller until `reached(position)`.
    void await(std::uint64_t position) {
        if (!reached(position)) finished_.wait([&] { return reached(position); });
    }

    fault_list& faults() noexcept { return faults_; }

private:
    struct wait_operation : host_operation {
        host_stream* other;
        std::uint64_t position;
    };

    template <class Write>
    void enqueue(std::size_t bytes, Write write) {
        std::lock_guard lock(mutex_);
        queue_.commit(*write(queue_.reserve(bytes)));
        ++issued_;
    }

    static void* run(void* self) {
        static_cast<host_stream*>(self)->work();
        return nullptr;
    }

    void work() {
        for (std::uint64_t position = 1;; ++position) {
            const host_operation& operation = queue_.front();
            if (operation.what == host_operation::kind::wait) {
                const auto& wait = static_cast<const wait_operation&>(operation);
                wait.other->await(wait.position);
                faults_.follow(position, wait.other->faults_, wait.position);
            } else {
                const char* name = name_of(operation);
                try {
                    execute(operation);
                } catch (...) {
                    faults_.add(position, name, text_of_current_exception());
                }
            }
            queue_.pop(operation);
            done_.store(position);
            finished_.wake_all();
        }
    }

    const place where_;
    const int generation_ = fork_generation.load(std::memory_order_relaxed);
    std::mutex mutex_;  ///< makes one producer of many
    operation_queue queue_;
    std::uint64_t issued_ = 0;  ///< under `mutex_`
    fault_list faults_;
    alignas(64) std::atomic<std::uint64_t> done_{0};
    parking finished_;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
