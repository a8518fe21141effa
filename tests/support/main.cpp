// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// main of every test program. `--file=a/b_test.cpp` runs the cases of that file alone, so that a file is a process and
// a test of its own whatever program it was built into. A filter that the user gives is taken instead.

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

/// The filter that lets through the cases of one source; empty if there are none.
std::string cases_of(std::string_view source) {
    const std::string end = "/" + std::string(source);
    const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
    std::string filter;
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
        const ::testing::TestSuite& suite = *all.GetTestSuite(i);
        for (int j = 0; j < suite.total_test_count(); ++j) {
            const ::testing::TestInfo& test = *suite.GetTestInfo(j);
            if (std::string_view(test.file()).ends_with(end))
                filter += std::string(filter.empty() ? "" : ":") + suite.name() + "." + test.name();
        }
    }
    return filter;
}

}  // namespace

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    constexpr std::string_view option = "--file=";
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (!argument.starts_with(option)) {
            std::fprintf(stderr, "unknown: %s\n", argv[i]);
            return 2;
        }
        // A death test that starts its program again says by the filter what is to run.
        if (::testing::GTEST_FLAG(filter) != "*") continue;
        const std::string filter = cases_of(argument.substr(option.size()));
        if (filter.empty()) {
            std::fprintf(stderr, "no case of %s is in this program\n", argv[i] + option.size());
            return 2;
        }
        ::testing::GTEST_FLAG(filter) = filter;
    }
    return RUN_ALL_TESTS();
}
