// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of print.hpp. Layer: pool.

#include "cushard/pool/print.hpp"

#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline axis_ranges ranges_in_part(const axis_ranges& whole, const shard_layout& layout, int i) {
    const auto clamp = [&](index_t at) {
        return at < layout.first(i) ? layout.first(i) : at > layout.last(i) ? layout.last(i) : at;
    };
    axis_ranges out;
    for (int which = 0; which < 2; ++which) {
        const index_t first = clamp(whole.first[which]);
        const index_t last = clamp(whole.last[which]);
        out.first[which] = first - layout.first(i);
        out.last[which] = last - layout.first(i);
    }
    return out;
}

inline std::string headed_text(const shard_layout& layout, const std::string& elements) {
    return to_string(layout) + '\n' + elements;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
