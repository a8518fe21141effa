// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of fill.hpp. Layer: runtime.

#include "cushard/base/span.hpp"
#include "cushard/runtime/fill.hpp"
#include "cushard/runtime/submit.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline void fill(storage& target, int byte, const char* what) {
    if (target.bytes() == 0) return;
    const use written{&target, access_mode::write};
    submit(what, target.get_device(), detail::span(&written, 1),
           [&](std::size_t, const backend& table, place at, void* stream) {
               return table.fill(at, stream, target.data(), byte, target.bytes());
           });
}

}  // namespace v0
}  // namespace cushard
