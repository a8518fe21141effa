// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What functors have thrown on a host stream, kept until somebody synchronises with an event behind it. A fault follows
// the order of the work: whoever waits for the stream has it behind him too. It comes out once. Layer: backend.

#include "cushard/backend/status.hpp"
#include "cushard/base/config.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// A status whose text was composed; valid until the calling thread's next one.
inline status composed_status(status_code code, const char* call, std::string text) {
    thread_local std::string kept;
    kept = std::move(text);
    return {code, 0, call, kept.c_str()};
}

/// The text of the exception that is being handled.
inline std::string text_of_current_exception() {
    try {
        throw;
    } catch (const std::exception& error) {
        return error.what();
    } catch (...) {
        return "an exception that is no std::exception";
    }
}

class fault_list {
public:
    /// The operation at `position` of this stream threw; `call` names it, for ever.
    void add(std::uint64_t position, const char* call, std::string text) {
        std::lock_guard lock(mutex_);
        entries_.push_back({position, std::make_shared<fault>(call, std::move(text))});
        any_.store(true, std::memory_order_release);
    }

    /// From `position` on this stream comes behind `other` up to `other_position`.
    void follow(std::uint64_t position, fault_list& other, std::uint64_t other_position) {
        if (!other.any_.load(std::memory_order_acquire)) return;
        std::vector<entry> found;
        {
            std::lock_guard lock(other.mutex_);
            for (const entry& each : other.entries_) {
                if (each.position <= other_position) found.push_back({position, each.what});
            }
        }
        std::lock_guard lock(mutex_);
        for (entry& each : found) entries_.push_back(std::move(each));
        any_.store(!entries_.empty(), std::memory_order_release);
    }

    /// Takes out all up to `position`; a bad status if one of them has not been told yet.
    status take(std::uint64_t position) {
        if (!any_.load(std::memory_order_acquire)) return {};
        std::shared_ptr<fault> first;
        int more = 0;
        {
            std::lock_guard lock(mutex_);
            std::vector<entry> left;
            for (entry& each : entries_) {
                if (each.position > position) {
                    left.push_back(std::move(each));
                } else if (!each.what->told.exchange(true)) {
                    if (first) {
                        ++more;
                    } else {
                        first = std::move(each.what);
                    }
                }
            }
            entries_.swap(left);
            any_.store(!entries_.empty(), std::memory_order_release);
        }
        if (!first) return {};
        std::string text = first->text;
        if (more != 0) text += " (and " + std::to_string(more) + " more)";
        return composed_status(status_code::failed, first->call, std::move(text));
    }

private:
    struct fault {
        fault(const char* where, std::string what) : call(where), text(std::move(what)) {}
        const char* const call;
        const std::string text;
        std::atomic<bool> told{false};
    };
    struct entry {
        std::uint64_t position;
        std::shared_ptr<fault> what;
    };

    std::mutex mutex_;
    std::vector<entry> entries_;
    std::atomic<bool> any_{false};
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
