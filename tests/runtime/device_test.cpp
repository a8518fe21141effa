// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/device.hpp"

#include "../support/hand_kernels.hpp"
#include "../support/recording_backend.hpp"
#include "cushard/backend/host/check.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace cs = cushard;
using cs::testing::apply;
using cs::testing::floats;
using cs::testing::recorder;

namespace {

/// In a fresh process, with this list: the text of what the first use throws, or the devices' names.
[[noreturn]] void say_devices(const char* list, bool with_cuda) {
    if (list == nullptr) {
        unsetenv("CUSHARD_DEVICES");
    } else {
        setenv("CUSHARD_DEVICES", list, 1);
    }
    if (!with_cuda) cs::cuda_backend_slot.store(nullptr);
    try {
        for (const cs::device& each : cs::device::list())
            std::fprintf(stderr, "%d=%s ", each.id(), each.name().c_str());
    } catch (const cs::device_error& error) {
        std::fprintf(stderr, "%s", error.what());
    }
    std::_Exit(0);
}

struct device_choice : ::testing::Test {
    device_choice() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

}  // namespace

TEST(device, of_the_list_know_what_they_are) {
    const std::vector<cs::device> all = cs::device::list();
    ASSERT_EQ(all.size(), 4U);
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(all[static_cast<std::size_t>(i)].id(), i);
        EXPECT_EQ(all[static_cast<std::size_t>(i)], cs::device(i));
        EXPECT_EQ(all[static_cast<std::size_t>(i)].physical(), 0);
    }
    EXPECT_EQ(all[0].name(), "cuda:0");
    EXPECT_FALSE(all[0].is_host());
    EXPECT_EQ(all[3].name(), "host");
    EXPECT_TRUE(all[3].is_host());
    EXPECT_GT(all[3].properties().total_memory, 0U);
    EXPECT_GT(all[3].memory_info().total_bytes, 0U);
    EXPECT_LE(all[3].memory_info().free_bytes, all[3].memory_info().total_bytes);
}

TEST(device, that_is_not_there_is_a_device_error) {
    for (const int id : {-1, 4, 1000}) {
        try {
            const cs::device none(id);
            FAIL() << id;
        } catch (const cs::device_error& error) {
            EXPECT_EQ(error.what(),
                      "device: there is no device " + std::to_string(id) + ": there are 4, numbered from 0");
        }
    }
}

TEST(device, by_default_is_the_first_until_a_scope_says_otherwise) {
    EXPECT_EQ(cs::device().id(), 0);
    {
        const cs::device_scope outer(2);
        EXPECT_EQ(cs::device().id(), 2);
        {
            const cs::device_scope inner(cs::device(1));
            EXPECT_EQ(cs::device().id(), 1);
        }
        EXPECT_EQ(cs::device().id(), 2);
    }
    EXPECT_EQ(cs::device().id(), 0);
}

TEST(device, scopes_of_two_threads_do_not_meet) {  // cupy#5006
    const cs::device_scope outer(1);
    std::thread other([] {
        EXPECT_EQ(cs::device().id(), 0);
        const cs::device_scope mine(2);
        { const cs::device_scope nested(1); }
        EXPECT_EQ(cs::device().id(), 2);
    });
    other.join();
    { const cs::device_scope nested(0); }
    EXPECT_EQ(cs::device().id(), 1);
}

TEST(device, wait_waits_for_all_its_streams_and_for_no_other_device) {
    const cs::device on(1);
    const cs::stream side(on);
    const cs::storage_ref a = floats(on, 8, 1);
    const cs::storage_ref b = floats(on, 8, 2);
    const cs::storage_ref far = floats(cs::device(2), 8, 2);
    const cs::storage_ref far_too = floats(cs::device(2), 8, 2);
    {
        const cs::stream_scope scope(side);
        apply(*b, *a, {5, 0, 3000});
    }
    apply(*far, *far_too, {});
    recorder().restart({side.native()});
    on.wait();
    EXPECT_EQ(static_cast<float*>(b->data())[7], 5);
    EXPECT_EQ(recorder().calls("synchronize"), (std::vector<std::string>{"synchronize d1 e1"}));
    recorder().restart();
    on.wait();
    EXPECT_TRUE(recorder().calls().empty()) << "nothing new to wait for";
}

TEST(device, that_a_sticky_error_was_met_on_is_lost_and_says_since_when) {
    const cs::device on(2);
    const cs::storage_ref a = floats(on, 8, 1);
    const cs::storage_ref b = floats(on, 8, 1);
    recorder().fail("launch", {cs::status_code::lost, 719, "cudaLaunchKernel", "unspecified launch failure"});
    EXPECT_THROW(apply(*b, *a, {}, "exp"), cs::cuda_error);
    try {
        static_cast<void>(cs::allocate(on, 8, "zeros"));
        FAIL();
    } catch (const cs::device_error& error) {
        EXPECT_STREQ(error.what(),
                     "zeros: device 2 (cuda:0) is lost since exp: cudaLaunchKernel lost device 2 "
                     "(cuda:0): unspecified launch failure (code 719)");
    }
    EXPECT_THROW(apply(*a, *a, {}), cs::device_error);
    const cs::storage_ref elsewhere = floats(cs::device(0), 8, 1);  // other devices go on
    on.state().lost.store(false);
}

TEST_F(device_choice, is_read_at_the_first_use) {
    EXPECT_EXIT(say_devices("host:2,cuda:0", true), ::testing::ExitedWithCode(0), "^0=host 1=host 2=cuda:0 $");
}

TEST_F(device_choice, is_every_gpu_where_nothing_is_said_and_else_the_host) {
    EXPECT_EXIT(say_devices(nullptr, true), ::testing::ExitedWithCode(0), "^0=cuda:0 $");
    EXPECT_EXIT(say_devices(nullptr, false), ::testing::ExitedWithCode(0), "^0=host $");
    EXPECT_EXIT(say_devices("", false), ::testing::ExitedWithCode(0), "^0=host $");
}

TEST_F(device_choice, that_is_wrong_is_a_device_error) {
    EXPECT_EXIT(say_devices("hots:2", true), ::testing::ExitedWithCode(0), "cannot read \"hots:2\"");
}

/// In a fresh process of a program in which no unit includes <cushard/check.hpp>.
[[noreturn]] void say_devices_without_the_checked_mode(const char* check) {
    cs::detail::host_check::slot.store(nullptr);
    cs::detail::host_check::chosen.store(cs::detail::host_check::choice::undecided);
    setenv("CUSHARD_CHECK", check, 1);
    say_devices("host", false);
}

TEST_F(device_choice, of_a_checked_mode_that_the_program_has_not_is_a_device_error) {
    EXPECT_EXIT(say_devices_without_the_checked_mode("1"), ::testing::ExitedWithCode(0),
                "CUSHARD_CHECK: this program has no checked mode: include <cushard/check.hpp>");
    EXPECT_EXIT(say_devices_without_the_checked_mode("0"), ::testing::ExitedWithCode(0), "^0=host $");
}

TEST_F(device_choice, of_cuda_without_a_backend_says_why) {
    EXPECT_EXIT(say_devices("cuda:0", false), ::testing::ExitedWithCode(0), "this program has no CUDA backend");
}
