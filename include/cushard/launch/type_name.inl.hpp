// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of type_name.hpp. Layer: launch.

#include "cushard/launch/type_name.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline std::string type_in_signature(std::string_view signature) {
    std::size_t begin = signature.find("T = ");
    begin = begin == signature.npos ? signature.find("T=") : begin + 2;
    if (begin == signature.npos) return std::string(signature);
    std::string name(signature.substr(signature.find_first_not_of(" T=", begin)));
    const std::size_t end = name.rfind(']');
    const std::size_t other = name.find(';');
    name.resize(other < end ? other : end);
    for (const std::string_view own : {"cushard::v0::detail::", "cushard::v0::", "cushard::detail::", "cushard::"})
        for (std::size_t at = name.find(own); at != name.npos; at = name.find(own, at)) name.erase(at, own.size());
    return name;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
