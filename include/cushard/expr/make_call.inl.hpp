// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of make_call.hpp. Layer: expr.

#include "cushard/base/error.hpp"
#include "cushard/expr/make_call.hpp"
#include "cushard/layout/broadcast.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline void refuse_scalar(const char* what, const std::string& scalar, dtype type) {
    throw dtype_error(std::string(what) + ": the scalar " + scalar + " does not fit " + name_of(type) +
                      "; cast the array first");
}

inline void shape_merge::merge(const shape* extents, const shape& computed, int by) {
    const shape& next = extents != nullptr ? *extents : computed;
    if (first_) {
        first_ = false;
        shaped_by_ = by;
        known_ = extents;
        if (known_ == nullptr) own_ = next;
        return;
    }
    const shape& before = known_ != nullptr ? *known_ : own_;
    const shape merged = broadcast(what_, before, next);
    if (known_ != nullptr && merged == *known_) return;
    if (extents != nullptr && merged == *extents) {
        known_ = extents;
        shaped_by_ = by;
        return;
    }
    own_ = merged;
    known_ = nullptr;
    shaped_by_ = -1;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
