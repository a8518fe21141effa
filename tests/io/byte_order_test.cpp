// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/io/byte_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace {

using cushard::dtype;
using cushard::swap_byte_order;

constexpr dtype types[] = {dtype::bool_,    dtype::int8,    dtype::int16,   dtype::int32,     dtype::int64,
                           dtype::uint8,    dtype::uint16,  dtype::uint32,  dtype::uint64,    dtype::float16,
                           dtype::bfloat16, dtype::float32, dtype::float64, dtype::complex64, dtype::complex128};

std::vector<unsigned char> counted(std::size_t bytes) {
    std::vector<unsigned char> values(bytes);
    for (std::size_t i = 0; i < bytes; ++i) values[i] = static_cast<unsigned char>(i + 1);
    return values;
}

TEST(swap_byte_order, reverses_the_bytes_of_every_number_at_any_alignment) {
    for (dtype type : types)
        for (std::size_t count : {0u, 1u, 2u, 7u, 33u})
            for (std::size_t shift : {0u, 1u, 3u}) {
                const std::size_t bytes = count * itemsize(type);
                std::vector<unsigned char> data = counted(shift + bytes + 1);
                std::vector<unsigned char> expected = data;
                const std::size_t unit = cushard::number_bytes(type);
                for (std::size_t at = shift; at + unit <= shift + bytes; at += unit)
                    std::reverse(expected.begin() + static_cast<std::ptrdiff_t>(at),
                                 expected.begin() + static_cast<std::ptrdiff_t>(at + unit));
                swap_byte_order(data.data() + shift, bytes, type);
                ASSERT_EQ(data, expected) << name_of(type) << " " << count << " " << shift;
            }
}

TEST(swap_byte_order, keeps_the_parts_of_complex_numbers_in_their_places) {
    std::vector<unsigned char> data = counted(8);
    swap_byte_order(data.data(), data.size(), dtype::complex64);
    EXPECT_EQ(data, (std::vector<unsigned char>{4, 3, 2, 1, 8, 7, 6, 5}));
}

}  // namespace
