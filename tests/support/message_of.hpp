// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace cushard_test {

/// The text of the `Error` that `action` throws; "nothing thrown" otherwise.
template <class Error, class Action>
std::string message_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing thrown";
}

}  // namespace cushard_test
