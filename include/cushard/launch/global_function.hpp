// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A `__global__` function as a type: how launches name it, so that whoever enqueues it can keep what is known of it.
// Layer: launch.

#include "cushard/base/config.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

template <auto Function>
struct global_function {
    static constexpr auto address = Function;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
