// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/faults.hpp"

#include "support.hpp"

#include <thread>

namespace {

using namespace host_tests;

void throw_text(void* text) { throw std::runtime_error(static_cast<const char*>(text)); }

char first_text[] = "first";
char second_text[] = "second";

TEST(Faults, AnExceptionComesOutOnceAtAnEventBehindIt) {
    const lane on;
    void* before = make_event(on.where);
    ASSERT_TRUE(on.record(before).ok());
    ASSERT_TRUE(launch_call_back(on, throw_text, first_text).ok());

    EXPECT_TRUE(host_backend().synchronize(on.where, before).ok());
    const status met = on.finish();
    EXPECT_EQ(met.code, status_code::failed);
    EXPECT_STREQ(met.text, "first");
    EXPECT_STREQ(met.call, "call_back");
    EXPECT_TRUE(on.finish().ok());
}

TEST(Faults, TheStreamGoesOnWorking) {
    const lane on;
    int ran = 0;
    ASSERT_TRUE(launch_call_back(on, throw_text, first_text).ok());
    ASSERT_TRUE(launch_call_back(
                    on, [](void* count) { ++*static_cast<int*>(count); }, &ran)
                    .ok());
    EXPECT_FALSE(on.finish().ok());
    EXPECT_EQ(ran, 1);
}

TEST(Faults, OfSeveralTheFirstIsToldAndTheOthersAreCounted) {
    const lane on;
    for (char* text : {first_text, second_text, second_text}) {
        ASSERT_TRUE(launch_call_back(on, throw_text, text).ok());
    }
    EXPECT_STREQ(on.finish().text, "first (and 2 more)");
    EXPECT_TRUE(on.finish().ok());
}

TEST(Faults, EachEventTellsWhatLiesBeforeIt) {
    const lane on;
    void* between = make_event(on.where);
    ASSERT_TRUE(launch_call_back(on, throw_text, first_text).ok());
    ASSERT_TRUE(on.record(between).ok());
    ASSERT_TRUE(launch_call_back(on, throw_text, second_text).ok());
    EXPECT_STREQ(host_backend().synchronize(on.where, between).text, "first");
    EXPECT_STREQ(on.finish().text, "second");
}

/// Until all that `on` was given has run, without being told its faults.
void let_run(const lane& on) {
    while (!on.idle()) std::this_thread::yield();
}

TEST(Faults, WhatWasThrownLaterIsToldLaterEvenIfItHasRunAlready) {
    const lane on;
    void* between = make_event(on.where);
    ASSERT_TRUE(launch_call_back(on, throw_text, first_text).ok());
    ASSERT_TRUE(on.record(between).ok());
    ASSERT_TRUE(launch_call_back(on, throw_text, second_text).ok());
    let_run(on);
    EXPECT_STREQ(host_backend().synchronize(on.where, between).text, "first");
    EXPECT_STREQ(on.finish().text, "second");
}

TEST(Faults, WhoWaitsForAnEventHasNoneOfWhatCameAfterItBehindHim) {
    const lane first;
    const lane second;
    void* before = make_event(first.where);
    ASSERT_TRUE(first.record(before).ok());
    ASSERT_TRUE(launch_call_back(first, throw_text, first_text).ok());
    let_run(first);
    ASSERT_TRUE(second.wait(before).ok());
    EXPECT_TRUE(second.finish().ok());
    EXPECT_STREQ(first.finish().text, "first");
}

TEST(Faults, WhoWaitsForTheStreamHasItsFaultsBehindHim) {
    const lane first;
    const lane second;
    const lane apart;
    ASSERT_TRUE(launch_call_back(first, throw_text, first_text).ok());
    second.follow(first);
    EXPECT_TRUE(apart.finish().ok());
    EXPECT_STREQ(second.finish().text, "first");
    EXPECT_TRUE(first.finish().ok());
}

TEST(Faults, AnExceptionOfAnyTypeIsTold) {
    const lane on;
    ASSERT_TRUE(launch_call_back(
                    on, [](void*) { throw 7; }, nullptr)
                    .ok());
    EXPECT_EQ(on.finish().code, status_code::failed);
}

TEST(Faults, AnExceptionInALongLoopComesOut) {
    struct thrower {
        static void host(const void*, const geometry&) {
            detail::loops().run([](void*, index_t, index_t) { throw std::runtime_error("deep"); }, nullptr, 100000, 16);
        }
    };
    static constinit kernel code{[] { return "thrower"; }, 1, thrower::host};
    const lane on;
    const char functor = 0;
    ASSERT_TRUE(on.launch(code, &functor, geometry{}).ok());
    EXPECT_STREQ(on.finish().text, "deep");
}

}  // namespace
