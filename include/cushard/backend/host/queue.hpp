// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The queue of one host stream: a ring of bytes that holds records of any size, one producer at a time, one consumer.
// Layer: backend.

#include "cushard/backend/host/operation.hpp"
#include "cushard/backend/host/parking.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// A record is contiguous: where the ring's end is too near, a `skip` record fills it. Positions count bytes and only
/// grow; the ring holds `[head, tail)`.
class operation_queue {
public:
    operation_queue() = default;
    operation_queue(const operation_queue&) = delete;
    operation_queue& operator=(const operation_queue&) = delete;
    ~operation_queue() { ::operator delete(ring_, std::align_val_t(block_alignment)); }

    /// Some 400 usual launches.
    static constexpr std::size_t capacity = std::size_t{1} << 18;
    /// What lies longer than this goes to the heap, and only a pointer to it into the ring.
    static constexpr std::size_t longest_record = capacity / 4;

    /// Producer: memory for a record of `bytes` (at most `longest_record`). Blocks while the ring is full.
    void* reserve(std::size_t bytes) {
        reserved_ = round_up(bytes);
        const std::size_t to_end = capacity - tail_.load(std::memory_order_relaxed) % capacity;
        if (to_end < reserved_) {
            make_room(to_end);
            auto* filler = new (at(tail_.load(std::memory_order_relaxed))) host_operation;
            publish(*filler, to_end);
        }
        make_room(reserved_);
        return at(tail_.load(std::memory_order_relaxed));
    }

    /// Producer: hands over the record that was written into the reserved memory.
    void commit(host_operation& record) { publish(record, reserved_); }

    /// Consumer: the oldest record; blocks while there is none.
    host_operation& front() {
        for (;;) {
            const std::uint64_t head = head_.load(std::memory_order_relaxed);
            if (tail_.load() == head) filled_.wait([&] { return tail_.load() != head; });
            auto& record = *std::launder(reinterpret_cast<host_operation*>(at(head)));
            if (record.what != host_operation::kind::skip) return record;
            pop(record);
        }
    }

    /// Consumer: done with the oldest record.
    void pop(const host_operation& record) {
        head_.store(head_.load(std::memory_order_relaxed) + record.record_bytes);
        emptied_.wake_all();
    }

private:
    static constexpr std::size_t record_alignment = 64;

    static constexpr std::size_t round_up(std::size_t bytes) {
        return (bytes + record_alignment - 1) / record_alignment * record_alignment;
    }

    unsigned char* at(std::uint64_t position) const { return ring_ + position % capacity; }

    void make_room(std::size_t bytes) {
        const std::uint64_t needed = tail_.load(std::memory_order_relaxed) + bytes;
        if (needed - known_head_ <= capacity) return;
        const auto fits = [&] {
            known_head_ = head_.load();
            return needed - known_head_ <= capacity;
        };
        emptied_.wait(fits);
    }

    void publish(host_operation& record, std::size_t bytes) {
        record.record_bytes = static_cast<std::uint32_t>(bytes);
        tail_.store(tail_.load(std::memory_order_relaxed) + bytes);
        filled_.wake_all();
    }

    unsigned char* const ring_ =
        static_cast<unsigned char*>(::operator new(capacity, std::align_val_t(block_alignment)));
    std::size_t reserved_ = 0;      ///< the producer's
    std::uint64_t known_head_ = 0;  ///< the producer's: what it last saw of `head_`
    alignas(64) std::atomic<std::uint64_t> tail_{0};
    parking filled_;
    alignas(64) std::atomic<std::uint64_t> head_{0};
    parking emptied_;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
