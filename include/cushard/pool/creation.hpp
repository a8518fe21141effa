// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// New sharded arrays: the creation functions of arrays with a sharding behind. Layer: pool.

#include "cushard/array/creation.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/pool/sharded_array.hpp"

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

namespace detail {

/// A new sharded array; errors name `what`.
template <class T>
[[nodiscard]] sharded_array<T> fresh_array(const char* what, const shape& extents, const sharding& how) {
    return sharded_array<T>(new_pool_body(what, shard_layout(what, extents, how), sizeof(T)));
}

template <class T>
[[nodiscard]] sharded_array<T> filled_array(const char* what, const shape& extents, const T& value,
                                            const sharding& how) {
    sharded_array<T> out = fresh_array<T>(what, extents, how);
    out.write(what, value);
    return out;
}

}  // namespace detail

/// A sharded array whose elements have no particular value; NumPy's `empty`.
/// @throws axis_error, shape_error if the sharding does not fit the shape; out_of_memory.
template <storable T>
[[nodiscard]] sharded_array<T> empty(const shape& extents, const sharding& how) {
    return detail::fresh_array<T>("empty", extents, how);
}

/// A sharded array of one value; NumPy's `full`.
template <storable T>
[[nodiscard]] sharded_array<T> full(const shape& extents, const std::type_identity_t<T>& value, const sharding& how) {
    return detail::filled_array<T>("full", extents, value, how);
}

/// A sharded array whose bytes are zero; NumPy's `zeros`.
template <storable T>
[[nodiscard]] sharded_array<T> zeros(const shape& extents, const sharding& how) {
    sharded_array<T> out = detail::fresh_array<T>("zeros", extents, how);
    for (int i = 0; i < how.pool().size(); ++i) fill(out.shared_body()->part(i)->memory(), 0, "zeros");
    return out;
}

/// A sharded array of ones; NumPy's `ones`.
template <element T>
[[nodiscard]] sharded_array<T> ones(const shape& extents, const sharding& how) {
    return detail::filled_array<T>("ones", extents, convert<T>(1), how);
}

/// `start, start + step, …` up to but without `stop`, cut over a pool; NumPy's `arange`. The elements are those of one
/// device, bit by bit.
template <class T>
requires(std::integral<T> || std::floating_point<T>)
    [[nodiscard]] sharded_array<T> arange(T start, std::type_identity_t<T> stop, std::type_identity_t<T> step,
                                          const sharding& how) {
    sharded_array<T> out = detail::fresh_array<T>("arange", shape({detail::arange_count<T>(start, stop, step)}), how);
    out.write("arange", detail::ramp<on_pool>(start, step));
    return out;
}

/// `count` values from `start` to `stop`, both included, cut over a pool; NumPy's `linspace`.
template <std::floating_point T>
[[nodiscard]] sharded_array<T> linspace(T start, std::type_identity_t<T> stop, index_t count, const sharding& how) {
    sharded_array<T> out = detail::fresh_array<T>("linspace", shape({count}), how);
    out.write("linspace", detail::even_ramp<on_pool>(start, stop, count));
    return out;
}

/// Copies `values`, in C order, to the devices of a pool. Blocks until the range may be reused.
/// @throws shape_error if the number of values is another; axis_error.
template <host_range Range>
[[nodiscard]] auto array(const Range& values, const shape& extents, const sharding& how) {
    using T = detail::range_value_t<Range>;
    const std::size_t count = detail::length_of(values);
    detail::require_filled("array", count, extents);
    sharded_array<T> out = detail::fresh_array<T>("array", extents, how);
    if constexpr (detail::packed_range<Range>) {
        detail::copy_host_to_pool<T>("array", *out.shared_body(), detail::span<const T>(values).data());
    } else {
        const auto elements = detail::packed(values, count);
        detail::copy_host_to_pool<T>("array", *out.shared_body(), elements.get());
    }
    return out;
}

/// Copies `values` to the devices of a pool as an array of one axis.
template <host_range Range>
[[nodiscard]] auto array(const Range& values, const sharding& how) {
    return array(values, shape({static_cast<index_t>(detail::length_of(values))}), how);
}

/// Copies an array or a view of one device to the devices of a pool; `gather` is its inverse. Asynchronous.
/// @throws axis_error, shape_error if the sharding does not fit.
template <detail::viewable Source>
[[nodiscard]] auto scatter(const Source& source, const sharding& how) {
    using T = typename Source::value_type;
    sharded_array<T> out = detail::fresh_array<T>("scatter", source.extents(), how);
    detail::scatter_from<T>("scatter", source.shared_body(), *out.shared_body());
    return out;
}

}  // namespace v0
}  // namespace cushard
