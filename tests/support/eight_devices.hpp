// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Eight logical devices for the tests that ask for them: on the host, or on what CUSHARD_DEVICES says, whose first
// device then stands for those that are missing.

#include "cushard/runtime/device.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace cushard_test {

/// A process chooses its devices once. A program may hold other files too, whose tests are to meet the default.
class eight_devices final : public ::testing::Environment {
public:
    explicit eight_devices(std::string_view file) : file_(file) {}

    void SetUp() override {
        if (!runs_tests_of_the_file()) return;
        setenv("CUSHARD_DEVICES", "host:8", 0);
        ASSERT_EQ(cushard::logical_devices(cushard::device(0), 8).size(), 8U);
    }

private:
    bool runs_tests_of_the_file() const {
        const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
        for (int i = 0; i < all.total_test_suite_count(); ++i) {
            const ::testing::TestSuite& suite = *all.GetTestSuite(i);
            for (int j = 0; j < suite.total_test_count(); ++j) {
                const ::testing::TestInfo& test = *suite.GetTestInfo(j);
                if (test.should_run() && (file_.empty() || file_ == test.file())) return true;
            }
        }
        return false;
    }

    std::string_view file_;
};

/// Initialises a global variable of the file whose tests need them; with "", of any file of the program.
inline ::testing::Environment* on_eight_devices(std::string_view file = __builtin_FILE()) {
    return ::testing::AddGlobalTestEnvironment(new eight_devices(file));
}

}  // namespace cushard_test
