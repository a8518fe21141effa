// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Kernels written by hand, and operations over bare storages with them: what tests of the runtime use in place of the
// layers above it.

#include "cushard/runtime/copy.hpp"
#include "cushard/runtime/submit.hpp"

#include <chrono>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

namespace cushard::testing {

/// out[i] = in[i] * factor + offset, after a nap: long enough for whoever does not wait to be too early.
struct affine {
    float factor = 1;
    float offset = 0;
    int nap_microseconds = 0;
    bool throws = false;

    static const char* name() { return "affine"; }
    static void host(const void* functor, const geometry& loop) {
        const auto& self = *static_cast<const affine*>(functor);
        if (self.nap_microseconds > 0) std::this_thread::sleep_for(std::chrono::microseconds(self.nap_microseconds));
        if (self.throws) throw std::runtime_error("affine threw");
        auto* out = static_cast<float*>(loop.operands[0].data);
        const auto* in = static_cast<const float*>(loop.operands[1].data);
        for (index_t i = 0; i < loop.extents[0]; ++i) out[i] = in[i] * self.factor + self.offset;
    }
};
inline constinit kernel affine_kernel{&affine::name, sizeof(affine), &affine::host};

inline status launch_affine(const backend& table, place at, void* stream, const storage& out, const storage& in,
                            const affine& functor, std::size_t skip = 0) {
    operand operands[2] = {};
    operands[0] = {.data = static_cast<float*>(out.data()), .element_bytes = 4, .written = true, .strides = {1}};
    operands[1] = {.data = static_cast<float*>(in.data()) + skip, .element_bytes = 4, .strides = {1}};
    geometry loop{};
    loop.rank = 1;
    loop.outputs = 1;
    loop.inputs = 1;
    loop.extents[0] = static_cast<index_t>(out.bytes() / sizeof(float));
    loop.operands = operands;
    return table.launch(at, stream, affine_kernel, &functor, loop);
}

/// Fills all of `out` from as many elements of `in`, on the current stream of `out`'s device.
inline void apply(storage& out, storage& in, const affine& functor, const char* what = "affine", std::size_t skip = 0) {
    const use uses[] = {{&out, access_mode::write}, {&in, access_mode::read}};
    submit(what, out.get_device(), uses, [&](std::size_t, const backend& table, place at, void* stream) {
        return launch_affine(table, at, stream, out, in, functor, skip);
    });
}

/// A new storage with these values.
inline storage_ref floats(device on, const std::vector<float>& values) {
    storage_ref made = allocate(on, values.size() * sizeof(float), "floats");
    copy_from_host(*made, 0, values.data(), values.size() * sizeof(float));
    return made;
}

inline storage_ref floats(device on, std::size_t count, float value) {
    return floats(on, std::vector<float>(count, value));
}

inline std::vector<float> values(storage& of) {
    std::vector<float> found(of.bytes() / sizeof(float));
    copy_to_host(of, 0, found.data(), of.bytes());
    return found;
}

}  // namespace cushard::testing
