// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Sharded arrays as text: a line of layout, then the elements as those of one array. Layer: pool.

#include "cushard/array/print.hpp"
#include "cushard/pool/pool_copy.hpp"
#include "cushard/pool/values.hpp"

#include <algorithm>
#include <cstddef>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Those of an axis' ranges that part `i` of the layout has, counted from the part's first index.
[[nodiscard]] inline axis_ranges ranges_in_part(const axis_ranges& whole, const shard_layout& layout, int i) {
    axis_ranges out;
    for (std::size_t which = 0; which < 2; ++which) {
        const index_t first = std::clamp(whole.first[which], layout.first(i), layout.last(i));
        const index_t last = std::clamp(whole.last[which], layout.first(i), layout.last(i));
        out.first[which] = first - layout.first(i);
        out.last[which] = last - layout.first(i);
    }
    return out;
}

/// Copies the elements at the ranges to the host in C order, from the parts that have them.
template <class T>
void copy_ranges_to_host(const char* what, const pool_body& source, std::span<const axis_ranges> ranges, T* target) {
    const shard_layout& layout = source.layout();
    if (layout.is_replicated())
        return copy_elements_to_host(what, take_ranges<T>(what, *source.part(0), ranges), target);
    const auto axis = static_cast<std::size_t>(layout.axis());
    const shape whole = shape_of(ranges);
    index_t runs = 1, inner = 1, before = 0;
    for (int d = 0; d < whole.rank(); ++d) (d < layout.axis() ? runs : inner) *= d == layout.axis() ? 1 : whole[d];
    for (int i = 0; i < layout.pool().size(); ++i) {
        std::vector<axis_ranges> local(ranges.begin(), ranges.end());
        local[axis] = ranges_in_part(ranges[axis], layout, i);
        const index_t length = local[axis].count() * inner;
        if (length == 0) continue;
        const auto packed = std::make_unique<T[]>(static_cast<std::size_t>(runs * length));
        copy_elements_to_host(what, take_ranges<T>(what, *source.part(i), local), packed.get());
        for (index_t r = 0; r < runs; ++r) {
            std::copy_n(packed.get() + r * length, length, target + r * ranges[axis].count() * inner + before * inner);
        }
        before += local[axis].count();
    }
}

}  // namespace detail

/// The layout in one line, `[10, 4] along axis 0 at [0, 3, 6, 8, 10] over devices [0, 1, 2, 3]`, and below it the
/// elements as those of an array on one device. Of a large array only the elements shown leave their devices. An
/// expression is evaluated first. Blocks until the elements are there.
/// @throws device_error if an expression's layouts differ, out_of_memory; whatever the work before it failed with.
template <printable_on<on_pool> Source>
[[nodiscard]] std::string to_string(const Source& source) {
    using T = value_t<typename Source::lazy_tree>;
    const detail::pool_ref values = detail::values_on_pool("to_string", source.as_expression());
    const auto fetch = [&](const detail::shown_ranges& shown, T* target) {
        if (shown.is_cut()) return detail::copy_ranges_to_host<T>("to_string", *values, shown.axes(), target);
        detail::copy_pool_to_host<T>("to_string", *values, target);
    };
    return to_string(values->layout()) + '\n' + detail::array_text<T>(values->extents(), fetch);
}

/// Writes `to_string(source)`.
template <class Traits, printable_on<on_pool> Source>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const Source& source) {
    return out << to_string(source);
}

}  // namespace v0
}  // namespace cushard
