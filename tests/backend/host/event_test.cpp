// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/event.hpp"

#include "support.hpp"

namespace {

using namespace host_tests;

TEST(Event, OneNeverRecordedIsOverAndHoldsNobodyBack) {
    const lane on;
    void* event = make_event(on.where);
    bool done = false;
    EXPECT_TRUE(host_backend().query(on.where, event, &done).ok());
    EXPECT_TRUE(done);
    EXPECT_TRUE(on.wait(event).ok());
    EXPECT_TRUE(host_backend().synchronize(on.where, event).ok());
    EXPECT_TRUE(on.finish().ok());
}

TEST(Event, SynchronizeComesAfterAllBeforeTheRecord) {
    const lane on;
    int ran = 0;
    for (int i = 0; i < 1000; ++i) {
        ASSERT_TRUE(launch_call_back(
                        on, [](void* count) { ++*static_cast<int*>(count); }, &ran)
                        .ok());
    }
    EXPECT_TRUE(on.finish().ok());
    EXPECT_EQ(ran, 1000);
}

TEST(Event, AskingInALoopGetsItsYes) {
    const lane on;
    bool ran = false;
    ASSERT_TRUE(launch_call_back(
                    on, [](void* flag) { *static_cast<bool*>(flag) = true; }, &ran)
                    .ok());
    void* event = make_event(on.where);
    ASSERT_TRUE(on.record(event).ok());
    bool done = false;
    while (!done) ASSERT_TRUE(host_backend().query(on.where, event, &done).ok());
    EXPECT_TRUE(ran);
}

TEST(Event, MayBeRecordedAndWaitedForAtOnce) {
    const lane first;
    const lane second;
    void* event = make_event(first.where);
    std::thread recorder([&] {
        for (int i = 0; i < 300; ++i) EXPECT_TRUE(first.record(event).ok());
    });
    for (int i = 0; i < 300; ++i) {
        EXPECT_TRUE(second.wait(event).ok());
        EXPECT_TRUE(host_backend().synchronize(first.where, event).ok());
    }
    recorder.join();
    EXPECT_TRUE(second.finish().ok());
}

TEST_F(WorkerMode, AnEventWaitsForWhatLiesBeforeItAndNoMore) {
    const lane on;
    void* before = make_event(on.where);
    void* after = make_event(on.where);
    gate stop;
    ASSERT_TRUE(on.record(before).ok());
    stop.close(on);
    ASSERT_TRUE(on.record(after).ok());
    EXPECT_TRUE(host_backend().synchronize(on.where, before).ok());
    bool done = true;
    EXPECT_TRUE(host_backend().query(on.where, after, &done).ok());
    EXPECT_FALSE(done);
    stop.open();
    EXPECT_TRUE(host_backend().synchronize(on.where, after).ok());
    EXPECT_TRUE(host_backend().query(on.where, after, &done).ok());
    EXPECT_TRUE(done);
}

TEST_F(WorkerMode, AStreamThatWaitsIsHeldBackOthersAreNot) {
    const lane first;
    const lane second;
    const lane third;
    gate stop;
    stop.close(first);
    second.follow(first);
    EXPECT_TRUE(third.finish().ok());
    EXPECT_FALSE(second.idle());
    stop.open();
    EXPECT_TRUE(second.finish().ok());
}

TEST_F(WorkerMode, NothingIsOrderedWithoutAnEvent) {
    const lane first;
    const lane second;
    gate stop;
    stop.close(first);
    EXPECT_TRUE(second.finish().ok());  // would hang if it waited for the first
    stop.open();
    EXPECT_TRUE(first.finish().ok());
}

TEST_F(WorkerMode, RecordingAgainLeavesAloneWhoWaitsAlready) {
    const lane first;
    const lane second;
    void* event = make_event(first.where);
    gate stop;
    ASSERT_TRUE(first.record(event).ok());
    ASSERT_TRUE(second.wait(event).ok());
    stop.close(first);
    ASSERT_TRUE(first.record(event).ok());
    EXPECT_TRUE(second.finish().ok());  // would hang if it waited for the gate
    bool done = true;
    EXPECT_TRUE(host_backend().query(first.where, event, &done).ok());
    EXPECT_FALSE(done);
    stop.open();
    EXPECT_TRUE(first.finish().ok());
}

TEST_F(WorkerMode, RecordingOnAnotherStreamReplacesWhatItStoodFor) {
    const lane first;
    const lane second;
    void* event = make_event(first.where);
    gate stop;
    stop.close(first);
    ASSERT_TRUE(first.record(event).ok());
    ASSERT_TRUE(second.record(event).ok());
    EXPECT_TRUE(host_backend().synchronize(first.where, event).ok());  // the second has nothing to do
    stop.open();
    EXPECT_TRUE(first.finish().ok());
}

TEST_F(WorkerMode, AChainOfWaitsHoldsOverSeveralStreams) {
    const lane first;
    const lane second;
    const lane third;
    gate stop;
    stop.close(first);
    second.follow(first);
    third.follow(second);
    EXPECT_FALSE(third.idle());
    stop.open();
    EXPECT_TRUE(third.finish().ok());
}

}  // namespace
