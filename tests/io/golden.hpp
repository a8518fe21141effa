// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Headers as NumPy 2.4.6 writes them (`numpy.lib.format.write_array`) on a little-endian machine.

#include "cushard/base/element.hpp"
#include "cushard/layout/shape.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace npy_tests {

using cushard::dtype;

struct golden_header {
    dtype type;
    bool swapped;
    bool fortran_order;
    cushard::shape extents;
    std::string_view dictionary;
    std::size_t bytes;  ///< of the whole header in version 1
};

// clang-format off
inline const golden_header golden_headers[] = {
    {dtype::bool_, false, false, {3, 4}, "{'descr': '|b1', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::bool_, false, true, {3, 4}, "{'descr': '|b1', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::int8, false, false, {3, 4}, "{'descr': '|i1', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::int8, false, true, {3, 4}, "{'descr': '|i1', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::int16, false, false, {3, 4}, "{'descr': '<i2', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::int16, false, true, {3, 4}, "{'descr': '<i2', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::int16, true, false, {3, 4}, "{'descr': '>i2', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::int16, true, true, {3, 4}, "{'descr': '>i2', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::int32, false, false, {3, 4}, "{'descr': '<i4', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::int32, false, true, {3, 4}, "{'descr': '<i4', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::int32, true, false, {3, 4}, "{'descr': '>i4', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::int32, true, true, {3, 4}, "{'descr': '>i4', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::int64, false, false, {3, 4}, "{'descr': '<i8', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::int64, false, true, {3, 4}, "{'descr': '<i8', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::int64, true, false, {3, 4}, "{'descr': '>i8', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::int64, true, true, {3, 4}, "{'descr': '>i8', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::uint8, false, false, {3, 4}, "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::uint8, false, true, {3, 4}, "{'descr': '|u1', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::uint16, false, false, {3, 4}, "{'descr': '<u2', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::uint16, false, true, {3, 4}, "{'descr': '<u2', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::uint16, true, false, {3, 4}, "{'descr': '>u2', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::uint16, true, true, {3, 4}, "{'descr': '>u2', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::uint32, false, false, {3, 4}, "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::uint32, false, true, {3, 4}, "{'descr': '<u4', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::uint32, true, false, {3, 4}, "{'descr': '>u4', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::uint32, true, true, {3, 4}, "{'descr': '>u4', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::uint64, false, false, {3, 4}, "{'descr': '<u8', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::uint64, false, true, {3, 4}, "{'descr': '<u8', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::uint64, true, false, {3, 4}, "{'descr': '>u8', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::uint64, true, true, {3, 4}, "{'descr': '>u8', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::float16, false, false, {3, 4}, "{'descr': '<f2', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::float16, false, true, {3, 4}, "{'descr': '<f2', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::float16, true, false, {3, 4}, "{'descr': '>f2', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::float16, true, true, {3, 4}, "{'descr': '>f2', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::float32, false, false, {3, 4}, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::float32, false, true, {3, 4}, "{'descr': '<f4', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::float32, true, false, {3, 4}, "{'descr': '>f4', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::float32, true, true, {3, 4}, "{'descr': '>f4', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::float64, false, false, {3, 4}, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::float64, false, true, {3, 4}, "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::float64, true, false, {3, 4}, "{'descr': '>f8', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::float64, true, true, {3, 4}, "{'descr': '>f8', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::complex64, false, false, {3, 4}, "{'descr': '<c8', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::complex64, false, true, {3, 4}, "{'descr': '<c8', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::complex64, true, false, {3, 4}, "{'descr': '>c8', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::complex64, true, true, {3, 4}, "{'descr': '>c8', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::complex128, false, false, {3, 4}, "{'descr': '<c16', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::complex128, false, true, {3, 4}, "{'descr': '<c16', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::complex128, true, false, {3, 4}, "{'descr': '>c16', 'fortran_order': False, 'shape': (3, 4), }", 128},
    {dtype::complex128, true, true, {3, 4}, "{'descr': '>c16', 'fortran_order': True, 'shape': (3, 4), }", 128},
    {dtype::float32, false, false, {}, "{'descr': '<f4', 'fortran_order': False, 'shape': (), }", 128},
    {dtype::float32, false, false, {0}, "{'descr': '<f4', 'fortran_order': False, 'shape': (0,), }", 128},
    {dtype::float32, false, false, {5}, "{'descr': '<f4', 'fortran_order': False, 'shape': (5,), }", 128},
    {dtype::float32, false, false, {1}, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", 128},
    {dtype::float32, false, true, {2, 3, 4}, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3, 4), }", 128},
    {dtype::float32, false, false, {123456789, 7}, "{'descr': '<f4', 'fortran_order': False, 'shape': (123456789, 7), }", 128},
    {dtype::float32, false, true, {123456789, 7}, "{'descr': '<f4', 'fortran_order': True, 'shape': (123456789, 7), }", 128},
    {dtype::float32, false, false, {1, 2, 3, 4, 5, 6, 7, 8}, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2, 3, 4, 5, 6, 7, 8), }", 128},
    {dtype::float32, false, false, {1152921504606846976, 1, 1}, "{'descr': '<f4', 'fortran_order': False, 'shape': (1152921504606846976, 1, 1), }", 128},
    {dtype::float32, false, false, {2305843009213693952}, "{'descr': '<f4', 'fortran_order': False, 'shape': (2305843009213693952,), }", 128},
    {dtype::float32, false, false, {0, 4611686018427387904}, "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4611686018427387904), }", 128},
    {dtype::float32, false, false, {1000000000, 1, 1000000000, 1, 1, 1, 1}, "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000, 1, 1000000000, 1, 1, 1, 1), }", 128},
    {dtype::float32, false, true, {1000, 1000, 1000, 1000, 1000, 100, 10, 1}, "{'descr': '<f4', 'fortran_order': True, 'shape': (1000, 1000, 1000, 1000, 1000, 100, 10, 1), }", 128},
};
// clang-format on

/// A header of any version around a dictionary: `bytes` in all, filled up with blanks and a line's end.
inline std::string header_bytes(int version, std::string_view dictionary, std::size_t bytes) {
    const std::size_t length_bytes = version == 1 ? 2 : 4;
    const std::size_t length = bytes - 8 - length_bytes;
    std::string result = "\x93NUMPY";
    result += {static_cast<char>(version), '\0'};
    for (std::size_t i = 0; i < length_bytes; ++i) result += static_cast<char>((length >> (8 * i)) & 0xff);
    result += dictionary;
    result.append(bytes - 1 - result.size(), ' ');
    return result + '\n';
}

}  // namespace npy_tests
