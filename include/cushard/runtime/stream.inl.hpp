// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of stream.hpp. Layer: runtime.

#include "cushard/runtime/life.hpp"
#include "cushard/runtime/stream.hpp"
#include "cushard/runtime/waits.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline void stream_view::wait() const {
    constexpr const char* what = "stream::wait";
    detail::require_alive(what);
    detail::wait_list waits;
    detail::add_everything(waits, *state_);
    waits.pin(what);
    waits.block(what);
}

}  // namespace v0
}  // namespace cushard
