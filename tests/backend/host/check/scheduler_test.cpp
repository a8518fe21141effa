// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/check/scheduler.hpp"

#include "../support.hpp"

#include <set>

namespace {

using namespace host_tests;

class Scheduler : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(detail::host_check::enable(0)); }
};

/// Appends a letter to a text of the test.
struct entry {
    std::string* to;
    char letter;
};

void append(const lane& on, entry& what) {
    ASSERT_TRUE(launch_call_back(
                    on,
                    [](void* at) {
                        const auto* self = static_cast<entry*>(at);
                        self->to->push_back(self->letter);
                    },
                    &what)
                    .ok());
}

TEST_F(Scheduler, RunsNothingUntilAHostThreadMustWait) {
    const lane on;
    std::string text;
    entry what{&text, 'a'};
    for (int i = 0; i < 100; ++i) append(on, what);
    EXPECT_EQ(text, "");
    EXPECT_TRUE(on.finish().ok());
    EXPECT_EQ(text, std::string(100, 'a'));
}

TEST_F(Scheduler, AStreamRunsInItsOrder) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        ASSERT_TRUE(detail::host_check::enable(seed));
        const lane on;
        std::string text;
        entry letters[] = {{&text, 'a'}, {&text, 'b'}, {&text, 'c'}};
        for (entry& each : letters) append(on, each);
        EXPECT_TRUE(on.finish().ok());
        EXPECT_EQ(text, "abc");
    }
}

std::set<std::string> orders(bool ordered) {
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        EXPECT_TRUE(detail::host_check::enable(seed));
        const lane first;
        const lane second;
        std::string text;
        entry letters[] = {{&text, 'a'}, {&text, 'b'}, {&text, 'x'}, {&text, 'y'}};
        append(first, letters[0]);
        append(first, letters[1]);
        if (ordered) second.follow(first);
        append(second, letters[2]);
        append(second, letters[3]);
        EXPECT_TRUE(first.finish().ok());
        EXPECT_TRUE(second.finish().ok());
        seen.insert(text);
    }
    return seen;
}

TEST_F(Scheduler, EveryLegalOrderOfTwoStreamsComesOutAndNoOther) {
    EXPECT_EQ(orders(false), (std::set<std::string>{"abxy", "axby", "axyb", "xaby", "xayb", "xyab"}));
}

TEST_F(Scheduler, AnEventLeavesTheOneOrder) { EXPECT_EQ(orders(true), std::set<std::string>{"abxy"}); }

TEST_F(Scheduler, TheSameSeedGivesTheSameOrder) {
    // Streams of other tests are empty, but count in the choice; so both runs use the same ones.
    const std::vector<lane> lanes(4);
    const auto run = [&](std::uint64_t seed) {
        EXPECT_TRUE(detail::host_check::enable(seed));
        std::string text;
        std::vector<entry> letters;
        for (char letter = 'a'; letter < 'm'; ++letter) letters.push_back({&text, letter});
        for (std::size_t i = 0; i < letters.size(); ++i) append(lanes[i % lanes.size()], letters[i]);
        for (const lane& each : lanes) EXPECT_TRUE(each.finish().ok());
        return text;
    };
    EXPECT_EQ(run(5), run(5));
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 10; ++seed) seen.insert(run(seed));
    EXPECT_GT(seen.size(), 5U);
}

TEST_F(Scheduler, AQueueOfMoreThan4096RunsByItself) {
    const lane on;
    std::string text;
    entry what{&text, 'a'};
    for (int i = 0; i < 4096; ++i) append(on, what);
    EXPECT_EQ(text.size(), 0U);
    append(on, what);
    EXPECT_EQ(text.size(), 4097U - 2048U);
    EXPECT_TRUE(on.finish().ok());
    EXPECT_EQ(text.size(), 4097U);
}

}  // namespace
