// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/queue.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <new>
#include <thread>

namespace {

using cushard::detail::fill_operation;
using cushard::detail::host_operation;
using cushard::detail::operation_queue;

constexpr std::size_t quarter = operation_queue::longest_record;
constexpr std::size_t smallest = 64;  // what records are rounded up to

/// A record of `bytes` that is told apart by its tag.
void push(operation_queue& queue, std::size_t bytes, int tag) {
    queue.commit(*new (queue.reserve(bytes)) fill_operation{{host_operation::kind::fill}, nullptr, tag, 0});
}

/// Takes the oldest record out.
int pop(operation_queue& queue) {
    const host_operation& oldest = queue.front();
    const int tag = oldest.what == host_operation::kind::fill ? static_cast<const fill_operation&>(oldest).byte : -1;
    queue.pop(oldest);
    return tag;
}

TEST(Queue, GivesRecordsOfAnySizeBackInTheirOrder) {
    operation_queue queue;
    int pushed = 0;
    int popped = 0;
    for (std::size_t bytes :
         {smallest, smallest + 1, quarter - 1, quarter, quarter, smallest, quarter, quarter, quarter}) {
        push(queue, bytes, pushed++);
        if (pushed > 2) {
            EXPECT_EQ(pop(queue), popped++);
        }
    }
    while (popped < pushed) EXPECT_EQ(pop(queue), popped++);
}

TEST(Queue, AFullOneHoldsItsProducerBack) {
    operation_queue queue;
    for (int tag = 0; tag < 4; ++tag) push(queue, quarter, tag);
    std::thread producer([&] { push(queue, smallest, 4); });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    for (int tag = 0; tag < 5; ++tag) EXPECT_EQ(pop(queue), tag);
    producer.join();
}

TEST(Queue, TheRestOfTheRingIsNotSkippedWhileARecordLiesThere) {
    operation_queue queue;
    for (int tag = 0; tag < 3; ++tag) push(queue, quarter, tag);
    push(queue, quarter - smallest, 3);
    push(queue, smallest, 4);  // the last place of the ring
    for (int tag = 0; tag < 4; ++tag) EXPECT_EQ(pop(queue), tag);
    for (int tag = 5; tag < 8; ++tag) push(queue, quarter, tag);
    push(queue, quarter - smallest, 8);
    std::thread producer([&] { push(queue, 2 * smallest, 9); });  // too long for that place
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    for (int tag = 4; tag < 10; ++tag) EXPECT_EQ(pop(queue), tag);
    producer.join();
}

}  // namespace
