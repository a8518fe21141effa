// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of scratch.hpp. Layer: runtime.

#include "cushard/base/span.hpp"
#include "cushard/runtime/scratch.hpp"
#include "cushard/runtime/submit.hpp"

#include <mutex>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline storage_ref scratch(detail::stream_state& on, std::size_t bytes) {
    constexpr const char* what = "scratch";
    const std::lock_guard lock(on.scratch_mutex);
    if (on.scratch != nullptr && on.scratch->bytes() >= bytes && on.scratch->valid()) return storage_ref(*on.scratch);
    storage_ref made = detail::allocate_on(on, bytes, what);
    if (bytes > 0) {
        const use target{made.get(), access_mode::write};
        const part only{&on, detail::span(&target, 1)};
        detail::enqueue(what, detail::span(&only, 1), false,
                        [&](std::size_t, const backend& table, place at, void* stream) {
                            return table.fill(at, stream, made->data(), 0, bytes);
                        });
    }
    storage* const former = on.scratch;
    made->retain();
    on.scratch = made.get();
    if (former != nullptr) former->drop();
    return made;
}

}  // namespace v0
}  // namespace cushard
