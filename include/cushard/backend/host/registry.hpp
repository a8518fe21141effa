// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Owns streams and events of one kind for the length of the process: the table has no calls that destroy them. Layer:
// backend.

#include "cushard/base/config.hpp"

#include <deque>
#include <mutex>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Objects that stay where they are and are never destroyed.
template <class T>
class registry {
public:
    template <class... Args>
    T& make(Args&&... args) {
        std::lock_guard lock(mutex_);
        return objects_.emplace_back(std::forward<Args>(args)...);
    }

    /// All that there are now.
    std::vector<T*> all() {
        std::lock_guard lock(mutex_);
        std::vector<T*> found;
        found.reserve(objects_.size());
        for (T& each : objects_) found.push_back(&each);
        return found;
    }

    static registry& process() {
        static registry* const made = new registry;
        return *made;
    }

private:
    std::mutex mutex_;
    std::deque<T> objects_;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
