// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Sharded arrays as text: a line of layout, then the elements as those of one array. Layer: pool.

#include "cushard/array/print.hpp"
#include "cushard/pool/pool_copy.hpp"
#include "cushard/pool/values.hpp"

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Those of an axis' ranges that part `i` of the layout has, counted from the part's first index.
[[nodiscard]] axis_ranges ranges_in_part(const axis_ranges& whole, const shard_layout& layout, int i);

/// A line of layout, then the elements.
[[nodiscard]] std::string headed_text(const shard_layout& layout, const std::string& elements);

/// Copies the elements at the ranges to the host in C order, from the parts that have them.
template <class T>
void copy_ranges_to_host(const char* what, const pool_body& source, span<const axis_ranges> ranges, T* target) {
    const shard_layout& layout = source.layout();
    if (layout.is_replicated())
        return copy_elements_to_host(what, take_ranges<T>(what, *source.part(0), ranges), target);
    const auto axis = static_cast<std::size_t>(layout.axis());
    const shape whole = shape_of(ranges);
    index_t runs = 1, inner = 1, before = 0;
    for (int d = 0; d < whole.rank(); ++d) (d < layout.axis() ? runs : inner) *= d == layout.axis() ? 1 : whole[d];
    for (int i = 0; i < layout.pool().size(); ++i) {
        axis_ranges local[max_rank];
        for (std::size_t d = 0; d < ranges.size(); ++d) local[d] = ranges[d];
        local[axis] = ranges_in_part(ranges[axis], layout, i);
        const index_t length = local[axis].count() * inner;
        if (length == 0) continue;
        const std::unique_ptr<T[]> packed(new T[static_cast<std::size_t>(runs * length)]);
        copy_elements_to_host(what, take_ranges<T>(what, *source.part(i), {local, ranges.size()}), packed.get());
        for (index_t r = 0; r < runs; ++r) {
            T* to = target + r * ranges[axis].count() * inner + before * inner;
            for (index_t k = 0; k < length; ++k) to[k] = packed[static_cast<std::size_t>(r * length + k)];
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
    const detail::shown_ranges shown(values->extents());
    const auto count = static_cast<std::size_t>(detail::shape_of(shown.axes()).size());
    const std::unique_ptr<T[]> elements(new T[count]);
    if (shown.is_cut()) {
        detail::copy_ranges_to_host("to_string", *values, shown.axes(), elements.get());
    } else {
        detail::copy_pool_to_host("to_string", *values, elements.get());
    }
    return detail::headed_text(values->layout(), detail::array_text(shown, elements.get()));
}

/// Writes `to_string(source)`.
template <class Traits, printable_on<on_pool> Source>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const Source& source) {
    return out << to_string(source);
}

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/pool/print.inl.hpp")
