// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of submit.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/runtime/device.hpp"
#include "cushard/runtime/failure.hpp"
#include "cushard/runtime/life.hpp"
#include "cushard/runtime/storage.hpp"
#include "cushard/runtime/submit.hpp"

#include <mutex>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline submission::submission(const char* what, span<const part> parts) : what_(what), parts_(parts) {
    require_alive(what);
    for (const part& each : parts) require_usable(what, each.on->home);
    if (parts.size() == 1 && begin_at_once(parts[0])) return;
    for (std::size_t i = 0; i < parts.size(); ++i) gather(i);
    waits_.pin(what);
    lock();
    try {
        for (std::size_t i = 0; i < parts.size(); ++i) waits_.enqueue(what, i, *parts[i].on);
    } catch (...) {
        unlock();
        throw;
    }
}

inline submission::~submission() {
    unlock();
    if (!noted_) note();
}

inline const part& submission::begin() {
    const part& next = parts_[tickets_.size()];
    tickets_.push_back(noted_ ? next.on->issued : ++next.on->issued);
    return next;
}

inline void submission::record() {
    for (stream_state* each : locked_)
        check_enqueued(each->events.record(each->home.table, each->home.at, each->native, each->issued), *each);
}

inline void submission::check_enqueued(const status& answer, stream_state& on) {
    if (answer.ok()) [[likely]]
        return;
    const bool refused = answer.code == status_code::unsupported && tickets_.size() == 1;
    if (!refused) invalidate(describe(what_, answer, on.home));
    throw_failure(what_, answer, on.home);
}

inline void submission::abandon() noexcept {
    try {
        invalidate(std::string(what_) + ": an exception left it half done");
    } catch (...) {
    }
}

inline bool submission::begin_at_once(const part& only) {
    stream_state& on = *only.on;
    std::unique_lock held(on.mutex);  // what is noted may need memory, and throw
    const point at{&on, ++on.issued};
    for (const use& one : only.uses) {
        if (&one.what->get_device().state() != &on.home || !one.what->note_if_ready(at, one.mode)) [[unlikely]]
            return false;
    }
    locked_.push_back(&on);
    held.release();
    noted_ = true;
    return true;
}

inline void submission::gather(std::size_t index) {
    const part& each = parts_[index];
    for (const use& one : each.uses) {
        const device lives_on = one.what->get_device();
        device_state& home = lives_on.state();
        if (&home != &each.on->home) [[unlikely]]
            require_peer(one, home, each.on->home);
        one.what->gather(what_, waits_, index, each.on, one.mode);
    }
}

inline void submission::require_peer(const use& one, device_state& home, const device_state& runs_on) const {
    if (!one.peer)
        throw device_error(std::string(what_) + ": an operand lives on " + describe(home) + ", but it runs on " +
                           describe(runs_on) + ": copy it there first");
    if (&home.table != &runs_on.table)
        throw device_error(std::string(what_) + ": " + describe(home) + " and " + describe(runs_on) +
                           " cannot reach each other's memory");
    require_usable(what_, home);
}

inline void submission::lock() {
    for (const part& each : parts_) {
        std::size_t i = 0;  // insertion sort by id, each stream once
        while (i < locked_.size() && locked_[i]->id < each.on->id) ++i;
        if (i < locked_.size() && locked_[i] == each.on) continue;
        locked_.push_back(each.on);
        for (std::size_t j = locked_.size() - 1; j > i; --j) locked_[j] = locked_[j - 1];
        locked_[i] = each.on;
    }
    for (stream_state* each : locked_) each->mutex.lock();
}

inline void submission::unlock() noexcept {
    for (stream_state* each : locked_) each->mutex.unlock();
}

inline void submission::note() const noexcept {
    for (std::size_t i = 0; i < tickets_.size(); ++i) {
        for (const use& one : parts_[i].uses) {
            if (one.mode != access_mode::read) one.what->note(reached(i), one.mode, written_before(i, *one.what));
        }
    }
    for (std::size_t i = 0; i < tickets_.size(); ++i) {
        for (const use& one : parts_[i].uses) {
            if (one.mode == access_mode::read) one.what->note(reached(i), one.mode);
        }
    }
}

inline bool submission::written_before(std::size_t index, const storage& target) const noexcept {
    for (std::size_t i = 0; i < index; ++i) {
        for (const use& one : parts_[i].uses) {
            if (one.what == &target && one.mode != access_mode::read) return true;
        }
    }
    return false;
}

inline void submission::invalidate(const std::string& reason) {
    for (std::size_t i = 0; i < tickets_.size(); ++i) {
        for (const use& one : parts_[i].uses) {
            if (one.mode != access_mode::read) one.what->invalidate(reason);
        }
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
