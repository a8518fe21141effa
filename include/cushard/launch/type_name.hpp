// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The name of a type as the compiler spells it, for errors and traces. Layer: launch.

#include <algorithm>
#include <string>
#include <string_view>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// From the spelling of a function template's instance, `… [with T = name; …]` or `… [T = name]`, here `name` without
/// the library's own namespaces.
inline std::string type_in_signature(std::string_view signature) {
    std::size_t begin = signature.find("T = ");
    begin = begin == signature.npos ? signature.find("T=") : begin + 2;
    if (begin == signature.npos) return std::string(signature);
    std::string name(signature.substr(signature.find_first_not_of(" T=", begin)));
    name.resize(std::min(name.find(';'), name.rfind(']')));
    for (const std::string_view own : {"cushard::v0::detail::", "cushard::v0::", "cushard::detail::", "cushard::"})
        for (std::size_t at = name.find(own); at != name.npos; at = name.find(own, at)) name.erase(at, own.size());
    return name;
}

template <class T>
const char* type_name() {
    static const std::string& name = *new std::string(type_in_signature(__PRETTY_FUNCTION__));
    return name.c_str();
}

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
