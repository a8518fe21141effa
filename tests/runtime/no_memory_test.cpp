// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// The door where the host's memory is short. A program of its own, for it replaces the allocation of arrays.

#include "../support/hand_kernels.hpp"
#include "../support/recording_backend.hpp"
#include "cushard/runtime/stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace {

thread_local bool memory_is_short = false;

}  // namespace

[[gnu::noinline]] void* operator new[](std::size_t bytes) {
    void* const made = memory_is_short ? nullptr : std::malloc(bytes);
    if (made == nullptr) throw std::bad_alloc();
    return made;
}
[[gnu::noinline]] void operator delete[](void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete[](void* block, std::size_t) noexcept { std::free(block); }

namespace cs = cushard;
using cs::testing::apply;
using cs::testing::floats;
using cs::testing::values;

TEST(submit, that_has_no_memory_to_note_a_use_throws_and_leaves_its_stream_usable) {
    const cs::device on{0};
    const cs::storage_ref source = floats(on, 8, 3);
    std::array<cs::storage_ref, 5> targets;
    for (cs::storage_ref& each : targets) each = floats(on, 8, 0);
    on.wait();  // from now on no stream waits for another one
    const std::array<cs::stream, 5> streams{cs::stream(on), cs::stream(on), cs::stream(on), cs::stream(on),
                                            cs::stream(on)};
    // The write and three reads are noted in place; one more needs memory.
    for (std::size_t i = 0; i < 3; ++i) {
        const cs::stream_scope scope(streams[i]);
        apply(*targets[i], *source, {2, 0});
    }
    const cs::stream_scope scope(streams[3]);
    memory_is_short = true;
    EXPECT_THROW(apply(*targets[3], *source, {2, 0}), std::bad_alloc);
    memory_is_short = false;
    EXPECT_EQ(values(*targets[3]), std::vector<float>(8, 0)) << "nothing was enqueued";

    apply(*targets[3], *source, {2, 1});
    EXPECT_EQ(values(*targets[3]), std::vector<float>(8, 7));
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(values(*targets[i]), std::vector<float>(8, 6));
}
