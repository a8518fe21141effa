// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Eight logical devices for the tests that include this: on the host, or on what CUSHARD_DEVICES says, whose first
// device then stands for those that are missing.

#include "cushard/runtime/device.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace cushard_test {

struct eight_devices final : ::testing::Environment {
    void SetUp() override {
        setenv("CUSHARD_DEVICES", "host:8", 0);
        ASSERT_EQ(cushard::logical_devices(cushard::device(0), 8).size(), 8U);
    }
};

inline ::testing::Environment* const with_eight_devices = ::testing::AddGlobalTestEnvironment(new eight_devices);

}  // namespace cushard_test
