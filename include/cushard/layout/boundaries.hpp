// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Where an axis is cut into shards. Boundaries are offsets: part p is `[cuts[p], cuts[p + 1])`, and may be empty.
// Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/error.hpp"
#include "cushard/layout/shape.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The most even cut: the first `count % parts` parts have one element more than the others (NumPy's `array_split`).
/// 10 over 4 is 3, 3, 2, 2: `0 3 6 8 10`.
/// @throws shape_error if there is no part or the count is negative.
inline std::vector<index_t> balanced(index_t count, index_t parts) {
    if (parts < 1 || count < 0)
        throw shape_error("balanced: cannot cut " + std::to_string(count) + " elements into " + std::to_string(parts) +
                          " parts");
    std::vector<index_t> cuts(static_cast<std::size_t>(parts) + 1);
    for (index_t part = 0; part <= parts; ++part)
        cuts[static_cast<std::size_t>(part)] = part * (count / parts) + std::min(part, count % parts);
    return cuts;
}

/// Refuses boundaries that do not cut `count` elements into `parts` parts in order. `what` names the operation.
/// @throws shape_error that says which boundary is wrong.
inline void check_boundaries(const char* what, std::span<const index_t> cuts, index_t count, index_t parts) {
    const auto refuse = [&](const std::string& why) {
        throw shape_error(std::string(what) + ": boundaries " + detail::bracketed(cuts) + ": " + why);
    };
    if (parts < 1 || cuts.size() - 1 != static_cast<std::size_t>(parts))
        refuse(std::to_string(cuts.size()) + " of them for " + std::to_string(parts) + " parts, expected " +
               std::to_string(parts + 1));
    if (cuts.front() != 0) refuse("the first is " + std::to_string(cuts.front()) + ", expected 0");
    for (std::size_t i = 1; i < cuts.size(); ++i)
        if (cuts[i] < cuts[i - 1])
            refuse(std::to_string(cuts[i]) + " follows " + std::to_string(cuts[i - 1]) + ": they must not decrease");
    if (cuts.back() != count)
        refuse("the last is " + std::to_string(cuts.back()) + ", expected " + std::to_string(count));
}

}  // namespace v0
}  // namespace cushard
