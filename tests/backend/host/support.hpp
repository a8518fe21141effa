// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What the tests of the host backend share: a stream with its device, kernels written by hand, blocks of integers.

#include "cushard/backend/host/drive.hpp"
#include "cushard/backend/host/table.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace host_tests {

using namespace cushard;

/// An event of the device `where`.
inline void* make_event(place where) {
    void* made = nullptr;
    EXPECT_TRUE(host_backend().event_create(where, &made).ok());
    return made;
}

/// A stream, with the calls of the table that take it.
class lane {
public:
    explicit lane(int logical = 0) : where{0, logical} {
        EXPECT_TRUE(host_backend().stream_create(where, &stream).ok());
        end_ = make_event(where);
    }

    status allocate(std::size_t bytes, void** block) const {
        return host_backend().allocate(where, stream, bytes, block);
    }
    status release(void* block) const { return host_backend().release(where, stream, block); }
    status fill(void* target, int byte, std::size_t bytes) const {
        return host_backend().fill(where, stream, target, byte, bytes);
    }
    status launch(const kernel& code, const void* functor, const geometry& loop) const {
        return host_backend().launch(where, stream, code, functor, loop);
    }
    status upload(void* target, const void* source, std::size_t bytes) const {
        return host_backend().copy(where, stream, {target, source, bytes, copy_kind::host_to_device, where, where});
    }
    status download(void* target, const void* source, std::size_t bytes) const {
        return host_backend().copy(where, stream, {target, source, bytes, copy_kind::device_to_host, where, where});
    }
    status record(void* event) const { return host_backend().record(where, stream, event); }
    status wait(void* event) const { return host_backend().wait(where, stream, event); }

    /// This stream runs on after all that `other` has been given.
    void follow(const lane& other) const {
        void* event = make_event(other.where);
        EXPECT_TRUE(other.record(event).ok());
        EXPECT_TRUE(wait(event).ok());
    }

    /// Blocks until the stream has run; its faults.
    status finish() const {
        EXPECT_TRUE(record(end_).ok());
        return host_backend().synchronize(where, end_);
    }

    [[nodiscard]] bool idle() const {
        EXPECT_TRUE(record(end_).ok());
        bool done = false;
        EXPECT_TRUE(host_backend().query(where, end_, &done).ok());
        return done;
    }

    place where;
    void* stream = nullptr;

private:
    void* end_ = nullptr;
};

/// A block of `count` integers, of the device of `on`.
inline std::uint64_t* make_numbers(const lane& on, std::size_t count) {
    void* block = nullptr;
    EXPECT_TRUE(on.allocate(count * sizeof(std::uint64_t), &block).ok());
    return static_cast<std::uint64_t*>(block);
}

/// `y = factor * y + x` on integers, contiguous; `operands` must outlive the call.
struct multiply_add {
    std::uint64_t factor;

    static void body(const void* functor, void* const* outputs, const void* const* inputs, index_t count,
                     const index_t* /*index*/) {
        const std::uint64_t factor = static_cast<const multiply_add*>(functor)->factor;
        auto* out = static_cast<std::uint64_t*>(outputs[0]);
        const auto* y = static_cast<const std::uint64_t*>(inputs[0]);
        const auto* x = static_cast<const std::uint64_t*>(inputs[1]);
        for (index_t i = 0; i < count; ++i) out[i] = factor * y[i] + x[i];
    }
    static void host(const void* functor, const geometry& loop) {
        detail::drive_elementwise(functor, loop, body, false);
    }
};
inline constinit kernel multiply_add_kernel{[] { return "multiply_add"; }, sizeof(multiply_add), multiply_add::host};

inline status launch_multiply_add(const lane& on, std::uint64_t factor, std::uint64_t* y, std::uint64_t* x,
                                  std::size_t count) {
    operand operands[3] = {};
    std::uint64_t* const data[3] = {y, y, x};
    for (int k = 0; k < 3; ++k) {
        operands[k].data = data[k];
        operands[k].element_bytes = sizeof(std::uint64_t);
        operands[k].written = k == 0;
        operands[k].strides[0] = 1;
    }
    geometry loop{};
    loop.rank = 1;
    loop.outputs = 1;
    loop.inputs = 2;
    loop.extents[0] = static_cast<index_t>(count);
    loop.operands = operands;
    const multiply_add functor{factor};
    return on.launch(multiply_add_kernel, &functor, loop);
}

/// A launch without operands, that calls a function of the test.
struct call_back {
    void (*function)(void* context);
    void* context;

    static void host(const void* functor, const geometry& /*loop*/) {
        const auto* self = static_cast<const call_back*>(functor);
        self->function(self->context);
    }
};
inline constinit kernel call_back_kernel{[] { return "call_back"; }, sizeof(call_back), call_back::host};

inline status launch_call_back(const lane& on, void (*function)(void*), void* context) {
    const call_back functor{function, context};
    geometry loop{};
    return on.launch(call_back_kernel, &functor, loop);
}

/// Keeps a stream busy until it is opened. Without worker threads nobody could open it.
class gate {
public:
    void close(const lane& on) {
        EXPECT_TRUE(launch_call_back(
                        on,
                        [](void* self) {
                            while (!static_cast<gate*>(self)->open_.load()) std::this_thread::yield();
                        },
                        this)
                        .ok());
    }
    void open() { open_.store(true); }

private:
    std::atomic<bool> open_{false};
};

}  // namespace host_tests

/// For what shows the worker threads themselves.
class WorkerMode : public testing::Test {
protected:
    void SetUp() override {
        if (cushard::detail::host_check::enabled()) GTEST_SKIP() << "the checked mode has no worker threads";
    }
};
