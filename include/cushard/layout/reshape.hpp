// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Reshaping: the same elements in C order under other extents, as a view where strides can say it. Layer: layout.

#include "cushard/base/config.hpp"
#include "cushard/base/error.hpp"
#include "cushard/layout/shape.hpp"
#include "cushard/layout/strided.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The shape that `requested` stands for when an array of shape `from` is reshaped: one extent may be -1 and is
/// inferred. `what` names the operation in errors.
/// @throws shape_error if the numbers of elements differ, more than one extent is -1, or another is negative.
inline shape reshape_extents(const char* what, const shape& from, std::span<const index_t> requested) {
    const auto refuse = [&](const std::string& why) {
        throw shape_error(std::string(what) + ": cannot reshape " + to_string(from) + " into " +
                          detail::bracketed(requested) + ": " + why);
    };
    if (requested.size() > static_cast<std::size_t>(max_rank))
        refuse("at most " + std::to_string(max_rank) + " axes are supported");
    std::array<index_t, max_rank> extents{};
    std::optional<std::size_t> unknown;
    for (std::size_t axis = 0; axis < requested.size(); ++axis) {
        if (requested[axis] < -1) refuse("extent " + std::to_string(requested[axis]) + " is negative");
        if (requested[axis] == -1 && unknown) refuse("only one extent can be -1");
        if (requested[axis] == -1) unknown = axis;
        extents[axis] = requested[axis] == -1 ? 1 : requested[axis];
    }
    const std::span<index_t> known(extents.data(), requested.size());
    if (!detail::product_fits(known)) refuse("too many elements");
    const index_t others = shape(known).size();
    if (unknown) {
        if (others == 0 || from.size() % others != 0)
            refuse(std::to_string(from.size()) + " elements do not divide by " + std::to_string(others));
        extents[*unknown] = from.size() / others;
    } else if (others != from.size()) {
        refuse(std::to_string(from.size()) + " elements, expected " + std::to_string(others));
    }
    return shape(known);
}

/// The view of `from` in C order under the extents that `requested` stands for (NumPy's `reshape`); nothing where only
/// a copy can have them, in C order, of shape `reshape_extents(…)`.
/// @throws shape_error as `reshape_extents` does.
inline std::optional<strided_layout> reshape(const char* what, const strided_layout& from,
                                             std::span<const index_t> requested) {
    const shape to = reshape_extents(what, from.extents, requested);
    strided_layout result = c_contiguous(to);
    result.offset = from.offset;
    if (to.size() == 0 || from.is_c_contiguous()) return result;

    // Axes of `from` that step through memory as one are joined, innermost first; each new axis is then a part of
    // one joined axis. It cannot reach across two: they would have been one.
    struct run {
        index_t extent;
        index_t stride;
    };
    std::array<run, max_rank> runs{};
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
        if (source.extent % to[axis] != 0) return std::nullopt;
        result.strides[static_cast<std::size_t>(axis)] = source.stride;
        source.extent /= to[axis];
        source.stride *= to[axis];
    }
    return result;
}

}  // namespace v0
}  // namespace cushard
