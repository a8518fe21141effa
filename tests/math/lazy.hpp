// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A lazy operand without memory, and a node builder that gives the node's type, so that the functions of `math/` can be
// tested without arrays. For tests.

#include "cushard/base/traits.hpp"
#include "cushard/expr/tree.hpp"

namespace cushard {
inline namespace v0 {

template <class Op, class... Args>
auto make_call(Args&&...) {
    return call<Op, detail::remove_cvref_t<Args>...>{};
}

}  // namespace v0
}  // namespace cushard

namespace lazy_test {

/// As an array of `T`; the leaf in its bases brings `cushard` into argument-dependent lookup.
template <class T>
struct array : cushard::leaf<T> {
    using lazy_tree = cushard::leaf<T>;
};

}  // namespace lazy_test
