// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What a host stream has queued: records of one header and a payload, written into memory that the queue gives. A
// launch carries its operands and its functor behind it, so that queueing one allocates nothing. Layer: backend.

#include "cushard/backend/host/bytes.hpp"
#include "cushard/backend/host/memory.hpp"
#include "cushard/backend/launch.hpp"
#include "cushard/backend/table.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

struct host_operation {
    enum class kind : std::uint32_t { skip, launch, boxed_launch, copy, fill, release, wait };
    kind what = kind::skip;
    std::uint32_t record_bytes = 0;  ///< the queue's
};

struct launch_operation : host_operation {
    const kernel* code;
    const void* functor;
    geometry loop;
};

/// A launch that is too long for a queue's record, and is freed when it has run.
struct boxed_launch_operation : host_operation {
    launch_operation* inside;
};

struct copy_operation : host_operation {
    void* target;
    const void* source;
    std::size_t bytes;
};

struct fill_operation : host_operation {
    void* target;
    int byte;
    std::size_t bytes;
};

struct release_operation : host_operation {
    void* block;
};

/// The functor's alignment is not known, but its size is a multiple of it.
inline std::size_t functor_alignment(const kernel& code) noexcept {
    const std::size_t bytes = code.functor_bytes;
    const std::size_t divisor = bytes & (~bytes + 1);
    return divisor == 0 ? 1 : divisor < block_alignment ? divisor : block_alignment;
}

/// Bytes that `write_launch` needs at most, at any address that is aligned for a `launch_operation`.
inline std::size_t launch_bytes(const kernel& code, const geometry& loop) noexcept {
    const auto operands = static_cast<std::size_t>(loop.outputs + loop.inputs);
    return sizeof(launch_operation) + operands * sizeof(operand) + functor_alignment(code) + code.functor_bytes;
}

/// Writes the launch and copies of all it refers to, but for the kernel (which is there for ever) and the operands'
/// elements.
inline launch_operation* write_launch(void* where, const kernel& code, const void* functor, const geometry& loop) {
    auto* made = new (where) launch_operation{{host_operation::kind::launch}, &code, nullptr, loop};
    const auto count = static_cast<std::size_t>(loop.outputs + loop.inputs);
    auto* operands = reinterpret_cast<operand*>(made + 1);
    for (std::size_t i = 0; i < count; ++i) new (operands + i) operand(loop.operands[i]);
    made->loop.operands = operands;

    const std::size_t alignment = functor_alignment(code);
    const auto end = reinterpret_cast<std::uintptr_t>(operands + count);
    auto* bytes = reinterpret_cast<unsigned char*>((end + alignment - 1) / alignment * alignment);
    if (code.functor_bytes != 0) std::memcpy(bytes, functor, code.functor_bytes);
    made->functor = bytes;
    return made;
}

/// The same in memory of its own.
inline boxed_launch_operation box_launch(const kernel& code, const void* functor, const geometry& loop) {
    void* memory = ::operator new(launch_bytes(code, loop));
    return {{host_operation::kind::boxed_launch}, write_launch(memory, code, functor, loop)};
}

/// Names an operation in messages.
inline const char* name_of(const host_operation& operation) {
    switch (operation.what) {
        case host_operation::kind::launch:
            return static_cast<const launch_operation&>(operation).code->name();
        case host_operation::kind::boxed_launch:
            return static_cast<const boxed_launch_operation&>(operation).inside->code->name();
        case host_operation::kind::copy:
            return "copy";
        case host_operation::kind::fill:
            return "fill";
        case host_operation::kind::release:
            return "release";
        case host_operation::kind::wait:
            return "wait";
        case host_operation::kind::skip:
            break;
    }
    return "";
}

/// Runs one operation on the calling thread. Waits are the stream's own affair.
/// @throws whatever a launch's functor throws.
inline void execute(const host_operation& operation) {
    switch (operation.what) {
        case host_operation::kind::launch: {
            const auto& launch = static_cast<const launch_operation&>(operation);
            launch.code->host(launch.functor, launch.loop);
            break;
        }
        case host_operation::kind::boxed_launch: {
            struct owner {
                launch_operation* const launch;
                ~owner() { ::operator delete(launch); }
            };
            const owner box{static_cast<const boxed_launch_operation&>(operation).inside};
            box.launch->code->host(box.launch->functor, box.launch->loop);
            break;
        }
        case host_operation::kind::copy: {
            const auto& copy = static_cast<const copy_operation&>(operation);
            copy_bytes(copy.target, copy.source, copy.bytes);
            break;
        }
        case host_operation::kind::fill: {
            const auto& fill = static_cast<const fill_operation&>(operation);
            fill_bytes(fill.target, fill.byte, fill.bytes);
            break;
        }
        case host_operation::kind::release:
            free_block(static_cast<const release_operation&>(operation).block);
            break;
        case host_operation::kind::skip:
        case host_operation::kind::wait:
            break;
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
