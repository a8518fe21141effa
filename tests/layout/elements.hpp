// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What the tests of layout/ compare with: every element of a layout, one by one.

#include "cushard/base/error.hpp"
#include "cushard/layout/shape.hpp"
#include "cushard/layout/strided.hpp"

#include <random>
#include <string>
#include <vector>

namespace layout_tests {

using cushard::index_t;

/// The elements of the block that the layout names, in C order.
inline std::vector<index_t> elements(const cushard::strided_layout& layout) {
    std::vector<index_t> found{layout.offset};
    for (int axis = 0; axis < layout.rank(); ++axis) {
        std::vector<index_t> finer;
        for (index_t start : found)
            for (index_t i = 0; i < layout.extents[axis]; ++i) finer.push_back(start + i * layout.stride(axis));
        found.swap(finer);
    }
    return found;
}

class generator {
public:
    explicit generator(unsigned seed) : engine_(seed) {}

    index_t between(index_t low, index_t high) { return std::uniform_int_distribution<index_t>(low, high)(engine_); }

    cushard::shape extents(int max_rank, index_t low, index_t high) {
        std::vector<index_t> values(static_cast<std::size_t>(between(0, max_rank)));
        for (index_t& value : values) value = between(low, high);
        return values;
    }

    /// Any extents, strides and offset, so that elements may coincide.
    cushard::strided_layout layout(int max_rank, index_t low, index_t high, index_t reach) {
        cushard::strided_layout result{extents(max_rank, low, high), {}, between(-reach, reach)};
        for (int axis = 0; axis < result.rank(); ++axis)
            result.strides[static_cast<std::size_t>(axis)] = between(-reach, reach);
        return result;
    }

private:
    std::mt19937 engine_;
};

}  // namespace layout_tests
