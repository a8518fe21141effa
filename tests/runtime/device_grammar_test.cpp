// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/device_grammar.hpp"

#include "cushard/base/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cs = cushard;
using cs::detail::parse_devices;

namespace {

/// "h" for the host, the physical number for a GPU.
std::string parsed(const std::string& text, int cuda_count = 2) {
    std::string all;
    for (const auto& each : parse_devices(text, cuda_count, "there is no CUDA device"))
        all += each.on_host ? "h" : std::to_string(each.physical);
    return all;
}

std::string refusal(const std::string& text, int cuda_count = 2) {
    try {
        static_cast<void>(parse_devices(text, cuda_count, "there is no CUDA device"));
    } catch (const cs::device_error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(device_grammar, host_with_a_count_is_so_many_devices) {
    EXPECT_EQ(parsed("host"), "h");
    EXPECT_EQ(parsed("host:1"), "h");
    EXPECT_EQ(parsed("host:4"), "hhhh");
    EXPECT_EQ(parsed("host:64").size(), 64U);
}

TEST(device_grammar, a_gpu_may_stand_several_times) {
    EXPECT_EQ(parsed("cuda:0,cuda:0,cuda:1"), "001");
    EXPECT_EQ(parsed("cuda:0", 1), "0");
}

TEST(device_grammar, cuda_alone_is_every_gpu) { EXPECT_EQ(parsed("cuda", 3), "012"); }

TEST(device_grammar, kinds_may_be_mixed_in_any_order) { EXPECT_EQ(parsed("host:2,cuda:0,host"), "hh0h"); }

TEST(device_grammar, a_wrong_text_is_quoted_and_the_grammar_told) {
    for (const char* text : {"hots:2", "host:", "host:0", "host:65", "host:-1", "host:x", "host:2x", "host:2,", ",host",
                             "host,,host", "cuda:", "cuda:-1", "cuda:1:2", " host", "HOST", "gpu:0", "host:63,host:2",
                             "host:99999999999999999999", "hostess"}) {
        const std::string said = refusal(text);
        EXPECT_EQ(said.find("CUSHARD_DEVICES: cannot read \"" + std::string(text) + "\""), 0U) << text << ": " << said;
        EXPECT_NE(said.find("host[:COUNT] or cuda[:INDEX]"), std::string::npos) << said;
    }
}

TEST(device_grammar, a_gpu_that_is_not_there_is_refused_with_the_reason) {
    EXPECT_EQ(refusal("host,cuda:2"), "CUSHARD_DEVICES: \"host,cuda:2\" asks for cuda:2: there are 2 CUDA devices");
    EXPECT_EQ(refusal("cuda:0", 0), "CUSHARD_DEVICES: \"cuda:0\" asks for cuda:0: there is no CUDA device");
    EXPECT_EQ(refusal("cuda", 0), "CUSHARD_DEVICES: \"cuda\" asks for cuda: there is no CUDA device");
}
