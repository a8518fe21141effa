// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The header of NumPy's file format (NEP 1): what stands before the elements. Reading trusts nothing: a header comes
// from anywhere, and is checked against the size of the file before memory is taken. No files and no devices here.
// Layer: io.

#include "cushard/base/config.hpp"
#include "cushard/base/element.hpp"
#include "cushard/base/error.hpp"
#include "cushard/layout/shape.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// What a `.npy` file says about its elements.
struct npy_header {
    dtype type = dtype::float64;
    bool swapped = false;        ///< the elements have the other byte order than this machine
    bool fortran_order = false;  ///< the first axis runs fastest
    shape extents;
    std::size_t data_offset = 0;  ///< the byte of the file at which the elements start

    /// The bytes of the elements; they fit in 64 bits for every header of a file.
    [[nodiscard]] std::uint64_t data_bytes() const noexcept {
        return static_cast<std::uint64_t>(extents.size()) * itemsize(type);
    }
};

namespace detail {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// No header of an array with a plain dtype comes near; a larger one is an attack or not a header.
inline constexpr std::uint64_t npy_longest_header = 1 << 20;

struct npy_type {
    std::string_view code;
    dtype type;
};

/// NumPy's type codes without the byte order.
inline constexpr npy_type npy_types[] = {
    {"b1", dtype::bool_},     {"i1", dtype::int8},        {"i2", dtype::int16},   {"i4", dtype::int32},
    {"i8", dtype::int64},     {"u1", dtype::uint8},       {"u2", dtype::uint16},  {"u4", dtype::uint32},
    {"u8", dtype::uint64},    {"f2", dtype::float16},     {"f4", dtype::float32}, {"f8", dtype::float64},
    {"c8", dtype::complex64}, {"c16", dtype::complex128},
};

/// Text out of a file, fit for a message.
inline std::string printable(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string result(text.substr(0, longest));
    for (char& c : result)
        if (c < ' ' || c > '~') c = '?';
    return text.size() > longest ? result + "..." : result;
}

/// Reads the dictionary of a header: the part of Python's literals that NumPy writes, without recursion.
class npy_parser {
public:
    /// @param first  the byte of the file at which `text` starts, for messages
    npy_parser(std::string_view text, std::size_t first, int version, const std::string& where)
        : text_(text), first_(first), version_(version), where_(where) {}

    npy_header dictionary() {
        npy_header result;
        bool has_type = false;
        bool has_order = false;
        bool has_shape = false;
        expect('{');
        while (!accept('}')) {
            const std::size_t start = at_;
            const std::string_view key = quoted();
            expect(':');
            if (key == "descr" && !has_type) {
                has_type = true;
                type(result);
            } else if (key == "fortran_order" && !has_order) {
                has_order = true;
                result.fortran_order = boolean();
            } else if (key == "shape" && !has_shape) {
                has_shape = true;
                result.extents = extents();
            } else {
                at_ = start;
                const bool twice = key == "descr" || key == "fortran_order" || key == "shape";
                refuse("key '" + printable(key) + (twice ? "' a second time" : "'") +
                       ", expected 'descr', 'fortran_order', 'shape' once each");
            }
            if (accept(',')) continue;
            expect('}');
            break;
        }
        if (!has_type) refuse("no key 'descr'");
        if (!has_order) refuse("no key 'fortran_order'");
        if (!has_shape) refuse("no key 'shape'");
        skip_blanks();
        if (at_ != text_.size()) refuse(next() + " after the dictionary, expected blanks");
        return result;
    }

private:
    [[noreturn]] void refuse(const std::string& met) const {
        throw io_error(where_ + ": byte " + std::to_string(first_ + at_) + " of the header: " + met);
    }
    [[noreturn]] void refuse_type(std::string_view descr) const {
        throw dtype_error(where_ + ": dtype " + printable(descr) +
                          " is not supported: expected a boolean, integers, floats or complex numbers of NumPy's fixed "
                          "sizes");
    }

    /// What stands at the cursor, for messages.
    [[nodiscard]] std::string next() const {
        return at_ < text_.size() ? "'" + printable(text_.substr(at_, 1)) + "'" : "the end of the header";
    }

    void skip_blanks() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
    }
    bool accept(char wanted) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }
    void expect(char wanted) {
        if (!accept(wanted)) refuse(next() + ", expected '" + wanted + "'");
    }
    bool accept_word(std::string_view wanted) {
        if (!text_.substr(at_).starts_with(wanted)) return false;
        at_ += wanted.size();
        return true;
    }

    /// A string without escapes, in either kind of quotes.
    std::string_view quoted() {
        skip_blanks();
        if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) refuse(next() + ", expected a string");
        const std::size_t start = at_ + 1;
        const std::size_t stop = text_.find(text_[at_], start);
        if (stop == std::string_view::npos) refuse("a string without an end");
        const std::string_view content = text_.substr(start, stop - start);
        const auto strange = [](char c) { return c < ' ' || c > '~' || c == '\\'; };
        if (std::ranges::any_of(content, strange)) refuse("a string with bytes other than plain ASCII");
        at_ = stop + 1;
        return content;
    }

    bool boolean() {
        skip_blanks();
        if (accept_word("True")) return true;
        if (accept_word("False")) return false;
        refuse(next() + ", expected True or False");
    }

    index_t number() {
        if (at_ < text_.size() && text_[at_] == '-') refuse("a negative extent");
        const std::size_t start = at_;
        index_t value = 0;
        while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
            if (__builtin_mul_overflow(value, index_t{10}, &value) ||
                __builtin_add_overflow(value, index_t{text_[at_] - '0'}, &value))
                refuse("an extent of more than 63 bits");
            ++at_;
        }
        if (at_ == start) refuse(next() + ", expected a number");
        // Python 2 wrote long integers as 3L.
        if (version_ < 3) accept_word("L");
        return value;
    }

    shape extents() {
        expect('(');
        std::array<index_t, max_rank> found{};
        std::size_t rank = 0;
        while (!accept(')')) {
            if (rank == found.size()) refuse("a shape of more than " + std::to_string(max_rank) + " axes");
            skip_blanks();
            found[rank++] = number();
            if (accept(',')) continue;
            if (rank == 1) refuse(next() + ", expected ',': the shape of one axis is a tuple");
            expect(')');
            break;
        }
        const std::span<const index_t> values(found.data(), rank);
        if (!product_fits(values)) refuse("shape " + bracketed(values) + " has too many elements");
        return values;
    }

    void type(npy_header& result) {
        skip_blanks();
        if (at_ < text_.size() && (text_[at_] == '[' || text_[at_] == '(')) refuse_type(nested());
        const std::size_t start = at_;
        const std::string_view descr = quoted();
        const auto known =
            std::ranges::find(npy_types, descr.substr(std::min<std::size_t>(descr.size(), 1)), &npy_type::code);
        const char order = descr.empty() ? ' ' : descr.front();
        if (known == std::end(npy_types) || std::string_view("<>|").find(order) == std::string_view::npos ||
            (order == '|' && itemsize(known->type) > 1))
            refuse_type(text_.substr(start, at_ - start));
        constexpr bool little = std::endian::native == std::endian::little;
        result.type = known->type;
        result.swapped = itemsize(known->type) > 1 && order == (little ? '>' : '<');
    }

    /// The text of a list or tuple with all that it holds: a structured dtype or that of a subarray.
    std::string_view nested() {
        const std::size_t start = at_;
        std::size_t depth = 0;
        char quote = '\0';
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (quote != '\0') {
                if (c == quote) quote = '\0';
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '[' || c == '(') {
                ++depth;
            } else if ((c == ']' || c == ')') && --depth == 0) {
                return text_.substr(start, ++at_ - start);
            }
        }
        refuse("a list without an end");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t first_;
    int version_;
    const std::string& where_;
};

/// The fixed part in front of the dictionary.
struct npy_preamble {
    int version = 1;
    std::size_t dictionary_offset = 0;
    std::size_t data_offset = 0;
};

inline npy_preamble parse_npy_preamble(std::span<const std::byte> prefix, std::uint64_t file_size,
                                       const std::string& where) {
    const auto byte_at = [&](std::size_t at) { return std::to_integer<std::uint32_t>(prefix[at]); };
    const std::size_t known = std::min(prefix.size(), npy_magic.size());
    for (std::size_t at = 0; at < known; ++at)
        if (byte_at(at) != static_cast<unsigned char>(npy_magic[at]))
            throw io_error(where + ": not a NumPy file: byte " + std::to_string(at) + " is " +
                           std::to_string(byte_at(at)) + ", expected " +
                           std::to_string(static_cast<unsigned char>(npy_magic[at])));
    const auto need = [&](std::size_t bytes) {
        if (std::min<std::uint64_t>(prefix.size(), file_size) < bytes)
            throw io_error(where + ": the file ends at byte " +
                           std::to_string(std::min<std::uint64_t>(prefix.size(), file_size)) +
                           ", inside the header's first " + std::to_string(bytes));
    };
    need(8);
    const auto major = byte_at(6);
    if (major < 1 || major > 3 || byte_at(7) != 0)
        throw io_error(where + ": version " + std::to_string(major) + "." + std::to_string(byte_at(7)) +
                       " of NumPy's format, expected 1.0, 2.0 or 3.0");
    const std::size_t length_bytes = major == 1 ? 2 : 4;
    need(8 + length_bytes);
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < length_bytes; ++i) length |= std::uint64_t{byte_at(8 + i)} << (8 * i);
    const std::uint64_t stop = 8 + length_bytes + length;
    if (stop > file_size)
        throw io_error(where + ": the header says that it ends at byte " + std::to_string(stop) +
                       ", but the file has " + std::to_string(file_size));
    if (length > npy_longest_header)
        throw io_error(where + ": a header of " + std::to_string(length) + " bytes, expected at most " +
                       std::to_string(npy_longest_header));
    return {static_cast<int>(major), 8 + length_bytes, static_cast<std::size_t>(stop)};
}

}  // namespace detail

/// The most bytes of a file that `npy_header_bytes` looks at.
inline constexpr std::size_t npy_preamble_bytes = 12;

/// The bytes of the whole header, told by the first `npy_preamble_bytes` of a file (fewer if it has fewer).
/// @throws io_error if this is no NumPy file, of an unknown version, or the header would be longer than the file.
inline std::size_t npy_header_bytes(std::span<const std::byte> prefix, std::uint64_t file_size,
                                    const std::string& where) {
    return detail::parse_npy_preamble(prefix, file_size, where).data_offset;
}

/// Reads the header at the start of `prefix`, which holds at least the whole header, or the whole file. `file_size` is
/// that of the file, which may hold more than the array (NumPy appends arrays to one file). `where` starts each
/// message, `load_npy: cannot read a.npy`.
/// @throws io_error for what is malformed, with the byte where it was met, or if the file is too short for the shape.
/// @throws dtype_error for elements that cushard does not have: structures, objects, strings, dates, long double.
inline npy_header parse_npy_header(std::span<const std::byte> prefix, std::uint64_t file_size,
                                   const std::string& where) {
    const detail::npy_preamble preamble = detail::parse_npy_preamble(prefix, file_size, where);
    if (prefix.size() < preamble.data_offset)
        throw io_error(where + ": the header is cut off at byte " + std::to_string(prefix.size()) + ", expected " +
                       std::to_string(preamble.data_offset));
    const std::string_view text(reinterpret_cast<const char*>(prefix.data()), preamble.data_offset);
    npy_header result =
        detail::npy_parser(text.substr(preamble.dictionary_offset), preamble.dictionary_offset, preamble.version, where)
            .dictionary();
    result.data_offset = preamble.data_offset;

    const auto count = static_cast<std::uint64_t>(result.extents.size());
    const std::uint64_t available = file_size - preamble.data_offset;
    if (count > available / itemsize(result.type))
        throw io_error(where + ": " + to_string(result.extents) + " of " + name_of(result.type) + " from byte " +
                       std::to_string(preamble.data_offset) + " on, but the file ends at byte " +
                       std::to_string(file_size));
    return result;
}

/// The bytes of a header, as NumPy writes it: version 1, which always fits here, padded with blanks so that the
/// elements start at a multiple of 64. Its `data_offset` is not read: it is the size of the result.
/// @throws dtype_error for bfloat16, which NumPy's format cannot name.
inline std::string format_npy_header(const npy_header& header) {
    const auto known = std::ranges::find(detail::npy_types, header.type, &detail::npy_type::type);
    if (known == std::end(detail::npy_types))
        throw dtype_error(std::string("save_npy: NumPy's format has no ") + name_of(header.type) +
                          ": convert to float32 first");
    constexpr bool little = std::endian::native == std::endian::little;
    const int rank = header.extents.rank();
    std::string text = "{'descr': '";
    text += itemsize(header.type) == 1 ? '|' : little != header.swapped ? '<' : '>';
    text += known->code;
    text += header.fortran_order ? "', 'fortran_order': True, 'shape': (" : "', 'fortran_order': False, 'shape': (";
    for (int axis = 0; axis < rank; ++axis)
        text += std::to_string(header.extents[axis]) + (axis + 1 < rank ? ", " : rank == 1 ? "," : "");
    text += "), }";
    // NumPy leaves room for the axis along which a file may grow to reach 21 digits.
    if (rank > 0) {
        const index_t growing = header.extents[header.fortran_order ? rank - 1 : 0];
        text.append(21 - std::to_string(growing).size(), ' ');
    }
    constexpr std::size_t preamble = 10;
    text.append(64 - (preamble + text.size() + 1) % 64, ' ');
    text += '\n';

    std::string bytes(detail::npy_magic);
    bytes += {'\1', '\0', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
    return bytes + text;
}

}  // namespace v0
}  // namespace cushard
