// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Random shapes and layouts, and the plain walk over all indices of a shape.

#include "cushard/base/config.hpp"
#include "cushard/layout/shape.hpp"
#include "cushard/layout/strided.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <vector>

namespace cushard_test {

/// Calls `act` with the multi-index of every element of `extents`, in C order.
template <class Act>
void for_each_index(const cushard::shape& extents, const Act& act) {
    std::array<cushard::index_t, cushard::max_rank> at{};
    for (cushard::index_t i = 0; i < extents.size(); ++i) {
        act(at);
        for (int d = extents.rank() - 1; d >= 0; --d) {
            if (++at[static_cast<std::size_t>(d)] < extents[d]) break;
            at[static_cast<std::size_t>(d)] = 0;
        }
    }
}

/// Random shapes and layouts, from a fixed seed.
class layout_source {
public:
    explicit layout_source(unsigned seed) : engine_(seed) {}

    cushard::index_t draw(cushard::index_t low, cushard::index_t high) {
        return std::uniform_int_distribution<cushard::index_t>(low, high)(engine_);
    }

    cushard::shape extents() {
        std::vector<cushard::index_t> out(static_cast<std::size_t>(draw(0, 5)));
        for (cushard::index_t& each : out) each = draw(0, 5) == 0 ? 1 : draw(1, 5);
        return cushard::shape(out);
    }

    /// A layout of exactly `extents`: axes in a random order, each with a random start and step, either way.
    cushard::strided_layout of(const cushard::shape& extents) {
        const int rank = extents.rank();
        std::vector<int> order(static_cast<std::size_t>(rank));
        for (int d = 0; d < rank; ++d) order[static_cast<std::size_t>(d)] = d;
        if (draw(0, 1) == 0) std::ranges::shuffle(order, engine_);
        const bool dense = draw(0, 2) == 0;
        cushard::strided_layout out{extents, {}, draw(0, 9)};
        cushard::index_t pitch = 1;
        for (int k = rank - 1; k >= 0; --k) {
            const auto d = static_cast<std::size_t>(order[static_cast<std::size_t>(k)]);
            const cushard::index_t extent = extents[static_cast<int>(d)];
            const cushard::index_t step = dense ? 1 : draw(1, 3);
            out.strides[d] = pitch * step;
            pitch *= step * extent + (dense ? 0 : draw(0, 1));
            if (draw(0, 3) == 0) {
                out.offset += out.strides[d] * (extent - 1);
                out.strides[d] = -out.strides[d];
            }
            if (extent == 1 && draw(0, 1) == 0) out.strides[d] = draw(-50, 50);  // means nothing
        }
        return out;
    }

    /// A layout that broadcasts to `extents`: some axes of 1 or absent, some repeated with a stride of 0.
    cushard::strided_layout broadcasting_to(const cushard::shape& extents) {
        const auto absent = draw(0, 2) == 0 ? draw(0, extents.rank()) : 0;
        std::vector<cushard::index_t> own(extents.begin() + absent, extents.end());
        for (cushard::index_t& each : own) each = draw(0, 3) == 0 ? 1 : each;
        cushard::strided_layout out = of(cushard::shape(own));
        for (std::size_t d = 0; d < own.size(); ++d) {
            if (draw(0, 9) == 0) out.strides[d] = 0;
        }
        return out;
    }

private:
    std::mt19937 engine_;
};

}  // namespace cushard_test
