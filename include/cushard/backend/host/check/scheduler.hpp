// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Streams of the checked host mode, and the order in which their work runs: lazily, on the thread that must wait, each
// time the oldest operation of a random ready stream. Every order that events allow can come out. Layer: backend.

#include "cushard/backend/host/check/block_map.hpp"
#include "cushard/backend/host/check/clock.hpp"
#include "cushard/backend/host/faults.hpp"
#include "cushard/backend/host/operation.hpp"
#include "cushard/backend/table.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

struct checked_stream;

struct checked_wait_operation : host_operation {
    checked_stream* other;
    std::uint64_t position;
};

using checked_operation =
    std::variant<boxed_launch_operation, copy_operation, fill_operation, release_operation, checked_wait_operation>;

struct checked_stream {
    checked_stream(place on, std::size_t number) : where(on), id(number) { clock.tick(id); }

    [[nodiscard]] work_stamp now() const noexcept { return {id, clock.at(id)}; }

    [[nodiscard]] std::string name() const {
        return "stream " + std::to_string(id) + " of device " + std::to_string(where.logical);
    }

    const place where;
    const std::size_t id;
    vector_clock clock;  ///< what the next operation comes after, all of its own stream included
    std::uint64_t issued = 0;
    std::uint64_t done = 0;
    std::deque<checked_operation> queue;
    fault_list faults;
};

/// SplitMix64 (Steele, Lea, Flood 2014): any seed will do, 0 as well.
class split_mix {
public:
    explicit split_mix(std::uint64_t seed) : state_(seed) {}

    /// Even enough for small `count`.
    std::size_t below(std::size_t count) {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t bits = state_;
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9U;
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBU;
        return static_cast<std::size_t>((bits ^ (bits >> 31)) % count);
    }

private:
    std::uint64_t state_;
};

class scheduler {
public:
    explicit scheduler(block_map& blocks) : blocks_(blocks) {}

    void seed(std::uint64_t value) { random_ = split_mix(value); }

    checked_stream& make(place where) { return streams_.emplace_back(where, streams_.size()); }

    std::deque<checked_stream>& streams() noexcept { return streams_; }

    /// Queues an operation; a queue that is too long is run down to half.
    void push(checked_stream& on, checked_operation operation) {
        on.queue.push_back(std::move(operation));
        ++on.issued;
        if (on.queue.size() > longest_queue) run_until(on, on.issued - longest_queue / 2);
    }

    /// Runs streams, any of them, until `on` has reached `position`.
    void run_until(checked_stream& on, std::uint64_t position) {
        while (on.done < position) run_one();
    }

    /// One operation of one stream; nothing if nothing is queued. Among streams with work one is always ready, for a
    /// wait is for what was enqueued before it.
    void run_one() {
        ready_.clear();
        for (checked_stream& each : streams_) {
            if (is_ready(each)) ready_.push_back(&each);
        }
        if (!ready_.empty()) run_front(*ready_[random_.below(ready_.size())]);
    }

private:
    static constexpr std::size_t longest_queue = 4096;

    static bool is_ready(const checked_stream& stream) {
        if (stream.queue.empty()) return false;
        const auto* wait = std::get_if<checked_wait_operation>(&stream.queue.front());
        return wait == nullptr || wait->other->done >= wait->position;
    }

    void run_front(checked_stream& stream) {
        const checked_operation taken = std::move(stream.queue.front());
        stream.queue.pop_front();
        const std::uint64_t position = stream.done + 1;
        if (const auto* wait = std::get_if<checked_wait_operation>(&taken)) {
            stream.faults.follow(position, wait->other->faults, wait->position);
        } else if (const auto* release = std::get_if<release_operation>(&taken)) {
            blocks_.retire(release->block);
        } else {
            const host_operation* const operation =
                std::visit([](const auto& each) -> const host_operation* { return &each; }, taken);
            const char* name = name_of(*operation);
            try {
                execute(*operation);
            } catch (...) {
                stream.faults.add(position, name, text_of_current_exception());
            }
        }
        stream.done = position;
    }

    block_map& blocks_;
    std::deque<checked_stream> streams_;
    std::vector<checked_stream*> ready_;
    split_mix random_{0};
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
