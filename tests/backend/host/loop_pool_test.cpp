// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/loop_pool.hpp"

#include "support/no_leak_check.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using cushard::index_t;
using cushard::detail::loop_pool;
using cushard::detail::loops;

struct visits {
    explicit visits(index_t count) : times(static_cast<std::size_t>(count)) {}
    std::vector<std::atomic<int>> times;

    static void piece(void* context, index_t begin, index_t end) {
        auto* self = static_cast<visits*>(context);
        for (index_t i = begin; i < end; ++i) self->times[static_cast<std::size_t>(i)].fetch_add(1);
    }
    [[nodiscard]] bool once_each() const {
        for (const auto& each : times) {
            if (each.load() != 1) return false;
        }
        return true;
    }
};

TEST(LoopPool, VisitsEveryIndexOnce) {
    for (const index_t count : {0, 1, 255, 256, 257, 4096, 100003}) {
        for (const index_t grain : {1, 7, 256, 1 << 20}) {
            visits all(count);
            loops().run(visits::piece, &all, count, grain);
            EXPECT_TRUE(all.once_each()) << count << " by " << grain;
        }
    }
}

TEST(LoopPool, PiecesAreMultiplesOfTheGrainButForTheLast) {
    struct checker {
        std::atomic<int> bad{0};
        index_t count = 100003;
    } context;
    loops().run(
        [](void* at, index_t begin, index_t end) {
            auto* self = static_cast<checker*>(at);
            if (begin % 64 != 0 || (end != self->count && end % 64 != 0)) self->bad.fetch_add(1);
        },
        &context, context.count, 64);
    EXPECT_EQ(context.bad.load(), 0);
}

TEST(LoopPool, RunsAShortLoopOnTheCallerInOnePiece) {
    struct seen {
        std::thread::id by;
        int pieces = 0;
    } context;
    loops().run(
        [](void* at, index_t begin, index_t end) {
            auto* self = static_cast<seen*>(at);
            self->by = std::this_thread::get_id();
            self->pieces += begin == 0 && end == 64 ? 1 : 100;
        },
        &context, 64, 64);
    EXPECT_EQ(context.by, std::this_thread::get_id());
    EXPECT_EQ(context.pieces, 1);
}

TEST(LoopPool, ServesSeveralCallersAtOnce) {
    std::vector<std::thread> callers;
    std::atomic<int> wrong{0};
    for (int k = 0; k < 4; ++k) {
        callers.emplace_back([&] {
            for (int repeat = 0; repeat < 50; ++repeat) {
                visits all(5000 + repeat);
                loops().run(visits::piece, &all, 5000 + repeat, 16);
                if (!all.once_each()) wrong.fetch_add(1);
            }
        });
    }
    for (auto& each : callers) each.join();
    EXPECT_EQ(wrong.load(), 0);
}

TEST(LoopPool, RunsALoopInsideALoop) {
    std::atomic<index_t> sum{0};
    loops().run(
        [](void* outer, index_t begin, index_t end) {
            for (index_t i = begin; i < end; ++i) {
                loops().run([](void* inner, index_t from,
                               index_t to) { static_cast<std::atomic<index_t>*>(inner)->fetch_add(to - from); },
                            outer, 1000, 10);
            }
        },
        &sum, 50, 1);
    EXPECT_EQ(sum.load(), 50000);
}

TEST(LoopPool, AnExceptionComesOutAtTheCallerAndTheNextLoopRuns) {
    for (const index_t bad : {0, 777, 9999}) {
        index_t context = bad;
        const auto throwing = [](void* at, index_t begin, index_t end) {
            const index_t wanted = *static_cast<index_t*>(at);
            if (begin <= wanted && wanted < end) throw std::runtime_error("at " + std::to_string(wanted));
        };
        try {
            loops().run(throwing, &context, 10000, 16);
            ADD_FAILURE() << "no exception for " << bad;
        } catch (const std::runtime_error& error) {
            EXPECT_EQ(error.what(), "at " + std::to_string(bad));
        }
        visits all(10000);
        loops().run(visits::piece, &all, 10000, 16);
        EXPECT_TRUE(all.once_each());
    }
}

/// A loop whose pieces end once a second thread has come, or after a while.
struct meeting {
    std::mutex mutex;
    std::set<std::thread::id> threads;
    std::thread::id caller = std::this_thread::get_id();

    std::size_t count() {
        const std::lock_guard lock(mutex);
        return threads.size();
    }
    static void piece(void* context, index_t, index_t) {
        auto* self = static_cast<meeting*>(context);
        {
            const std::lock_guard lock(self->mutex);
            self->threads.insert(std::this_thread::get_id());
        }
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
        while (self->count() < 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    }
};

TEST(LoopPool, HelpersThatSleepOrAreAboutToTakePartInALoop) {
    if (loops().threads() == 1) GTEST_SKIP() << "this machine has one hardware thread";
    for (const int nap : {0, 30, 0, 30}) {
        std::this_thread::sleep_for(std::chrono::milliseconds(nap));  // long enough for helpers to fall asleep
        meeting both;
        loops().run(meeting::piece, &both, 64, 1);
        EXPECT_GE(both.count(), 2U) << nap;
    }
}

TEST(LoopPool, ReturnsWhenTheHelpersHaveLeft) {
    if (loops().threads() == 1) GTEST_SKIP() << "this machine has one hardware thread";
    struct slow : meeting {
        static void piece(void* context, index_t begin, index_t end) {
            auto* self = static_cast<slow*>(context);
            meeting::piece(self, begin, end);
            if (std::this_thread::get_id() == self->caller) return;
            self->busy.fetch_add(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            self->busy.fetch_sub(1);
        }
        std::atomic<int> busy{0};
    };
    // Never destroyed: a helper that works on is to fail the test, not to crash it.
    auto& all = *new slow;
    loops().run(slow::piece, &all, 64, 1);
    EXPECT_EQ(all.busy.load(), 0);
    EXPECT_GE(all.count(), 2U);
}

TEST(LoopPool, TheEnvironmentLimitsItsThreads) {
    const char* before = std::getenv("CUSHARD_THREADS");
    const std::string kept = before == nullptr ? "" : before;
    const auto threads_with = [](const char* text) {
        ::setenv("CUSHARD_THREADS", text, 1);
        // Its helpers never end, so neither may the pool.
        static auto& leaked = *new std::vector<loop_pool*>;
        return leaked.emplace_back(new loop_pool)->threads();
    };
    const int all = cushard::detail::hardware_threads();
    EXPECT_EQ(threads_with("1"), 1);
    EXPECT_EQ(threads_with("2"), all < 2 ? all : 2);
    EXPECT_EQ(threads_with("1000000"), all);
    EXPECT_EQ(threads_with("none"), all);
    EXPECT_EQ(threads_with("0"), all);
    if (before == nullptr) {
        ::unsetenv("CUSHARD_THREADS");
    } else {
        ::setenv("CUSHARD_THREADS", kept.c_str(), 1);
    }
}

TEST(LoopPool, RunsSeriallyInAForkedChild) {
    visits before(100000);
    loops().run(visits::piece, &before, 100000, 16);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        alarm(5);  // a hang ends the child by a signal
        visits all(100000);
        loops().run(visits::piece, &all, 100000, 16);
        _exit(all.once_each() && loops().threads() == 1 ? 0 : 1);
    }
    int how = 0;
    ASSERT_EQ(waitpid(child, &how, 0), child);
    EXPECT_TRUE(WIFEXITED(how) && WEXITSTATUS(how) == 0) << "status " << how;
}

}  // namespace
