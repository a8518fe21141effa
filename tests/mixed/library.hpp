// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What each of the two shared libraries offers. NAME is `a` or `b`.

#include <cushard/cushard.hpp>

namespace user {

using array = cushard::device_array<float>;

/// What a library sees of the runtime.
struct runtime_view {
    const void* device;   ///< the state of the current device
    const void* backend;  ///< the host backend's table
    int current;          ///< the calling thread's device
};

inline array square_plus_one(const array& x) { return x * x + 1.0f; }

}  // namespace user

extern "C++" {
[[gnu::visibility("default")]] user::array a_makes(cushard::index_t count);
[[gnu::visibility("default")]] user::array a_evaluates(const user::array& x);
[[gnu::visibility("default")]] user::runtime_view a_sees();
[[gnu::visibility("default")]] user::array b_makes(cushard::index_t count);
[[gnu::visibility("default")]] user::array b_evaluates(const user::array& x);
[[gnu::visibility("default")]] user::runtime_view b_sees();
}
