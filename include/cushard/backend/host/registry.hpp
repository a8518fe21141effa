// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Owns streams and events of one kind for the length of the process: the table has no calls that destroy them. Layer:
// backend.

#include "cushard/base/config.hpp"

#include <mutex>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Objects that stay where they are and are never destroyed.
template <class T>
class registry {
public:
    template <class... Args>
    T& make(Args&&... args) {
        auto* const made = new node(std::forward<Args>(args)...);
        std::lock_guard lock(mutex_);
        made->older = newest_;
        newest_ = made;
        return made->object;
    }

    /// `act(object)` for all that there are now, the newest first.
    template <class Act>
    void each(Act act) {
        for (node* at = newest(); at != nullptr; at = at->older) act(at->object);
    }

    static registry& process() {
        static registry* const made = new registry;
        return *made;
    }

private:
    struct node {
        template <class... Args>
        explicit node(Args&&... args) : object(std::forward<Args>(args)...) {}
        T object;
        node* older = nullptr;
    };

    node* newest() {
        std::lock_guard lock(mutex_);
        return newest_;
    }

    std::mutex mutex_;
    node* newest_ = nullptr;  ///< under `mutex_`; what lies behind it never changes
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
