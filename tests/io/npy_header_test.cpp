// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/io/npy_header.hpp"

#include "cushard/base/error.hpp"

#include "golden.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace {

using cushard::dtype;
using cushard::format_npy_header;
using cushard::index_t;
using cushard::npy_header;
using cushard::shape;
using npy_tests::golden_headers;
using npy_tests::header_bytes;

constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

npy_header parse(std::string_view file, std::uint64_t file_size) {
    return cushard::parse_npy_header(std::as_bytes(std::span(file)), file_size, "read");
}

/// The text of the `Error` that reading the file throws.
template <class Error>
std::string refusal(std::string_view file, std::uint64_t file_size) {
    try {
        parse(file, file_size);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing thrown";
}

std::string malformed(std::string_view dictionary) {
    return refusal<cushard::io_error>(header_bytes(1, dictionary, 512), endless);
}

std::string unsupported(std::string_view descr) {
    const std::string dictionary = "{'descr': " + std::string(descr) + ", 'fortran_order': False, 'shape': (3,), }";
    return refusal<cushard::dtype_error>(header_bytes(1, dictionary, 512), endless);
}

std::string with_shape(std::string_view extents) {
    return "{'descr': '<f4', 'fortran_order': False, 'shape': " + std::string(extents) + ", }";
}

TEST(format_npy_header, gives_the_bytes_that_numpy_gives) {
    for (const auto& golden : golden_headers)
        EXPECT_EQ(format_npy_header({golden.type, golden.swapped, golden.fortran_order, golden.extents, 0}),
                  header_bytes(1, golden.dictionary, golden.bytes));
}

TEST(format_npy_header, gives_these_bytes_for_two_rows_of_three_doubles) {
    using namespace std::string_view_literals;
    EXPECT_EQ(format_npy_header({dtype::float64, false, false, {2, 3}, 0}),
              "\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"
              "                                                          \n"sv);
}

TEST(format_npy_header, ends_at_a_multiple_of_64) {
    for (index_t extent = 1; extent < std::numeric_limits<index_t>::max() / 10; extent *= 10)
        EXPECT_EQ(format_npy_header({dtype::int8, false, true, {extent, 1, 1}, 0}).size() % 64, 0u);
}

TEST(format_npy_header, refuses_bfloat16) {
    EXPECT_THROW(format_npy_header({dtype::bfloat16, false, false, {3}, 0}), cushard::dtype_error);
}

TEST(parse_npy_header, reads_every_type_order_and_version) {
    for (const auto& golden : golden_headers)
        for (int version : {1, 2, 3}) {
            const npy_header found = parse(header_bytes(version, golden.dictionary, golden.bytes), endless);
            EXPECT_EQ(found.type, golden.type) << golden.dictionary;
            EXPECT_EQ(found.swapped, golden.swapped) << golden.dictionary;
            EXPECT_EQ(found.fortran_order, golden.fortran_order) << golden.dictionary;
            EXPECT_EQ(found.extents, golden.extents) << golden.dictionary;
            EXPECT_EQ(found.data_offset, golden.bytes) << golden.dictionary;
        }
}

TEST(parse_npy_header, takes_keys_in_any_order_either_quotes_and_no_blanks) {
    const npy_header found =
        parse(header_bytes(1, R"({"shape":(3L,4L,),"fortran_order":True,"descr":"|u1"})", 128), endless);
    EXPECT_EQ(found.type, dtype::uint8);
    EXPECT_TRUE(found.fortran_order);
    EXPECT_EQ(found.extents, shape({3, 4}));
}

TEST(parse_npy_header, takes_a_header_without_padding_and_an_old_one_padded_to_16) {
    const std::string_view dictionary = "{'descr': '<i8', 'fortran_order': False, 'shape': (7,)}";
    EXPECT_EQ(parse(header_bytes(1, dictionary, dictionary.size() + 11), endless).data_offset, dictionary.size() + 11);
    EXPECT_EQ(parse(header_bytes(1, dictionary, 80), endless).data_offset, 80u);
}

TEST(parse_npy_header, takes_a_file_of_exactly_the_bytes_needed_and_one_with_more) {
    const std::string start = format_npy_header({dtype::complex128, false, false, {3, 5}, 0});
    const std::uint64_t whole = start.size() + 3 * 5 * 16;
    EXPECT_EQ(parse(start, whole).data_bytes(), 240u);
    EXPECT_NO_THROW(parse(start, whole + 1));
    EXPECT_EQ(refusal<cushard::io_error>(start, whole - 1),
              "read: [3, 5] of complex128 from byte 128 on, but the file ends at byte 367");
    EXPECT_THROW(parse(start, start.size()), cushard::io_error);
}

TEST(parse_npy_header, takes_a_file_without_elements) {
    for (const shape& extents : {shape{0}, shape{3, 0}, shape{0, 0, 0}}) {
        const std::string start = format_npy_header({dtype::float64, false, false, extents, 0});
        EXPECT_EQ(parse(start, start.size()).extents, extents);
    }
}

TEST(parse_npy_header, refuses_a_shape_larger_than_the_file_before_anything_is_allocated) {
    const std::string start = format_npy_header({dtype::float64, false, false, {index_t{1} << 61, 3}, 0});
    EXPECT_EQ(refusal<cushard::io_error>(start, 1000),
              "read: [2305843009213693952, 3] of float64 from byte 128 on, but the file ends at byte 1000");
    // 2^61 * 8 bytes is 0 in 64 bits.
    EXPECT_THROW(parse(format_npy_header({dtype::float64, false, false, {index_t{1} << 61}, 0}), 1000),
                 cushard::io_error);
}

TEST(parse_npy_header, refuses_every_truncation) {
    for (int version : {1, 2, 3}) {
        const std::string whole = header_bytes(version, with_shape("(1,)"), 128) + "abcd";
        EXPECT_NO_THROW(parse(whole, whole.size()));
        for (std::size_t bytes = 0; bytes < whole.size(); ++bytes)
            EXPECT_THROW(parse(whole.substr(0, bytes), bytes), cushard::io_error) << bytes;
    }
}

TEST(parse_npy_header, says_where_the_magic_differs) {
    EXPECT_EQ(refusal<cushard::io_error>("PK\x03\x04", 100), "read: not a NumPy file: byte 0 is 80, expected 147");
    EXPECT_EQ(refusal<cushard::io_error>("\x93NUMPZ\x01", 100), "read: not a NumPy file: byte 5 is 90, expected 89");
    EXPECT_EQ(refusal<cushard::io_error>("", 0), "read: the file ends at byte 0, inside the header's first 8");
}

TEST(parse_npy_header, refuses_versions_that_it_does_not_know) {
    using namespace std::string_view_literals;
    for (std::string_view start : {"\x93NUMPY\x00\x00"sv, "\x93NUMPY\x04\x00"sv, "\x93NUMPY\xff\x00"sv})
        EXPECT_THROW(parse(std::string(start) + std::string(100, ' '), 108), cushard::io_error);
    EXPECT_EQ(refusal<cushard::io_error>("\x93NUMPY\x01\x01v\x00"sv, 200),
              "read: version 1.1 of NumPy's format, expected 1.0, 2.0 or 3.0");
}

TEST(parse_npy_header, refuses_a_header_longer_than_the_file_or_than_any_should_be) {
    using namespace std::string_view_literals;
    EXPECT_EQ(refusal<cushard::io_error>("\x93NUMPY\x01\x00\xff\xff"sv, 200),
              "read: the header says that it ends at byte 65545, but the file has 200");
    EXPECT_EQ(refusal<cushard::io_error>("\x93NUMPY\x02\x00\xff\xff\xff\xff"sv, 200),
              "read: the header says that it ends at byte 4294967307, but the file has 200");
    EXPECT_EQ(refusal<cushard::io_error>("\x93NUMPY\x03\x00\xff\xff\xff\xff"sv, endless),
              "read: a header of 4294967295 bytes, expected at most 1048576");
}

TEST(parse_npy_header, names_the_type_that_it_does_not_have) {
    const std::string expected =
        " is not supported: expected a boolean, integers, floats or complex numbers of NumPy's "
        "fixed sizes";
    EXPECT_EQ(unsupported("'|O'"), "read: dtype '|O'" + expected);
    EXPECT_EQ(unsupported("[('x', '<f4'), ('y', [('z', '<i2', (3,))])]"),
              "read: dtype [('x', '<f4'), ('y', [('z', '<i2', (3,))])]" + expected);
    EXPECT_EQ(unsupported("[('br]ket', '<f4')]"), "read: dtype [('br]ket', '<f4')]" + expected);
    EXPECT_EQ(unsupported("('<f4', (2,))"), "read: dtype ('<f4', (2,))" + expected);
    EXPECT_EQ(unsupported("[('\xc3\xa9', '<f4')]"), "read: dtype [('\?\?', '<f4')]" + expected);
    for (std::string_view descr :
         {"'|S5'", "'<U3'", "'|V2'", "'<M8[ns]'", "'<m8[s]'", "'<f16'", "'<c32'", "'<f3'",   "'<i16'", "''",
          "'<'",   "'f'",   "'f4'",  "'|f4'",     "'=f4'",    "'<b2'",  "'<f4 '", "'<f4f4'", "'>>f4'", "'float32'"})
        EXPECT_EQ(unsupported(descr), "read: dtype " + std::string(descr) + expected);
}

TEST(parse_npy_header, cuts_a_long_type_short_in_the_message) {
    EXPECT_LT(unsupported("'" + std::string(400, 'x') + "'").size(), 250u);
}

TEST(parse_npy_header, survives_deep_nesting) {
    const std::string deep(500000, '[');
    EXPECT_EQ(refusal<cushard::io_error>(header_bytes(2, "{'descr': " + deep, 600000), endless),
              "read: byte 600000 of the header: a list without an end");
    const std::string closed = deep + std::string(500000, ']');
    EXPECT_THROW(parse(header_bytes(2, "{'descr': " + closed, 1000100), endless), cushard::dtype_error);
    EXPECT_THROW(parse(header_bytes(2, with_shape(std::string(500000, '(')), 600000), endless), cushard::io_error);
    EXPECT_THROW(parse(header_bytes(2, std::string(500000, '{'), 600000), endless), cushard::io_error);
}

TEST(parse_npy_header, says_what_is_malformed_and_at_which_byte) {
    EXPECT_EQ(malformed(""), "read: byte 512 of the header: the end of the header, expected '{'");
    EXPECT_EQ(malformed("[]"), "read: byte 10 of the header: '[', expected '{'");
    EXPECT_EQ(malformed("{}"), "read: byte 12 of the header: no key 'descr'");
    EXPECT_EQ(malformed("{'descr': '<f4', 'shape': (3,)}"), "read: byte 41 of the header: no key 'fortran_order'");
    EXPECT_EQ(malformed("{'descr': '<f4', 'fortran_order': False}"), "read: byte 50 of the header: no key 'shape'");
    EXPECT_EQ(malformed("{'descr': '<f4', 'descr': '<f8'}"),
              "read: byte 27 of the header: key 'descr' a second time, expected 'descr', 'fortran_order', 'shape' once "
              "each");
    EXPECT_EQ(malformed("{'colour': 'red'}"),
              "read: byte 11 of the header: key 'colour', expected 'descr', 'fortran_order', 'shape' once each");
    EXPECT_EQ(malformed("{'descr' '<f4'}"), "read: byte 19 of the header: ''', expected ':'");
    EXPECT_EQ(malformed("{'descr': '<f4' 'shape': ()}"), "read: byte 26 of the header: ''', expected '}'");
    EXPECT_EQ(malformed("{'descr': 5}"), "read: byte 20 of the header: '5', expected a string");
    EXPECT_EQ(malformed("{'descr': '<f4}"), "read: byte 20 of the header: a string without an end");
    EXPECT_EQ(malformed("{'d\\x65scr': '<f4'}"),
              "read: byte 11 of the header: a string with bytes other than plain ASCII");
    EXPECT_EQ(malformed("{'d\xe9scr': '<f4'}"),
              "read: byte 11 of the header: a string with bytes other than plain ASCII");
    EXPECT_EQ(malformed("{'fortran_order': 0}"), "read: byte 28 of the header: '0', expected True or False");
    EXPECT_EQ(malformed(with_shape("()") + " x"),
              "read: byte 66 of the header: 'x' after the dictionary, expected blanks");
    EXPECT_EQ(malformed(with_shape("()") + "{}"),
              "read: byte 65 of the header: '{' after the dictionary, expected blanks");
}

TEST(parse_npy_header, refuses_what_is_no_shape) {
    const std::string at = "read: byte 61 of the header: ";
    EXPECT_EQ(malformed(with_shape("(-1,)")), at + "a negative extent");
    EXPECT_EQ(malformed(with_shape("(x,)")), at + "'x', expected a number");
    EXPECT_EQ(malformed(with_shape("(,)")), at + "',', expected a number");
    EXPECT_EQ(malformed(with_shape("(3)")),
              "read: byte 62 of the header: ')', expected ',': the shape of one axis is a "
              "tuple");
    EXPECT_EQ(malformed(with_shape("(3, 4")), "read: byte 67 of the header: '}', expected a number");
    EXPECT_EQ(malformed(with_shape("[3, 4]")), "read: byte 60 of the header: '[', expected '('");
    EXPECT_EQ(malformed(with_shape("(3.0, 4)")),
              "read: byte 62 of the header: '.', expected ',': the shape of one axis "
              "is a tuple");
    EXPECT_EQ(malformed(with_shape("(3, 4.5)")), "read: byte 65 of the header: '.', expected ')'");
    EXPECT_EQ(malformed(with_shape("(1, 1, 1, 1, 1, 1, 1, 1, 1)")),
              "read: byte 85 of the header: a shape of more than 8 axes");
    EXPECT_EQ(malformed(with_shape("(9223372036854775808,)")),
              "read: byte 79 of the header: an extent of more than 63 bits");
    EXPECT_EQ(malformed(with_shape("(99999999999999999999999999,)")),
              "read: byte 79 of the header: an extent of more than 63 bits");
    // cupy#5737: the product is 2^64 + 4.
    EXPECT_EQ(malformed(with_shape("(2, 2, 5, 5581, 8681, 49477, 384773)")),
              "read: byte 96 of the header: shape [2, 2, 5, 5581, 8681, 49477, 384773] has too many elements");
    EXPECT_THROW(parse(header_bytes(1, with_shape("(0, 4294967296, 4294967296)"), 128), endless), cushard::io_error);
    EXPECT_THROW(parse(header_bytes(3, with_shape("(3L,)"), 128), endless), cushard::io_error);
}

TEST(parse_npy_header, answers_every_mutation_of_a_header_with_a_header_or_an_error) {
    std::mt19937 engine(20261130);
    const auto below = [&](std::size_t bound) {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(engine);
    };
    constexpr std::string_view pieces[] = {"(",    ")",  "[",    "]",     "{",       "}",        "'",   "\"",
                                           ",",    ":",  " ",    "\n",    "\\",      "\xff",     "-1",  "0",
                                           "L",    "<",  ">",    "|O",    "True",    "False",    "9",   "99999999999",
                                           "'f4'", "(,", "()))", "descr", "'shape'", "'descr':", "c16", "0x10"};
    int accepted = 0;
    int refused = 0;
    for (int trial = 0; trial < 100000; ++trial) {
        const auto& golden = golden_headers[below(std::size(golden_headers))];
        std::string file =
            header_bytes(static_cast<int>(1 + below(3)), golden.dictionary, golden.bytes) + std::string(96, '\1');
        for (std::size_t change = 0, changes = 1 + below(4); change < changes && !file.empty(); ++change) {
            // Half of the changes hit the dictionary, where most is to be broken.
            const std::size_t at = below(below(2) == 0 ? file.size() : std::min<std::size_t>(file.size(), 80));
            switch (below(7)) {
                case 0:
                    file[at] = static_cast<char>(below(256));
                    break;
                case 1:
                    file[at] = static_cast<char>(file[at] ^ (1 << below(8)));
                    break;
                case 2:
                    file.insert(at, pieces[below(std::size(pieces))]);
                    break;
                case 3:
                    file.erase(at, 1 + below(8));
                    break;
                case 4:
                    file.insert(at, file.substr(below(file.size()), below(40)));
                    break;
                case 5:
                    file.replace(at, 1 + below(4), pieces[below(std::size(pieces))]);
                    break;
                case 6:
                    file.resize(at);
                    break;
            }
        }
        // A copy that ends where the file ends, so that a sanitizer sees any byte read beyond.
        const std::vector<char> exact(file.begin(), file.end());
        try {
            const npy_header found = parse(std::string_view(exact.data(), exact.size()), exact.size());
            ASSERT_LE(found.data_offset + found.data_bytes(), exact.size());
            ++accepted;
        } catch (const cushard::io_error&) {
            ++refused;
        } catch (const cushard::dtype_error&) {
            ++refused;
        }
    }
    EXPECT_GT(accepted, 100);
    EXPECT_GT(refused, 50000);
}

TEST(npy_header_bytes, is_told_by_the_first_twelve_bytes) {
    for (int version : {1, 2, 3}) {
        const std::string whole = header_bytes(version, with_shape("(1,)"), 192);
        const auto start = std::as_bytes(std::span(whole)).first(cushard::npy_preamble_bytes);
        EXPECT_EQ(cushard::npy_header_bytes(start, endless, "read"), 192u);
    }
}

}  // namespace
