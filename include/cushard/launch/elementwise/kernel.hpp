// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The kernel type of elementwise evaluation: `kernel_of<elementwise<Flat>>()` is its record. Layer: launch.

#include "cushard/backend/host/drive.hpp"
#include "cushard/launch/elementwise/host_body.hpp"
#include "cushard/launch/kernel_slot.hpp"
#include "cushard/launch/type_name.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// Evaluates the flat functor `Flat` at every element of a loop.
template <class Flat>
struct elementwise {
    using functor = Flat;

    static const char* name() { return detail::type_name<Flat>(); }

    static void host(const void* functor, const geometry& loop) {
        detail::drive_elementwise(functor, loop, &detail::host_body<Flat>, Flat::uses_position);
    }
};

}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
