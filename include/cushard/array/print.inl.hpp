// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of print.hpp. Layer: array.

#include "cushard/array/format.hpp"
#include "cushard/array/print.hpp"
#include "cushard/base/span.hpp"

#include <cstddef>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
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
          format_({elements, static_cast<std::size_t>(extents_.size())}) {}

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

template <class T>
std::string array_text(const shown_ranges& shown, const T* elements) {
    const shape extents = shape_of(shown.axes());
    if (extents.size() == 0) return "[]";
    return extents.rank() == 0 ? scalar_text(elements[0]) : bracket_writer<T>(shown, elements).text();
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
