// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/base/error.hpp"

#include <gtest/gtest.h>

namespace cs = cushard;

template <class Error>
class EveryError : public testing::Test {};
using errors = testing::Types<cs::shape_error, cs::axis_error, cs::dtype_error, cs::device_error, cs::out_of_memory,
                              cs::io_error, cs::cuda_error>;
TYPED_TEST_SUITE(EveryError, errors);

TYPED_TEST(EveryError, IsCaughtAsErrorWithItsText) {
    try {
        throw TypeParam("add: cannot broadcast [3, 4] with [5]: axis 1 is 4 and 5");
    } catch (const cs::error& caught) {
        EXPECT_STREQ(caught.what(), "add: cannot broadcast [3, 4] with [5]: axis 1 is 4 and 5");
    }
}

TEST(CudaError, CarriesCodeCallAndDevice) {
    const cs::cuda_error failure("exp: launch failed", 700, "cudaLaunchKernel", 3);
    EXPECT_EQ(failure.code(), 700);
    EXPECT_EQ(failure.call(), "cudaLaunchKernel");
    EXPECT_EQ(failure.device(), 3);
}

TEST(CudaError, SaysWhenCodeAndDeviceAreNotKnown) {
    const cs::cuda_error failure("exp: launch failed");
    EXPECT_EQ(failure.code(), 0);
    EXPECT_EQ(failure.call(), "");
    EXPECT_EQ(failure.device(), -1);
}
