// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What functors have thrown on a host stream, kept until somebody synchronises with an event behind it. A fault follows
// the order of the work: whoever waits for the stream has it behind him too. It comes out once. Layer: backend.

#include "cushard/backend/status.hpp"
#include "cushard/base/config.hpp"
#include "cushard/base/counted.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <string>
#include <utility>

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
    fault_list() = default;
    fault_list(const fault_list&) = delete;
    fault_list& operator=(const fault_list&) = delete;
    ~fault_list() {
        while (first_ != nullptr) delete std::exchange(first_, first_->next);
    }

    /// The operation at `position` of this stream threw; `call` names it, for ever.
    void add(std::uint64_t position, const char* call, std::string text) {
        auto told = counted_ptr<fault>::adopt(new fault(call, std::move(text)));
        auto* const made = new entry{position, std::move(told)};
        std::lock_guard lock(mutex_);
        *end() = made;
        any_.store(true, std::memory_order_release);
    }

    /// From `position` on this stream comes behind `other` up to `other_position`.
    void follow(std::uint64_t position, fault_list& other, std::uint64_t other_position) {
        if (!other.any_.load(std::memory_order_acquire)) return;
        entry* found = nullptr;
        {
            std::lock_guard lock(other.mutex_);
            entry** end_of_found = &found;
            for (entry* each = other.first_; each != nullptr; each = each->next) {
                if (each->position > other_position) continue;
                *end_of_found = new entry{position, each->what};
                end_of_found = &(*end_of_found)->next;
            }
        }
        std::lock_guard lock(mutex_);
        *end() = found;
        any_.store(first_ != nullptr, std::memory_order_release);
    }

    /// Takes out all up to `position`; a bad status if one of them has not been told yet.
    status take(std::uint64_t position) {
        if (!any_.load(std::memory_order_acquire)) return {};
        counted_ptr<fault> first;
        int more = 0;
        {
            std::lock_guard lock(mutex_);
            for (entry** link = &first_; *link != nullptr;) {
                entry* const each = *link;
                if (each->position > position) {
                    link = &each->next;
                    continue;
                }
                if (!each->what->told.exchange(true)) {
                    if (first) {
                        ++more;
                    } else {
                        first = each->what;
                    }
                }
                *link = each->next;
                delete each;
            }
            any_.store(first_ != nullptr, std::memory_order_release);
        }
        if (!first) return {};
        std::string text = first->text;
        if (more != 0) text += " (and " + std::to_string(more) + " more)";
        return composed_status(status_code::failed, first->call, std::move(text));
    }

private:
    struct fault : counted {
        fault(const char* where, std::string what) : call(where), text(std::move(what)) {}
        const char* const call;
        const std::string text;
        std::atomic<bool> told{false};
    };
    struct entry {
        std::uint64_t position;
        counted_ptr<fault> what;
        entry* next = nullptr;
    };

    /// Where the next entry goes. There are few, if any.
    entry** end() noexcept {
        entry** link = &first_;
        while (*link != nullptr) link = &(*link)->next;
        return link;
    }

    std::mutex mutex_;
    entry* first_ = nullptr;  ///< in the order in which they came; under `mutex_`
    std::atomic<bool> any_{false};
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
