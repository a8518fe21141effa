// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What `CUSHARD_DEVICES` says: the grammar, and nothing but the grammar. Layer: runtime.
//
//     list  = entry { "," entry }
//     entry = "host" [ ":" count ] | "cuda" [ ":" index ]
//
// `host:4` is four logical devices on the host; `cuda:0,cuda:0` is two on the first GPU; `cuda` is every GPU.

#include "cushard/base/config.hpp"

#include <string>
#include <string_view>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The most logical devices a process may have: what each thread keeps per device is an array of this size.
inline constexpr int max_devices = 64;

/// One logical device that was asked for.
struct device_choice {
    bool on_host = false;
    int physical = 0;
};

/// What was asked for, in its order. Of too many the last are counted only.
class device_choices {
public:
    void add(device_choice each) noexcept {
        if (size_ < max_devices) list_[size_] = each;
        ++size_;
    }
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] const device_choice* begin() const noexcept { return list_; }
    [[nodiscard]] const device_choice* end() const noexcept { return list_ + size_; }

private:
    device_choice list_[max_devices];
    int size_ = 0;
};

/// @param text        what the variable holds
/// @param cuda_count  how many CUDA devices there are
/// @param no_cuda     why there are none, for the message
/// @throws device_error quoting `text`, if it does not follow the grammar or asks for what is not there.
device_choices parse_devices(std::string_view text, int cuda_count, const std::string& no_cuda);

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/runtime/device_grammar.inl.hpp")
