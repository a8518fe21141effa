// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Arrays as text, as NumPy 2 prints them. Layer: array.

#include "cushard/array/edges.hpp"
#include "cushard/array/values.hpp"

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// What has numbers or bools to print: arrays, views and expressions of element types, not of users' structs.
template <class Source, class Domain>
concept printable_on = operand_of<Source, Domain> && element<value_t<typename Source::lazy_tree>>;

namespace detail {

/// The text of an array of which these elements are shown, in C order.
template <class T>
[[nodiscard]] std::string array_text(const shown_ranges& shown, const T* elements);

}  // namespace detail

/// The elements as NumPy 2 prints them with its default options: `[[0.  0.5]\n [1.  1.5]]`; rank 0 is the bare value.
/// Of more than 1000 elements only three at each end of an axis are shown, and only those are copied to the host. An
/// expression is evaluated first. Blocks until the elements are there; CuPy's `str(a)`.
/// @throws out_of_memory, device_error, cuda_error; whatever the work before it failed with.
/// @note bfloat16, which NumPy does not know, follows the rules for its floating types, with 2 digits.
template <printable_on<on_device> Source>
[[nodiscard]] std::string to_string(const Source& source) {
    using T = value_t<typename Source::lazy_tree>;
    const detail::array_ref values = detail::values_of("to_string", source.as_expression());
    const detail::shown_ranges shown(values->extents());
    const detail::array_ref part = shown.is_cut() ? detail::take_ranges<T>("to_string", *values, shown.axes()) : values;
    const std::unique_ptr<T[]> elements(new T[static_cast<std::size_t>(part->extents().size())]);
    detail::copy_elements_to_host("to_string", part, elements.get());
    return detail::array_text(shown, elements.get());
}

/// Writes `to_string(source)`. A template, so that only who prints pays for `<ostream>`.
template <class Traits, printable_on<on_device> Source>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const Source& source) {
    return out << to_string(source);
}

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/array/print.inl.hpp")
