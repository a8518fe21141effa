// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of reshape.hpp. Layer: layout.

#include "cushard/base/error.hpp"
#include "cushard/layout/reshape.hpp"

#include <cstddef>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

inline shape reshape_extents(const char* what, const shape& from, detail::span<const index_t> requested) {
    const auto refuse = [&](const std::string& why) {
        throw shape_error(std::string(what) + ": cannot reshape " + to_string(from) + " into " +
                          detail::bracketed(requested) + ": " + why);
    };
    if (requested.size() > static_cast<std::size_t>(max_rank))
        refuse("at most " + std::to_string(max_rank) + " axes are supported");
    index_t extents[max_rank] = {};
    index_t* unknown = nullptr;
    for (std::size_t axis = 0; axis < requested.size(); ++axis) {
        if (requested[axis] < -1) refuse("extent " + std::to_string(requested[axis]) + " is negative");
        if (requested[axis] == -1 && unknown != nullptr) refuse("only one extent can be -1");
        if (requested[axis] == -1) unknown = &extents[axis];
        extents[axis] = requested[axis] == -1 ? 1 : requested[axis];
    }
    const detail::span<const index_t> known(extents, requested.size());
    if (!detail::product_fits(known)) refuse("too many elements");
    const index_t others = shape(known).size();
    if (unknown != nullptr) {
        if (others == 0 || from.size() % others != 0)
            refuse(std::to_string(from.size()) + " elements do not divide by " + std::to_string(others));
        *unknown = from.size() / others;
    } else if (others != from.size()) {
        refuse(std::to_string(from.size()) + " elements, expected " + std::to_string(others));
    }
    return shape(known);
}

inline reshaped_layout reshape(const char* what, const strided_layout& from, detail::span<const index_t> requested) {
    const shape to = reshape_extents(what, from.extents, requested);
    reshaped_layout result{c_contiguous(to), true};
    result.layout.offset = from.offset;
    if (to.size() == 0 || from.is_c_contiguous()) return result;

    // Axes of `from` that step through memory as one are joined, innermost first; each new axis is then a part of
    // one joined axis. It cannot reach across two: they would have been one.
    struct run {
        index_t extent;
        index_t stride;
    };
    run runs[max_rank] = {};
    std::size_t count = 0;
    for (int axis = from.rank() - 1; axis >= 0; --axis) {
        const run next{from.extents[axis], from.stride(axis)};
        if (next.extent == 1) continue;
        if (count > 0 && next.stride == runs[count - 1].stride * runs[count - 1].extent)
            runs[count - 1].extent *= next.extent;
        else
            runs[count++] = next;
    }
    std::size_t current = 0;
    for (int axis = to.rank() - 1; axis >= 0; --axis) {
        if (to[axis] == 1) continue;
        if (runs[current].extent == 1) ++current;
        run& source = runs[current];
        if (source.extent % to[axis] != 0) return {c_contiguous(to), false};
        result.layout.strides[static_cast<std::size_t>(axis)] = source.stride;
        source.extent /= to[axis];
        source.stride *= to[axis];
    }
    return result;
}

}  // namespace v0
}  // namespace cushard
