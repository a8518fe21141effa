// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A user's header that both units of the program include: the same expression behind an inline function, a virtual
// function and a std::function. The linker keeps one copy of each, from whichever unit it likes.

#include <cushard/cushard.hpp>

#include <functional>

namespace user {

namespace cs = cushard;
using array = cs::device_array<float>;

inline array scaled(const array& x, const array& y) { return cs::sqrt(x * x + y) - 0.5f; }

struct model {
    virtual ~model() = default;
    virtual array apply(const array& x, const array& y) const { return cs::exp(x * 0.25f) + y; }
};

inline const std::function<array(const array&, const array&)> stored = [](const array& x, const array& y) -> array {
    return x / (y + 2.0f);
};

/// What the unit that nvcc compiles offers to the other.
array made_by_kernels(cs::index_t count);
array scaled_by_kernels(const array& x, const array& y);
array applied_by_kernels(const array& x, const array& y);
array stored_by_kernels(const array& x, const array& y);
void doubled_by_kernels(array& x);
const void* devices_seen_by_kernels();
int device_chosen_in_kernels();

}  // namespace user
