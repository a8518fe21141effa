// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/event.hpp"

#include "cushard/backend/host/table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

namespace cs = cushard;
using cs::detail::event_ring;
using cs::detail::recorded_event;

namespace {

bool record_fails = false;

struct event : ::testing::Test {
    event() {
        record_fails = false;
        table.record = [](cs::place at, void* on, void* native) -> cs::status {
            if (record_fails) return {cs::status_code::failed, 0, "record", "injected"};
            return cs::host_backend().record(at, on, native);
        };
        EXPECT_TRUE(table.stream_create({}, &stream).ok());
    }

    void record(std::uint64_t ticket) { EXPECT_TRUE(ring.record(table, {}, stream, ticket).ok()); }

    /// The ticket of the event that covers `ticket`, 0 for none; not left pinned.
    std::uint64_t covering(std::uint64_t ticket) {
        recorded_event* const found = ring.pin(ticket);
        if (found == nullptr) return 0;
        const std::uint64_t covers = found->ticket;
        unpin(*found);
        return covers;
    }

    cs::backend table = cs::host_backend();
    void* stream = nullptr;
    event_ring ring;
};

}  // namespace

TEST_F(event, none_covers_a_ticket_that_was_issued_after_the_last_record) {
    EXPECT_EQ(covering(1), 0U);
    record(4);
    EXPECT_EQ(covering(5), 0U);
}

TEST_F(event, the_oldest_that_covers_is_found) {
    for (const std::uint64_t ticket : {3U, 7U, 9U}) record(ticket);
    EXPECT_EQ(covering(1), 3U);
    EXPECT_EQ(covering(3), 3U);
    EXPECT_EQ(covering(4), 7U);
    EXPECT_EQ(covering(9), 9U);
}

TEST_F(event, the_ring_is_bounded_and_the_oldest_is_reused) {
    for (std::uint64_t ticket = 1; ticket <= event_ring::capacity; ++ticket) record(ticket);
    EXPECT_EQ(covering(1), 1U);
    record(event_ring::capacity + 1);
    EXPECT_EQ(ring.size(), event_ring::capacity);
    EXPECT_EQ(covering(1), 2U) << "a ticket older than the ring is covered by a later event";
    EXPECT_EQ(covering(event_ring::capacity + 1), event_ring::capacity + 1);
    for (std::uint64_t ticket = 100; ticket < 400; ++ticket) record(ticket);
    EXPECT_EQ(ring.size(), event_ring::capacity);
    EXPECT_EQ(covering(1), 400 - event_ring::capacity);
}

TEST_F(event, that_is_pinned_is_not_recorded_anew) {
    record(1);
    recorded_event* const held = ring.pin(1);
    for (std::uint64_t ticket = 2; ticket < 3 * event_ring::capacity; ++ticket) record(ticket);
    EXPECT_EQ(held->ticket, 1U);
    EXPECT_EQ(covering(1), 1U);
    EXPECT_EQ(ring.size(), event_ring::capacity);
    unpin(*held);
    record(3 * event_ring::capacity);
    EXPECT_GT(covering(1), 1U);
}

TEST_F(event, more_are_made_when_all_are_pinned) {
    std::vector<recorded_event*> held;
    std::set<void*> natives;
    for (std::uint64_t ticket = 1; ticket <= event_ring::capacity + 3; ++ticket) {
        record(ticket);
        held.push_back(ring.pin(ticket));
        natives.insert(held.back()->native);
    }
    EXPECT_EQ(natives.size(), event_ring::capacity + 3);
    for (std::size_t i = 0; i < held.size(); ++i) {
        EXPECT_EQ(held[i]->ticket, i + 1);
        unpin(*held[i]);
    }
}

TEST_F(event, whose_record_failed_no_longer_covers_what_it_did) {
    for (std::uint64_t ticket = 1; ticket <= event_ring::capacity; ++ticket) record(ticket);
    record_fails = true;
    EXPECT_FALSE(ring.record(table, {}, stream, 100).ok());
    EXPECT_EQ(covering(1), 2U);
}

TEST_F(event, whose_record_failed_does_not_hide_an_older_one) {
    for (std::uint64_t ticket = 1; ticket <= event_ring::capacity; ++ticket) record(ticket);
    recorded_event* const held = ring.pin(1);
    record_fails = true;
    EXPECT_FALSE(ring.record(table, {}, stream, 100).ok());
    EXPECT_EQ(covering(1), 1U);
    EXPECT_EQ(covering(2), 3U);
    unpin(*held);
}

TEST_F(event, whose_record_failed_covers_nothing_and_is_used_again) {
    record(1);
    record_fails = true;
    EXPECT_FALSE(ring.record(table, {}, stream, 2).ok());
    EXPECT_EQ(covering(2), 0U);
    EXPECT_EQ(covering(1), 1U);
    record_fails = false;
    record(3);
    EXPECT_EQ(covering(2), 3U);
    EXPECT_EQ(covering(1), 1U);
}
