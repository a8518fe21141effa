// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The name of a type as the compiler spells it, for errors and traces. Layer: launch.

#include "cushard/base/config.hpp"

#include <string>
#include <string_view>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// From the spelling of a function template's instance, `… [with T = name; …]` or `… [T = name]`, here `name` without
/// the library's own namespaces.
std::string type_in_signature(std::string_view signature);

template <class T>
const char* type_name() {
    static const std::string& name = *new std::string(type_in_signature(__PRETTY_FUNCTION__));
    return name.c_str();
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/launch/type_name.inl.hpp")
