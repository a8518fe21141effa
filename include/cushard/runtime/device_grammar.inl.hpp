// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of device_grammar.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/runtime/device_grammar.hpp"

#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

[[noreturn]] inline void throw_device_grammar(std::string_view text, const std::string& problem) {
    throw device_error("CUSHARD_DEVICES: cannot read \"" + std::string(text) + "\": " + problem +
                       ": expected a list such as host:4 or cuda:0,cuda:0 or host:2,cuda:1 (host[:COUNT] or "
                       "cuda[:INDEX], separated by commas, at most " +
                       std::to_string(max_devices) + " devices)");
}

/// A number after "host:" or "cuda:"; `otherwise` where nothing follows the name.
inline int parse_device_number(std::string_view text, std::string_view entry, std::string_view rest, int otherwise) {
    if (rest.empty()) return otherwise;
    bool right = rest[0] == ':' && rest.size() > 1;
    int number = 0;
    for (std::size_t i = 1; i < rest.size(); ++i) {
        right = right && rest[i] >= '0' && rest[i] <= '9' && number < 100'000'000;
        if (right) number = 10 * number + (rest[i] - '0');
    }
    if (!right) throw_device_grammar(text, "\"" + std::string(entry) + "\" is no device");
    return number;
}

inline device_choices parse_devices(std::string_view text, int cuda_count, const std::string& no_cuda) {
    device_choices list;
    for (std::string_view left = text;;) {
        const std::size_t comma = left.find(',');
        const std::string_view entry = left.substr(0, comma);
        const std::string_view name = entry.substr(0, 4);
        const std::string_view rest = entry.substr(name.size());
        if (name == "host") {
            const int count = parse_device_number(text, entry, rest, 1);
            if (count < 1 || count > max_devices)
                throw_device_grammar(
                    text, "\"" + std::string(entry) + "\" is not a count from 1 to " + std::to_string(max_devices));
            for (int each = 0; each < count; ++each) list.add({.on_host = true});
        } else if (name == "cuda") {
            const int index = parse_device_number(text, entry, rest, -1);
            if (cuda_count == 0 || index >= cuda_count) {
                throw device_error(
                    "CUSHARD_DEVICES: \"" + std::string(text) + "\" asks for " + std::string(entry) + ": " +
                    (cuda_count == 0 ? no_cuda : "there are " + std::to_string(cuda_count) + " CUDA devices"));
            }
            for (int each = index < 0 ? 0 : index; each < (index < 0 ? cuda_count : index + 1); ++each)
                list.add({.on_host = false, .physical = each});
        } else {
            throw_device_grammar(text, "\"" + std::string(entry) + "\" is no device");
        }
        if (list.size() > max_devices) throw_device_grammar(text, "these are " + std::to_string(list.size()));
        if (comma == std::string_view::npos) return list;
        left.remove_prefix(comma + 1);
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
