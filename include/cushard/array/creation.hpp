// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// New arrays: from nothing, from a formula, from host memory. They are made on the thread's current device. Layer:
// array.

#include "cushard/array/device_array.hpp"
#include "cushard/array/generators.hpp"
#include "cushard/base/span.hpp"
#include "cushard/math/comparison.hpp"
#include "cushard/math/selection.hpp"
#include "cushard/runtime/fill.hpp"

#include <cmath>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

namespace detail {

/// A new array; errors name `what`.
template <class T>
[[nodiscard]] device_array<T> fresh_array(const char* what, const shape& extents) {
    return device_array<T>(new_body(what, extents, sizeof(T), device()));
}

template <class T>
[[nodiscard]] device_array<T> filled_array(const char* what, const shape& extents, const T& value) {
    device_array<T> out = fresh_array<T>(what, extents);
    assign<T>(what, *out.shared_body(), expression<constant<T>>({}, tuple_of(value), -1));
    return out;
}

}  // namespace detail

/// An array whose elements have no particular value; NumPy's `empty`.
/// @throws shape_error, out_of_memory.
template <storable T>
[[nodiscard]] device_array<T> empty(const shape& extents) {
    return detail::fresh_array<T>("empty", extents);
}

/// An array of one value; NumPy's `full`. Asynchronous.
template <storable T>
[[nodiscard]] device_array<T> full(const shape& extents, const std::type_identity_t<T>& value) {
    return detail::filled_array<T>("full", extents, value);
}

/// An array whose bytes are zero; NumPy's `zeros`. Needs no kernel. Asynchronous.
template <storable T>
[[nodiscard]] device_array<T> zeros(const shape& extents) {
    device_array<T> out = detail::fresh_array<T>("zeros", extents);
    fill(out.shared_body()->memory(), 0, "zeros");
    return out;
}

/// An array of ones; NumPy's `ones`. Asynchronous.
template <element T>
[[nodiscard]] device_array<T> ones(const shape& extents) {
    return detail::filled_array<T>("ones", extents, convert<T>(1));
}

template <storable T>
[[nodiscard]] device_array<T> empty(std::integral auto count) {
    return empty<T>(shape({static_cast<index_t>(count)}));
}
template <storable T>
[[nodiscard]] device_array<T> full(std::integral auto count, const std::type_identity_t<T>& value) {
    return full<T>(shape({static_cast<index_t>(count)}), value);
}
template <storable T>
[[nodiscard]] device_array<T> zeros(std::integral auto count) {
    return zeros<T>(shape({static_cast<index_t>(count)}));
}
template <element T>
[[nodiscard]] device_array<T> ones(std::integral auto count) {
    return ones<T>(shape({static_cast<index_t>(count)}));
}

namespace detail {

/// `start + i * step` at global position i, as an expression that takes its shape from what it is assigned to.
template <class Domain, std::integral T>
auto ramp(T start, T step) {
    using tree = call<ops::integer_ramp, position, constant<T>, constant<T>>;
    return expression<tree, Domain>({}, tuple_of(start, step), -1);
}
template <class Domain, std::floating_point T>
auto ramp(T start, T step) {
    using tree = call<ops::real_ramp, position, constant<double>, constant<double>>;
    return expression<tree, Domain>({}, tuple_of<double, double>(start, step), -1);
}

/// `count` even steps from `start` to `stop`; the last is `stop` itself.
template <class Domain>
auto even_ramp(double start, double stop, index_t count) {
    using steps = call<ops::real_ramp, position, constant<double>, constant<double>>;
    using tree = call<ops::where, call<ops::equal, position, constant<index_t>>, constant<double>, steps>;
    const double step = count > 1 ? (stop - start) / static_cast<double>(count - 1) : 0.0;
    const index_t last = count > 1 ? count - 1 : -1;
    return expression<tree, Domain>({}, tuple_of<index_t, double, double, double>(last, stop, start, step), -1);
}

[[noreturn]] void refuse_arange(const char* why);
[[noreturn]] void refuse_range(const std::string& start, const std::string& stop, const std::string& step);

/// How many steps lie in [start, stop): ceil((stop - start) / step), as NumPy counts.
template <std::integral T>
index_t arange_count(T start, T stop, T step) {
    if (step == 0) refuse_arange("the step is 0: expected another value");
    const auto wide = [](T value) { return static_cast<__int128>(value); };
    const __int128 span = wide(stop) - wide(start);
    const __int128 toward = step > 0 ? 1 : -1;
    if (span * toward <= 0) return 0;
    const __int128 count = (span + wide(step) - toward) / wide(step);
    if (count > std::numeric_limits<index_t>::max()) refuse_arange("more elements than an index can count");
    return static_cast<index_t>(count);
}

template <std::floating_point T>
index_t arange_count(T start, T stop, T step) {
    const double count =
        std::ceil((static_cast<double>(stop) - static_cast<double>(start)) / static_cast<double>(step));
    if (!(count < 9.2e18)) refuse_range(std::to_string(start), std::to_string(stop), std::to_string(step));
    return count > 0 ? static_cast<index_t>(count) : 0;
}

}  // namespace detail

/// `start, start + step, …` up to but without `stop`; NumPy's `arange`. Asynchronous.
/// @throws shape_error for a step of 0 or a range without end.
template <class T>
requires(std::integral<T> || std::floating_point<T>)
    [[nodiscard]] device_array<T> arange(T start, std::type_identity_t<T> stop, std::type_identity_t<T> step = T{1}) {
    device_array<T> out = detail::fresh_array<T>("arange", shape({detail::arange_count<T>(start, stop, step)}));
    out.write("arange", detail::ramp<on_device>(start, step));
    return out;
}
template <class T>
requires(std::integral<T> || std::floating_point<T>) [[nodiscard]] device_array<T> arange(T stop) {
    return arange<T>(T{0}, stop, T{1});
}

/// `count` values from `start` to `stop`, both included, evenly spaced; NumPy's `linspace`. The last is `stop` exactly.
/// Asynchronous.
/// @throws shape_error for a negative count.
template <std::floating_point T>
[[nodiscard]] device_array<T> linspace(T start, std::type_identity_t<T> stop, index_t count = 50) {
    device_array<T> out = detail::fresh_array<T>("linspace", shape({count}));
    out.write("linspace", detail::even_ramp<on_device>(start, stop, count));
    return out;
}

namespace detail {

/// What a range that can be walked twice has.
template <class Range>
using range_value_t = std::remove_cvref_t<decltype(*std::begin(std::declval<const Range&>()))>;

/// Whether its elements lie one after the other.
template <class Range>
concept packed_range = requires(const Range& values) {
    span<const range_value_t<Range>>(values);
};

template <class Range>
[[nodiscard]] std::size_t length_of(const Range& values) {
    if constexpr (packed_range<Range>) {
        return span<const range_value_t<Range>>(values).size();
    } else {
        std::size_t count = 0;
        for (auto at = std::begin(values); at != std::end(values); ++at) ++count;
        return count;
    }
}

/// The values one after the other, in memory of their own.
template <class Range>
[[nodiscard]] auto packed(const Range& values, std::size_t count) {
    using T = range_value_t<Range>;
    std::unique_ptr<T[]> out(new T[count]);
    T* to = out.get();
    for (auto&& value : values) *to++ = value;
    return out;
}

}  // namespace detail

/// A range of host memory: a container, an array, a view of one.
template <class Range>
concept host_range = storable<detail::range_value_t<Range>> && !lazy_operand<Range>;

namespace detail {

/// @throws shape_error unless so many values fill the shape.
void require_filled(const char* what, std::size_t count, const shape& extents);

template <class T>
[[nodiscard]] device_array<T> array_of(span<const T> values, const shape& extents) {
    require_filled("array", values.size(), extents);
    device_array<T> out = fresh_array<T>("array", extents);
    if (!values.empty())
        copy_from_host(out.shared_body()->memory(), 0, values.data(), values.size() * sizeof(T), "array");
    return out;
}

}  // namespace detail

/// Copies `values`, in C order, into a new array of shape `extents`; NumPy's `array(values).reshape(extents)`. Blocks
/// until the range may be reused.
/// @throws shape_error if the number of values is another.
template <host_range Range>
[[nodiscard]] auto array(const Range& values, const shape& extents) {
    using T = detail::range_value_t<Range>;
    const std::size_t count = detail::length_of(values);
    if constexpr (detail::packed_range<Range>) {
        return detail::array_of(detail::span<const T>(values), extents);
    } else {
        const auto elements = detail::packed(values, count);
        return detail::array_of(detail::span<const T>(elements.get(), count), extents);
    }
}

/// Copies `values` into a new array of one axis; NumPy's `array`.
template <host_range Range>
[[nodiscard]] auto array(const Range& values) {
    return array(values, shape({static_cast<index_t>(detail::length_of(values))}));
}
template <storable T>
[[nodiscard]] device_array<T> array(std::initializer_list<T> values) {
    return detail::array_of(detail::span<const T>(values.begin(), values.size()),
                            shape({static_cast<index_t>(values.size())}));
}
template <storable T>
[[nodiscard]] device_array<T> array(std::initializer_list<T> values, const shape& extents) {
    return detail::array_of(detail::span<const T>(values.begin(), values.size()), extents);
}

namespace detail {
void require_equal_rows(std::size_t length, std::size_t first);
}  // namespace detail

/// Copies rows of equal length into a new array of two axes.
/// @throws shape_error if the rows' lengths differ.
template <storable T>
[[nodiscard]] device_array<T> array(std::initializer_list<std::initializer_list<T>> rows) {
    const std::size_t columns = rows.size() == 0 ? 0 : rows.begin()->size();
    const std::unique_ptr<T[]> elements(new T[rows.size() * columns]);
    std::size_t at = 0;
    for (const auto& row : rows) {
        detail::require_equal_rows(row.size(), columns);
        for (const T& value : row) elements[at++] = value;
    }
    return detail::array_of(detail::span<const T>(elements.get(), at),
                            shape({static_cast<index_t>(rows.size()), static_cast<index_t>(columns)}));
}

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/array/creation.inl.hpp")
