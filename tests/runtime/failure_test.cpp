// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/failure.hpp"

#include "cushard/backend/host/table.hpp"
#include "cushard/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cs = cushard;
using cs::status_code;
using cs::detail::check;
using cs::detail::device_state;

namespace {

struct failure : ::testing::Test {
    device_state gpu{1, 0, cs::host_backend(), false, false};
    device_state host{2, 0, cs::host_backend(), true, false};

    template <class Expected>
    static std::string said(device_state& on, const cs::status& answer) {
        try {
            check("sum", answer, on);
        } catch (const Expected& error) {
            return error.what();
        }
        return "";
    }
};

}  // namespace

TEST_F(failure, is_none_when_the_status_is_ok) { EXPECT_NO_THROW(check("sum", {}, gpu)); }

TEST_F(failure, names_what_was_tried_the_call_the_device_and_the_code) {
    EXPECT_EQ(said<cs::cuda_error>(gpu, {status_code::failed, 9, "cudaLaunchKernel", "invalid configuration"}),
              "sum: cudaLaunchKernel failed on device 1 (cuda:0): invalid configuration (code 9)");
    EXPECT_EQ(said<cs::device_error>(host, {status_code::failed, 0, "synchronize", "a functor threw: bad"}),
              "sum: synchronize failed on device 2 (host): a functor threw: bad");
    EXPECT_EQ(said<cs::out_of_memory>(gpu, {status_code::out_of_memory, 2, "cudaGraphLaunch", "out of memory"}),
              "sum: cudaGraphLaunch ran out of memory on device 1 (cuda:0): out of memory (code 2)");
    EXPECT_EQ(said<cs::device_error>(gpu, {status_code::unsupported, 0, "launch", "no .cu compiled it"}),
              "sum: launch is not supported on device 1 (cuda:0): no .cu compiled it");
    EXPECT_EQ(said<cs::device_error>(gpu, {status_code::violation, 0, "wait", "wrong device"}),
              "sum: wait broke a rule on device 1 (cuda:0): wrong device");
}

TEST_F(failure, that_is_sticky_marks_the_device_lost_for_the_first_reason) {
    EXPECT_NO_THROW(cs::detail::require_usable("add", gpu));
    EXPECT_EQ(said<cs::cuda_error>(gpu, {status_code::lost, 719, "first", "gone"}),
              "sum: first lost device 1 (cuda:0): gone (code 719)");
    said<cs::cuda_error>(gpu, {status_code::lost, 719, "second", "gone"});
    try {
        cs::detail::require_usable("add", gpu);
        FAIL();
    } catch (const cs::device_error& error) {
        EXPECT_STREQ(error.what(),
                     "add: device 1 (cuda:0) is lost since sum: first lost device 1 (cuda:0): gone (code 719)");
    }
    EXPECT_NO_THROW(cs::detail::require_usable("add", host));
}
