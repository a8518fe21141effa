// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/life.hpp"

#include "../support/hand_kernels.hpp"
#include "../support/no_leak_check.hpp"
#include "cushard/base/error.hpp"
#include "cushard/runtime/foreign.hpp"
#include "cushard/runtime/scratch.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cs = cushard;
using cs::testing::apply;
using cs::testing::floats;

namespace {

// Constant-initialised, so destroyed after the library's exit handler; never filled but in processes of their own.
cs::storage_ref global;
thread_local cs::storage_ref of_thread;

std::atomic<bool> late_work_done{false};

void late_work(const void*, const cs::geometry&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    late_work_done.store(true);
}
constinit cs::kernel late_kernel{[] { return "late"; }, 1, &late_work};

void enqueue_late_work() {
    const cs::storage_ref a = floats(cs::device(0), 8, 1);
    const cs::use uses[] = {{a.get(), cs::access_mode::write}};
    cs::submit("late", cs::device(0), uses, [](std::size_t, const cs::backend& table, cs::place at, void* stream) {
        const char functor = 0;
        return table.launch(at, stream, late_kernel, &functor, cs::geometry{});
    });
}

/// Runs `body` in a forked child, where it answers the exit code; a child that hangs is killed by its alarm.
template <class Body>
int in_child(Body body) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(20);
        std::exit(body());
    }
    int answer = 0;
    waitpid(child, &answer, 0);
    return WIFEXITED(answer) ? WEXITSTATUS(answer) : 1000 + answer;
}

/// These run in a fresh process each: state of the library is of the process.
struct life : ::testing::Test {
    life() {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        setenv("CUSHARD_DEVICES", "host:2", 1);
    }
};

}  // namespace

TEST_F(life, begins_unborn_and_is_alive_after_the_first_use) {
    EXPECT_EXIT(
        {
            const bool before = cs::detail::alive();
            static_cast<void>(cs::device());
            std::_Exit(!before && cs::detail::alive() ? 0 : 1);
        },
        ::testing::ExitedWithCode(0), "^$");
}

TEST_F(life, a_global_array_at_exit_is_no_trouble) {  // arrayfire#167
    EXPECT_EXIT(
        {
            global = floats(cs::device(1), 1000, 1);
            std::exit(0);
        },
        ::testing::ExitedWithCode(0), "^$");
}

TEST_F(life, static_and_thread_local_arrays_at_exit_are_no_trouble) {
    EXPECT_EXIT(
        {
            static cs::storage_ref local = floats(cs::device(0), 1000, 1);
            of_thread = floats(cs::device(1), 1000, 1);
            std::thread([] { of_thread = floats(cs::device(1), 1000, 1); }).join();
            apply(*of_thread, *floats(cs::device(1), 1000, 1), {2, 0, 5000});
            std::exit(0);
        },
        ::testing::ExitedWithCode(0), "^$");
}

TEST_F(life, the_exit_handler_drains_what_is_enqueued) {
    EXPECT_EXIT(
        {
            std::atexit([] { std::_Exit(late_work_done.load() ? 0 : 1); });  // runs after the library's
            enqueue_late_work();
            std::exit(2);
        },
        ::testing::ExitedWithCode(0), "^$");
}

TEST_F(life, a_use_after_the_exit_handler_is_a_device_error) {
    EXPECT_EXIT(
        {
            std::atexit([] {
                try {
                    static_cast<void>(cs::allocate(cs::device(0), 8, "zeros"));
                } catch (const cs::device_error& error) {
                    std::fprintf(stderr, "%s", error.what());
                    std::_Exit(0);
                }
                std::_Exit(1);
            });
            static_cast<void>(cs::device());
            std::exit(2);
        },
        ::testing::ExitedWithCode(0), "^device: the program is exiting");
}

TEST_F(life, an_error_that_nobody_waited_for_does_not_disturb_the_exit) {
    EXPECT_EXIT(
        {
            global = floats(cs::device(1), 8, 1);
            apply(*global, *floats(cs::device(1), 8, 1), {1, 0, 0, true});
            std::exit(0);
        },
        ::testing::ExitedWithCode(0), "^$");
}

TEST_F(life, a_forked_child_gets_a_clear_error_and_no_hang) {  // pycuda#137
    const cs::storage_ref a = floats(cs::device(0), 8, 1);
    const cs::storage_ref b = floats(cs::device(0), 8, 1);
    const auto told = [](auto&& use) {
        try {
            use();
        } catch (const cs::device_error& error) {
            return std::string(error.what()).find("this process was forked after the first use of a device") !=
                   std::string::npos;
        }
        return false;
    };
    EXPECT_EQ(in_child([&] {
                  return told([] { static_cast<void>(cs::device()); }) && told([&] { apply(*a, *b, {}); }) &&
                                 told([&] { static_cast<void>(cs::testing::values(*a)); }) &&
                                 told([&] { cs::detail::wait_for(*a, cs::access_mode::read); }) &&
                                 told([&] { static_cast<void>(cs::allocate(a->get_device(), 8, "zeros")); }) &&
                                 told([&] { a->get_device().wait(); }) && told([] { cs::stream other; })
                             ? 0
                             : 1;
              }),
              0);
    apply(*a, *b, {3, 0});  // the parent goes on
    EXPECT_EQ(cs::testing::values(*a), std::vector<float>(8, 3));
}

TEST_F(life, destructors_in_a_forked_child_are_harmless) {
    cs::storage_ref a = floats(cs::device(0), 8, 1);
    cs::stream side;
    const cs::stream_scope scope(side);
    EXPECT_EQ(in_child([&] {
                  a = {};
                  { const cs::stream gone = std::move(side); }
                  return 0;
              }),
              0);
}

TEST_F(life, a_forked_child_meets_no_mutex_that_was_locked_when_it_forked) {
    const cs::device near(0);
    const cs::device far(1);
    cs::stream side(near);
    cs::stream spare(near);
    const cs::stream elsewhere(far);
    void* native = nullptr;
    ASSERT_TRUE(near.state().table.stream_create(near.state().at, &native).ok());
    cs::storage_ref a;
    cs::storage_ref b;
    {
        const cs::stream_scope near_scope(side);
        const cs::stream_scope far_scope(elsewhere);
        a = floats(near, 8, 1);
        b = floats(far, 8, 1);
    }
    cs::detail::stream_state& on = side.view().state();
    ASSERT_EQ(far.state().compute.load(), nullptr) << "its compute stream would have to be made, under its mutex";
    auto foreign = std::make_unique<cs::detail::foreign_use>("library", *a, cs::access_mode::read, native);

    const auto no_work = [](std::size_t, const cs::backend&, cs::place, void*) { return cs::status{}; };
    const std::vector<std::pair<const char*, std::function<void()>>> uses{
        {"parts",
         [&] {
             const cs::part only{&on, {}};
             cs::submit("parts", std::span(&only, 1), false, no_work);
         }},
        {"submit", [&] { cs::submit("submit", far, {}, no_work); }},
        {"allocate", [&] { static_cast<void>(cs::allocate(far, 8, "zeros")); }},
        {"scratch", [&] { static_cast<void>(cs::scratch(on, 64)); }},
        {"copy", [&] { static_cast<void>(cs::testing::values(*b)); }},
        {"stream::wait", [&] { side.wait(); }},
        {"device::wait", [&] { near.wait(); }},
        {"wait", [&] { cs::detail::wait_for(*a, cs::access_mode::write); }},
        {"foreign", [&] { cs::detail::foreign_use("library", *a, cs::access_mode::read, native); }},
    };
    std::unique_lock locked(on.mutex);
    std::unique_lock near_locked(near.state().mutex);
    std::unique_lock far_locked(far.state().mutex);
    for (const auto& [name, use] : uses) {
        EXPECT_EQ(in_child([&] {
                      try {
                          use();
                      } catch (const cs::device_error& error) {
                          return std::string(error.what()).find("forked") == std::string::npos ? 1 : 0;
                      }
                      return 2;
                  }),
                  0)
            << name;
    }
    EXPECT_EQ(in_child([&] {
                  foreign.reset();
                  return a->valid() ? 0 : 1;
              }),
              0)
        << "the end of foreign work";
    EXPECT_EQ(in_child([&] {
                  a = {};
                  b = {};
                  { const cs::stream gone = std::move(spare); }
                  return 0;
              }),
              0)
        << "destructors";
}

TEST_F(life, a_child_forked_while_other_threads_submit_does_not_hang) {
    std::atomic<bool> stop{false};
    std::thread busy([&] {
        const cs::storage_ref a = floats(cs::device(0), 8, 1);
        while (!stop.load()) apply(*a, *a, {});
    });
    cs::storage_ref mine = floats(cs::device(0), 8, 1);
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(in_child([&] {
                      mine = {};
                      try {
                          static_cast<void>(cs::device());
                      } catch (const cs::device_error&) {
                          return 0;
                      }
                      return 1;
                  }),
                  0);
    }
    stop.store(true);
    busy.join();
}

TEST_F(life, a_child_forked_before_the_first_use_may_use_devices) {
    EXPECT_EXIT(std::_Exit(in_child([] {
                    const cs::storage_ref a = floats(cs::device(1), 8, 4);
                    return cs::testing::values(*a)[7] == 4 ? 0 : 1;
                })),
                ::testing::ExitedWithCode(0), "^$");
}
