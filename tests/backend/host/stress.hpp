// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Random work over several streams, devices and threads, ordered by events as CUDA asks and no more, against a serial
// run of the same work.

#include "support.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <thread>
#include <vector>

namespace host_tests {

/// Blocks that one thread works on. Each remembers its last write and the reads since, as runtimes do.
class stress_worker {
public:
    stress_worker(const std::vector<lane>& lanes, std::uint32_t seed, std::size_t count)
        : lanes_(lanes), random_(seed), count_(count) {
        for (int i = 0; i < 6; ++i) blocks_.push_back(make(i % 2));
    }

    void run(int steps) {
        for (int i = 0; i < steps; ++i) step();
        for (tracked& each : blocks_) {
            std::vector<std::uint64_t> found(count_);
            const lane& on = any_lane(each.device);
            read(each, on);
            EXPECT_TRUE(on.download(found.data(), each.data, bytes()).ok());
            note_read(each, on);
            EXPECT_TRUE(on.finish().ok());
            EXPECT_EQ(found, each.expected);
            release(each);
        }
    }

private:
    struct tracked {
        int device = 0;
        std::uint64_t* data = nullptr;
        std::vector<std::uint64_t> expected;
        void* written = nullptr;
        std::vector<void*> read;
    };

    [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(std::uint64_t); }

    /// Lanes of device d stand at d, d + 2, ….
    const lane& any_lane(int device) {
        return lanes_[static_cast<std::size_t>(device) + 2 * (random_() % (lanes_.size() / 2))];
    }

    tracked make(int device) {
        const lane& on = any_lane(device);
        tracked made;
        made.device = device;
        made.data = make_numbers(on, count_);
        EXPECT_TRUE(on.fill(made.data, 1, bytes()).ok());
        made.expected.assign(count_, 0x0101010101010101U);
        note_write(made, on);
        return made;
    }

    void release(tracked& block) {
        const lane& on = any_lane(block.device);
        write(block, on);
        EXPECT_TRUE(on.release(block.data).ok());
    }

    static void read(const tracked& block, const lane& on) { EXPECT_TRUE(on.wait(block.written).ok()); }
    static void write(const tracked& block, const lane& on) {
        read(block, on);
        for (void* each : block.read) EXPECT_TRUE(on.wait(each).ok());
    }
    void note_read(tracked& block, const lane& on) { block.read.push_back(record(on)); }
    void note_write(tracked& block, const lane& on) {
        block.written = record(on);
        block.read.clear();
    }
    void* record(const lane& on) {
        void* event = make_event(on.where);
        EXPECT_TRUE(on.record(event).ok());
        return event;
    }

    void step() {
        tracked& to = blocks_[random_() % blocks_.size()];
        tracked& from = blocks_[random_() % blocks_.size()];
        const std::uint64_t factor = random_() % 5;
        switch (random_() % 8) {
            case 0:
                release(to);
                to = make(to.device);
                break;
            case 1: {
                const lane& on = any_lane(to.device);
                write(to, on);
                EXPECT_TRUE(on.fill(to.data, static_cast<int>(factor), bytes()).ok());
                note_write(to, on);
                to.expected.assign(count_, factor * 0x0101010101010101U);
                break;
            }
            case 2: {
                if (&to == &from) break;
                const lane& on = any_lane(from.device);
                read(from, on);
                write(to, on);
                EXPECT_TRUE(host_backend()
                                .copy(on.where, on.stream,
                                      {to.data, from.data, bytes(), copy_kind::device_to_device, place{0, to.device},
                                       place{0, from.device}})
                                .ok());
                note_read(from, on);
                note_write(to, on);
                to.expected = from.expected;
                break;
            }
            default: {
                if (to.device != from.device) break;
                const lane& on = any_lane(to.device);
                read(from, on);
                write(to, on);
                EXPECT_TRUE(launch_multiply_add(on, factor, to.data, from.data, count_).ok());
                if (&to != &from) note_read(from, on);
                note_write(to, on);
                for (std::size_t i = 0; i < count_; ++i) to.expected[i] = factor * to.expected[i] + from.expected[i];
                break;
            }
        }
    }

    const std::vector<lane>& lanes_;
    std::mt19937 random_;
    std::size_t count_;
    std::vector<tracked> blocks_;
};

inline void stress(int threads, int steps) {
    std::vector<lane> lanes;
    for (int i = 0; i < 6; ++i) lanes.emplace_back(i % 2);
    constexpr std::size_t counts[] = {1, 255, 256, 257, 40000};
    std::vector<std::thread> workers;
    for (int k = 0; k < threads; ++k) {
        workers.emplace_back([&, k] {
            const auto seed = static_cast<std::uint32_t>(k);
            stress_worker(lanes, 100 + seed, counts[seed % std::size(counts)]).run(steps);
        });
    }
    for (auto& each : workers) each.join();
    for (const lane& each : lanes) EXPECT_TRUE(each.finish().ok());
}

}  // namespace host_tests
