// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The checked host mode: the rules of CUDA, enforced at enqueue, whatever order the work then runs in. Layer: backend.

#include "cushard/backend/host/check/block_map.hpp"
#include "cushard/backend/host/check/clock.hpp"
#include "cushard/backend/host/check/scheduler.hpp"
#include "cushard/backend/host/check/touch.hpp"
#include "cushard/backend/host/faults.hpp"
#include "cushard/backend/host/machine.hpp"
#include "cushard/backend/host/operation.hpp"
#include "cushard/backend/table.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

struct checked_event {
    explicit checked_event(place on) : where(on) {}

    const place where;
    checked_stream* stream = nullptr;  ///< null: never recorded
    std::uint64_t position = 0;
    vector_clock clock;
};

/// The state of the mode, under one mutex; work runs under it as well, one operation at a time. Members answer what the
/// table's entries of the same names answer.
class checked_host {
public:
    /// Never destroyed.
    static checked_host& process() {
        static checked_host* const made = new checked_host;
        return *made;
    }

    void seed(std::uint64_t value) {
        std::lock_guard lock(mutex_);
        scheduler_.seed(value);
    }

    status stream_create(place where, void** stream) {
        if (where.physical != 0) return no_such_device("stream_create");
        std::lock_guard lock(mutex_);
        *stream = &scheduler_.make(where);
        return {};
    }

    status event_create(place where, void** event) {
        if (where.physical != 0) return no_such_device("event_create");
        std::lock_guard lock(mutex_);
        *event = &events_.emplace_back(where);
        return {};
    }

    status allocate(place where, checked_stream& on, std::size_t bytes, void** block) {
        std::lock_guard lock(mutex_);
        if (const status wrong = check_place("allocate", where, on); !wrong.ok()) return wrong;
        *block = nullptr;
        if (bytes == 0) return {};
        checked_block* made = blocks_.allocate(bytes, where.logical);
        if (made == nullptr) return no_memory("allocate");
        // To other streams an allocation is a write like any other.
        begin(on);
        const vector_clock before = on.clock;
        made->add({"allocate", on.clock.tick(on.id), where.logical, made->bytes(), true}, before);
        *block = made->data();
        return {};
    }

    status release(place where, checked_stream& on, void* block) {
        if (block == nullptr) return {};
        std::lock_guard lock(mutex_);
        if (const status wrong = check_place("release", where, on); !wrong.ok()) return wrong;
        begin(on);
        checked_block* found = blocks_.find(reinterpret_cast<std::uintptr_t>(block));
        const std::size_t bytes = found == nullptr ? 1 : found->size();
        std::vector<touch> touches;
        add_touch(touches, "the block", block, bytes, true, where.logical);
        if (const status wrong = check("release", "release", on, touches); !wrong.ok()) return wrong;
        const vector_clock before = on.clock;
        found->add_release({"release", on.clock.tick(on.id), where.logical, found->bytes(), true}, before);
        scheduler_.push(on, release_operation{{host_operation::kind::release}, block});
        return {};
    }

    status launch(place where, checked_stream& on, const kernel& code, const void* functor, const geometry& loop) {
        std::lock_guard lock(mutex_);
        return enqueue("launch", code.name(), where, on, touches_of(loop, where.logical),
                       [&] { return box_launch(code, functor, loop); });
    }

    status copy(place where, checked_stream& on, const copy_request& request) {
        std::lock_guard lock(mutex_);
        const char* name = request.kind == copy_kind::host_to_device   ? "copy from the host"
                           : request.kind == copy_kind::device_to_host ? "copy to the host"
                                                                       : "copy between devices";
        std::vector<touch> touches;
        if (request.kind != copy_kind::device_to_host) {
            add_touch(touches, "the target", request.target, request.bytes, true, request.target_place.logical);
        }
        if (request.kind != copy_kind::host_to_device) {
            add_touch(touches, "the source", request.source, request.bytes, false, request.source_place.logical);
        }
        if (touches.size() == 2 && overlap(request.target, request.source, request.bytes)) {
            return violation("copy", std::string(name) + ": source and target overlap");
        }
        return enqueue("copy", name, where, on, touches, [&] {
            return copy_operation{{host_operation::kind::copy}, request.target, request.source, request.bytes};
        });
    }

    status fill(place where, checked_stream& on, void* target, int byte, std::size_t bytes) {
        std::lock_guard lock(mutex_);
        std::vector<touch> touches;
        add_touch(touches, "the target", target, bytes, true, where.logical);
        return enqueue("fill", "fill", where, on, touches, [&] {
            return fill_operation{{host_operation::kind::fill}, target, byte, bytes};
        });
    }

    status record(place where, checked_stream& on, checked_event& event) {
        std::lock_guard lock(mutex_);
        if (const status wrong = check_place("record", where, on); !wrong.ok()) return wrong;
        if (event.where.logical != on.where.logical) {
            return violation("record", "record on " + on.name() + ": the event is of device " +
                                           std::to_string(event.where.logical) + ", not of the stream's");
        }
        event.stream = &on;
        event.position = on.issued;
        event.clock = on.clock;
        return {};
    }

    status wait(place where, checked_stream& on, checked_event& event) {
        std::lock_guard lock(mutex_);
        if (const status wrong = check_place("wait", where, on); !wrong.ok()) return wrong;
        if (event.stream == nullptr || event.stream == &on) return {};
        on.clock.join(event.clock);
        scheduler_.push(on, checked_wait_operation{{host_operation::kind::wait}, event.stream, event.position});
        return {};
    }

    status synchronize(checked_event& event) {
        std::lock_guard lock(mutex_);
        if (event.stream == nullptr) return {};
        scheduler_.run_until(*event.stream, event.position);
        known_.join(event.clock);
        return event.stream->faults.take(event.position);
    }

    /// Runs one operation when the answer is no: whoever asks in a loop gets his yes, and the work between two
    /// questions is as random as the rest.
    status query(checked_event& event, bool* done) {
        std::lock_guard lock(mutex_);
        *done = event.stream == nullptr || event.stream->done >= event.position;
        if (*done) {
            known_.join(event.clock);
        } else {
            scheduler_.run_one();
        }
        return {};
    }

    status trim(place where) {
        std::lock_guard lock(mutex_);
        for (checked_stream& each : scheduler_.streams()) {
            if (each.where.logical == where.logical) scheduler_.run_until(each, each.issued);
        }
        blocks_.flush();
        return {};
    }

private:
    checked_host() : scheduler_(blocks_) {}

    static status violation(const char* call, std::string text) {
        return composed_status(status_code::violation, call, std::move(text));
    }

    /// What any host thread has seen finished comes before all that any enqueues from now on: threads that hand on
    /// such knowledge do it by means that the backend does not see.
    void begin(checked_stream& on) { on.clock.join(known_); }

    static status check_place(const char* call, place where, const checked_stream& on) {
        if (where.logical == on.where.logical) return {};
        return violation(
            call, std::string(call) + " for device " + std::to_string(where.logical) + ": the stream is " + on.name());
    }

    /// @param call the table's entry
    /// @param name of the operation, for messages
    status check(const char* call, const char* name, const checked_stream& on, const std::vector<touch>& touches) {
        const std::string who = std::string(name) + " on " + on.name() + ": ";
        for (const touch& each : touches) {
            const checked_block* block = blocks_.find(each.first);
            if (block == nullptr) {
                return violation(call, who + each.role + " is in no block that was allocated, or in one long released");
            }
            const std::string where = each.role + " is in " + block->name();
            if (block->released()) {
                const block_access& last = block->last_access();
                return violation(call, who + where + ", which was released before by " + told(last));
            }
            if (block->logical() != each.logical) {
                return violation(call,
                                 who + where + "; memory of device " + std::to_string(each.logical) + " is expected");
            }
            if (!block->bytes().holds(each.bytes)) {
                return violation(call, who + where + ", and reaches out of it: " + range(each.bytes, *block));
            }
            if (const block_access* other = block->conflict(each.bytes, each.writes, on.clock)) {
                return violation(call, who + where + ", of which it " + verb(each.writes) + range(each.bytes, *block) +
                                           "; " + told(*other) + " " + verb(other->writes) +
                                           range(other->bytes, *block) + ", and no event orders the two");
            }
        }
        return {};
    }

    template <class Make>
    status enqueue(const char* call, const char* name, place where, checked_stream& on,
                   const std::vector<touch>& touches, Make make) {
        if (const status wrong = check_place(call, where, on); !wrong.ok()) return wrong;
        begin(on);
        if (const status wrong = check(call, name, on, touches); !wrong.ok()) return wrong;
        checked_operation operation = make();
        const vector_clock before = on.clock;
        const work_stamp stamp = on.clock.tick(on.id);
        for (const touch& each : touches) {
            checked_block& block = *blocks_.find(each.first);
            block.add({name, stamp, on.where.logical, each.bytes, each.writes}, before);
            if (block.crowded()) block.forget(common_clock());
        }
        scheduler_.push(on, std::move(operation));
        return {};
    }

    /// What every stream there is comes after.
    vector_clock common_clock() {
        vector_clock common = scheduler_.streams().front().clock;
        for (const checked_stream& each : scheduler_.streams()) common.meet(each.clock);
        common.join(known_);
        return common;
    }

    static std::string verb(bool writes) { return writes ? "writes " : "reads "; }

    static std::string range(byte_range bytes, const checked_block& block) {
        const auto from_start = [&](std::uintptr_t byte) {
            return std::to_string(static_cast<index_t>(byte - block.bytes().begin));
        };
        return "bytes " + from_start(bytes.begin) + " to " + from_start(bytes.end);
    }

    static std::string told(const block_access& access) {
        return std::string(access.what) + " on stream " + std::to_string(access.stamp.stream) + " of device " +
               std::to_string(access.logical);
    }

    std::mutex mutex_;
    block_map blocks_;
    scheduler scheduler_;
    vector_clock known_;
    std::deque<checked_event> events_;
};

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
