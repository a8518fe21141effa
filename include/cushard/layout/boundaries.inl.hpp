// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of boundaries.hpp. Layer: layout.

#include "cushard/base/error.hpp"
#include "cushard/layout/boundaries.hpp"
#include "cushard/layout/shape.hpp"

#include <cstddef>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline std::vector<index_t> balanced(index_t count, index_t parts) {
    if (parts < 1 || count < 0)
        throw shape_error("balanced: cannot cut " + std::to_string(count) + " elements into " + std::to_string(parts) +
                          " parts");
    std::vector<index_t> cuts(static_cast<std::size_t>(parts) + 1);
    for (index_t part = 0; part <= parts; ++part)
        cuts[static_cast<std::size_t>(part)] = part * (count / parts) + (part < count % parts ? part : count % parts);
    return cuts;
}

inline void check_boundaries(const char* what, detail::span<const index_t> cuts, index_t count, index_t parts) {
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
