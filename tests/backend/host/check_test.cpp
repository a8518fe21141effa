// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/check.hpp"

#include "cushard/backend/host/check/checked_table.hpp"
#include "cushard/backend/host/table.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <cstdlib>
#include <cstring>

namespace {

using namespace cushard;

/// Runs `act` in a child that has not chosen its mode; its exit code is what `act` gives.
template <class Act>
int in_a_fresh_process(Act act) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(5);
        _exit(act());
    }
    int how = 0;
    waitpid(child, &how, 0);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -1;
}

int mode_with(const char* wish) {
    return in_a_fresh_process([&] {
        if (wish == nullptr) {
            unsetenv("CUSHARD_CHECK");
        } else {
            setenv("CUSHARD_CHECK", wish, 1);
        }
        return &host_backend() == &detail::checked_mode::table ? 1 : 0;
    });
}

TEST(HostCheck, TheEnvironmentChoosesTheMode) {
    EXPECT_EQ(mode_with(nullptr), 0);
    EXPECT_EQ(mode_with("0"), 0);
    EXPECT_EQ(mode_with("1"), 1);
    EXPECT_EQ(mode_with("nan"), 1);
}

TEST(HostCheck, AProgramChoosesItBeforeTheFirstUse) {
    EXPECT_EQ(in_a_fresh_process([] {
                  setenv("CUSHARD_CHECK", "0", 1);
                  const bool chosen = detail::host_check::enable(3) && detail::host_check::enabled();
                  return chosen && &host_backend() == &detail::checked_mode::table ? 1 : 0;
              }),
              1);
}

TEST(HostCheck, AfterTheFirstUseTheModeStays) {
    EXPECT_EQ(in_a_fresh_process([] {
                  setenv("CUSHARD_CHECK", "0", 1);
                  const backend* before = &host_backend();
                  const bool refused = !detail::host_check::enable(3) && !detail::host_check::enabled();
                  return refused && before == &host_backend() ? 1 : 0;
              }),
              1);
}

TEST(HostCheck, AProgramWithoutTheModeThatIsAskedForFailsAtEachUse) {
    EXPECT_EQ(in_a_fresh_process([] {
                  detail::host_check::slot.store(nullptr);
                  setenv("CUSHARD_CHECK", "1", 1);
                  int clear = 0;
                  for (int use = 0; use < 2; ++use) {
                      try {
                          host_backend();
                      } catch (const device_error& error) {
                          clear += std::strstr(error.what(), "include <cushard/check.hpp>") != nullptr ? 1 : 0;
                      }
                  }
                  return clear;
              }),
              2);
}

TEST(HostCheck, AProgramWithoutTheModeRunsIfNobodyAsksForIt) {
    EXPECT_EQ(in_a_fresh_process([] {
                  detail::host_check::slot.store(nullptr);
                  unsetenv("CUSHARD_CHECK");
                  return &host_backend() == &detail::worker_mode::table ? 1 : 0;
              }),
              1);
}

TEST(HostCheck, AnotherSeedMayBeAskedForAtAnyTime) {
    EXPECT_EQ(in_a_fresh_process([] { return detail::host_check::enable(1) && detail::host_check::enable(2) ? 1 : 0; }),
              1);
}

}  // namespace
