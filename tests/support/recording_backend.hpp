// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A copy of a backend's table that writes down every call and fails where a test asks it to. It works on the host
// backend and stands in the CUDA backend's slot, so that the runtime sees GPUs: a test program that includes this
// header has the logical devices `cuda:0,cuda:0,cuda:0,host`, whatever the machine has and CUSHARD_DEVICES says.

#include "cushard/backend/host/table.hpp"
#include "cushard/backend/table.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cushard::testing {

/// Calls as text, with streams, events and blocks numbered as they first appear since `restart`:
/// `launch d0 s1 scale`, `record d0 s1 e1`, `wait d0 s2 e1`, `allocate d0 s1 b1 64`, `release d0 s2 b1`, `fill d0 s1
/// b1`, `copy d0 s1 b2 <- b1`, `synchronize d0 e1`, `trim d0`. `d` is the logical device that the call was made for.
class call_recorder {
public:
    static call_recorder& get() {
        static call_recorder* const made = new call_recorder;
        return *made;
    }

    /// Forgets calls, numbers and faults; `streams` are "s1", "s2", … from now on.
    void restart(std::initializer_list<const void*> streams = {}) {
        const std::lock_guard lock(mutex_);
        calls_.clear();
        numbers_.clear();
        faults_.clear();
        for (const void* each : streams) number('s', each);
    }

    [[nodiscard]] std::vector<std::string> calls() const {
        const std::lock_guard lock(mutex_);
        return calls_;
    }

    /// The calls whose text begins with `entry`.
    [[nodiscard]] std::vector<std::string> calls(const std::string& entry) const {
        std::vector<std::string> found;
        for (const std::string& each : calls()) {
            if (each.rfind(entry + " ", 0) == 0) found.push_back(each);
        }
        return found;
    }

    /// After `skip` more calls of `entry` (the table's name of it), the next `times` answer `what` instead of working.
    void fail(const std::string& entry, status what, int skip = 0, int times = 1) {
        const std::lock_guard lock(mutex_);
        faults_.push_back({entry, what, skip, times});
    }

    /// For the table below: writes a call down, and answers the fault that is planned for it.
    status note(const char* entry, const std::string& text) {
        const std::lock_guard lock(mutex_);
        const bool lasting = std::string_view(entry).ends_with("_create");  // whether it is needed depends on the past
        if (!lasting) calls_.push_back(entry + text);
        for (fault& each : faults_) {
            if (each.entry != entry || each.times == 0) continue;
            if (each.skip-- > 0) continue;
            --each.times;
            return each.what;
        }
        return {};
    }

    std::string device(place at) const { return " d" + std::to_string(at.logical); }
    std::string handle(char letter, const void* of) {
        const std::lock_guard lock(mutex_);
        return " " + number(letter, of);
    }

private:
    struct fault {
        std::string entry;
        status what;
        int skip;
        int times;
    };

    std::string number(char letter, const void* handle) {
        if (handle == nullptr) return std::string(1, letter) + "0";
        auto& known = numbers_[letter];
        return letter + std::to_string(known.try_emplace(handle, known.size() + 1).first->second);
    }

    mutable std::mutex mutex_;
    std::vector<std::string> calls_;
    std::map<char, std::map<const void*, std::size_t>> numbers_;
    std::vector<fault> faults_;
};

inline call_recorder& recorder() { return call_recorder::get(); }

/// What the table below answers for `reserved`.
inline std::atomic<std::size_t> reserved_by_driver{0};

/// The host's table behind the recorder.
inline const backend& recorded_backend() {
    static const backend table = [] {
        backend made = host_backend();
        made.name = "recording";
        made.stream_create = [](place at, void** stream) -> status {
            if (const status bad = recorder().note("stream_create", recorder().device(at)); !bad.ok()) return bad;
            return host_backend().stream_create(at, stream);
        };
        made.event_create = [](place at, void** event) -> status {
            if (const status bad = recorder().note("event_create", recorder().device(at)); !bad.ok()) return bad;
            return host_backend().event_create(at, event);
        };
        made.allocate = [](place at, void* stream, std::size_t bytes, void** block) -> status {
            // Numbered afterwards: the block has no address before.
            if (const status bad = recorder().note(
                    "allocate", recorder().device(at) + recorder().handle('s', stream) + " " + std::to_string(bytes));
                !bad.ok())
                return bad;
            return host_backend().allocate(at, stream, bytes, block);
        };
        made.release = [](place at, void* stream, void* block) -> status {
            const std::string text =
                recorder().device(at) + recorder().handle('s', stream) + recorder().handle('b', block);
            if (const status bad = recorder().note("release", text); !bad.ok()) return bad;
            return host_backend().release(at, stream, block);
        };
        made.launch = [](place at, void* stream, const kernel& code, const void* functor,
                         const geometry& loop) -> status {
            const std::string text = recorder().device(at) + recorder().handle('s', stream) + " " + code.name();
            if (const status bad = recorder().note("launch", text); !bad.ok()) return bad;
            return host_backend().launch(at, stream, code, functor, loop);
        };
        made.copy = [](place at, void* stream, const copy_request& request) -> status {
            const char* kind = request.kind == copy_kind::host_to_device   ? " in"
                               : request.kind == copy_kind::device_to_host ? " out"
                                                                           : " between";
            const std::string text = recorder().device(at) + recorder().handle('s', stream) + kind + " " +
                                     std::to_string(request.bytes) + " from" + recorder().device(request.source_place) +
                                     " to" + recorder().device(request.target_place);
            if (const status bad = recorder().note("copy", text); !bad.ok()) return bad;
            return host_backend().copy(at, stream, request);
        };
        made.fill = [](place at, void* stream, void* target, int byte, std::size_t bytes) -> status {
            const std::string text =
                recorder().device(at) + recorder().handle('s', stream) + " " + std::to_string(bytes);
            if (const status bad = recorder().note("fill", text); !bad.ok()) return bad;
            return host_backend().fill(at, stream, target, byte, bytes);
        };
        made.record = [](place at, void* stream, void* event) -> status {
            const std::string text =
                recorder().device(at) + recorder().handle('s', stream) + recorder().handle('e', event);
            if (const status bad = recorder().note("record", text); !bad.ok()) return bad;
            return host_backend().record(at, stream, event);
        };
        made.wait = [](place at, void* stream, void* event) -> status {
            const std::string text =
                recorder().device(at) + recorder().handle('s', stream) + recorder().handle('e', event);
            if (const status bad = recorder().note("wait", text); !bad.ok()) return bad;
            return host_backend().wait(at, stream, event);
        };
        made.synchronize = [](place at, void* event) -> status {
            if (const status bad =
                    recorder().note("synchronize", recorder().device(at) + recorder().handle('e', event));
                !bad.ok())
                return bad;
            return host_backend().synchronize(at, event);
        };
        made.trim = [](place at) -> status {
            if (const status bad = recorder().note("trim", recorder().device(at)); !bad.ok()) return bad;
            return host_backend().trim(at);
        };
        made.reserved = [](place at, std::size_t* bytes) -> status {
            *bytes = 0;
            if (const status bad = recorder().note("reserved", recorder().device(at)); !bad.ok()) return bad;
            *bytes = reserved_by_driver.load();
            return {};
        };
        return made;
    }();
    return table;
}

/// Chooses the devices and fills the slot when main has begun, after whatever registers itself at start-up.
class recording_devices : public ::testing::Environment {
public:
    void SetUp() override {
        setenv("CUSHARD_DEVICES", "cuda:0,cuda:0,cuda:0,host", 1);
        setenv("CUSHARD_CACHE", "0", 0);  // so that every block is seen, unless a test asks for the cache
        cuda_backend_slot.store(&recorded_backend());
    }
};
inline ::testing::Environment* const recording_installed = ::testing::AddGlobalTestEnvironment(new recording_devices);

}  // namespace cushard::testing
