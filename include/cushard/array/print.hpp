// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Arrays as text, as NumPy 2 prints them. Layer: array.

#include "cushard/array/edges.hpp"
#include "cushard/array/format.hpp"
#include "cushard/array/values.hpp"

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// What has numbers or bools to print: arrays, views and expressions of element types, not of users' structs.
template <class Source, class Domain>
concept printable_on = operand_of<Source, Domain> && element<value_t<typename Source::lazy_tree>>;

namespace detail {

/// The most characters of a line; NumPy's `linewidth`.
inline constexpr std::size_t line_width = 75;

/// Writes the elements that are shown, row by row, in nested brackets.
template <class T>
class bracket_writer {
public:
    bracket_writer(const shown_ranges& shown, const T* elements)
        : shown_(shown),
          extents_(shape_of(shown.axes())),
          elements_(elements),
          format_(std::span(elements, static_cast<std::size_t>(extents_.size()))) {}

    [[nodiscard]] std::string text() { return brackets(0, " ", line_width); }

private:
    /// `indent` is that of lines after the first; `width` leaves room for the brackets that close behind.
    std::string brackets(int axis, const std::string& indent, std::size_t width) {
        return axis + 1 == extents_.rank() ? row(indent, width) : rows(axis, indent, width);
    }

    std::string rows(int axis, const std::string& indent, std::size_t width) {
        const std::string between = std::string(static_cast<std::size_t>(extents_.rank() - axis - 1), '\n') + indent;
        std::string out = "[";
        for (index_t i = 0; i < extents_[axis]; ++i) {
            if (i > 0) out += between;
            if (shown_.is_cut(axis) && i == edge_items) out += "..." + between;
            out += brackets(axis + 1, indent + ' ', width - 1);
        }
        return out + ']';
    }

    std::string row(const std::string& indent, std::size_t width) {
        const int axis = extents_.rank() - 1;
        std::string done = "[";
        std::string line;
        const auto add = [&](const std::string& word) {
            if (!line.empty() && indent.size() + line.size() + word.size() > width - 1) {
                done.append(line, 0, line.find_last_not_of(' ') + 1);
                done += '\n' + indent;
                line.clear();
            }
            line += word;
        };
        for (index_t i = 0; i < extents_[axis]; ++i) {
            if (shown_.is_cut(axis) && i == edge_items) {
                add("...");
                line += ' ';
            }
            add(format_(*elements_++));
            if (i + 1 < extents_[axis]) line += ' ';
        }
        return done + line + ']';
    }

    const shown_ranges& shown_;
    shape extents_;
    const T* elements_;
    element_format<T> format_;
};

/// The text of an array of shape `extents`; `fetch(ranges, target)` copies the elements shown, in C order, to the host.
template <class T, class Fetch>
[[nodiscard]] std::string array_text(const shape& extents, Fetch fetch) {
    if (extents.size() == 0) return "[]";
    const shown_ranges shown(extents);
    const auto elements = std::make_unique<T[]>(static_cast<std::size_t>(shape_of(shown.axes()).size()));
    fetch(shown, elements.get());
    return extents.rank() == 0 ? scalar_text(elements[0]) : bracket_writer<T>(shown, elements.get()).text();
}

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
    return detail::array_text<T>(values->extents(), [&](const detail::shown_ranges& shown, T* target) {
        const detail::array_ref part =
            shown.is_cut() ? detail::take_ranges<T>("to_string", *values, shown.axes()) : values;
        detail::copy_elements_to_host("to_string", part, target);
    });
}

/// Writes `to_string(source)`. A template, so that only who prints pays for `<ostream>`.
template <class Traits, printable_on<on_device> Source>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const Source& source) {
    return out << to_string(source);
}

}  // namespace v0
}  // namespace cushard
