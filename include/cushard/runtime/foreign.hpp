// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Work that others enqueue on a stream of their own (a library's, a framework's), ordered with arrays. Layer: runtime.

#include "cushard/runtime/storage.hpp"
#include "cushard/runtime/submit.hpp"

#include <mutex>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// While it lives, work enqueued on `native` may do `mode` to a storage: it comes after all that it needs, and whatever
/// uses the storage later comes after it. The door for `access(array, stream, mode)`.
///
/// The library keeps no record of a native stream, for drivers reuse their handles: at the end a stream of the
/// library's own waits for it, and the use is noted as that stream's.
class foreign_use {
public:
    /// @throws device_error, cuda_error; error if the storage is invalid
    foreign_use(const char* what, storage& on, access_mode mode, void* native)
        : held_(on), mode_(mode), native_(native), home_(on.get_device().state()) {
        require_alive(what);
        require_usable(what, home_);
        wait_list waits;
        on.gather(what, waits, 0, nullptr, mode);
        waits.pin(what);
        waits.enqueue_on_native(what, home_, native);
        joint_ = &take_stream(what, home_);
        if (joint_->foreign_event == nullptr) {
            const status made = home_.table.event_create(home_.at, &joint_->foreign_event);
            if (!made.ok()) give_back(*joint_);
            check(what, made, home_);
        }
    }
    foreign_use(const foreign_use&) = delete;
    foreign_use& operator=(const foreign_use&) = delete;

    ~foreign_use() {
        if (!alive()) return;
        if (const point end = join(); end.on != nullptr) {
            held_->note(end, mode_);
        } else {
            // Nothing can wait for the foreign work any more: a block that leaks is better than one freed beneath it.
            held_->retain();
            try {
                held_->invalidate("the order of foreign work on it was lost");
            } catch (...) {
            }
        }
        give_back(*joint_);
    }

    [[nodiscard]] void* data() const noexcept { return held_->data(); }

private:
    /// The point of the library's stream that comes after all that is on the native one; none if that failed.
    point join() noexcept {
        const std::lock_guard lock(joint_->mutex);
        if (!home_.table.record(home_.at, native_, joint_->foreign_event).ok()) return {};
        if (!home_.table.wait(home_.at, joint_->native, joint_->foreign_event).ok()) return {};
        return {joint_, ++joint_->issued};
    }

    storage_ref held_;
    access_mode mode_;
    void* native_;
    device_state& home_;
    stream_state* joint_ = nullptr;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
