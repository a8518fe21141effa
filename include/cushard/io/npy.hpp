// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// NumPy's files to and from arrays of one device, in pieces, so that the host never holds a large array whole. Layer:
// io.

#include "cushard/array/device_array.hpp"
#include "cushard/array/values.hpp"
#include "cushard/io/byte_order.hpp"
#include "cushard/io/npy_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The most bytes of an array that stand in host memory at once, unless one element is larger.
inline constexpr std::size_t npy_piece_bytes = std::size_t{4} << 20;

/// The elements of pieces that long.
template <class T>
inline constexpr std::size_t npy_piece = npy_piece_bytes / sizeof(T);

/// What `read_npy_elements` does for a file of `Stored`; `bytes` is scratch memory.
template <class T, class Stored>
void convert_npy_elements(const npy_reader& reader, T* to, std::size_t first, std::size_t count, std::byte* bytes) {
    // A file may hold any byte where NumPy expects a bool: nonzero is true.
    using read_as = std::conditional_t<std::is_same_v<Stored, bool>, unsigned char, Stored>;
    reader.read(bytes, count * sizeof(Stored), first * sizeof(Stored));
    if (reader.header().swapped) swap_byte_order(bytes, count * sizeof(Stored), reader.header().type);
    for (std::size_t i = 0; i < count; ++i) {
        read_as value;
        std::memcpy(&value, bytes + i * sizeof(read_as), sizeof(read_as));
        if constexpr (std::is_same_v<Stored, bool>) {
            to[i] = convert<T>(value != 0);
        } else {
            to[i] = convert<T>(value);
        }
    }
}

/// Reads `count` elements from the `first` on, in the file's axis order, as `T`.
template <class T>
void read_npy_elements(const npy_reader& reader, T* to, std::size_t first, std::size_t count, std::byte* bytes) {
    const auto read = [&]<class Stored>(Stored) { convert_npy_elements<T, Stored>(reader, to, first, count, bytes); };
    switch (reader.header().type) {
        case dtype::bool_:
            return read(bool{});
        case dtype::int8:
            return read(std::int8_t{});
        case dtype::int16:
            return read(std::int16_t{});
        case dtype::int32:
            return read(std::int32_t{});
        case dtype::int64:
            return read(std::int64_t{});
        case dtype::uint8:
            return read(std::uint8_t{});
        case dtype::uint16:
            return read(std::uint16_t{});
        case dtype::uint32:
            return read(std::uint32_t{});
        case dtype::uint64:
            return read(std::uint64_t{});
        case dtype::float16:
            return read(half{});
        case dtype::bfloat16:
            return read(bfloat16{});
        case dtype::float32:
            return read(float{});
        case dtype::float64:
            return read(double{});
        case dtype::complex64:
            return read(complex<float>{});
        case dtype::complex128:
            return read(complex<double>{});
    }
}

/// A new array on the current device with the elements that `read(to, first, count)` gives, in the file's axis order.
template <class T, class Read>
[[nodiscard]] device_array<T> load_npy_pieces(const npy_header& header, Read read) {
    const auto size = static_cast<std::size_t>(header.extents.size());
    const array_ref loaded = new_body("load_npy", header.extents, sizeof(T), device());
    const auto stage = std::make_unique_for_overwrite<T[]>(std::min(size, npy_piece<T>));
    for (std::size_t first = 0; first < size; first += npy_piece<T>) {
        const std::size_t count = std::min(size - first, npy_piece<T>);
        read(stage.get(), first, count);
        copy_from_host(loaded->memory(), first * sizeof(T), stage.get(), count * sizeof(T), "load_npy");
    }
    if (!header.fortran_order) return device_array<T>(loaded);
    const auto ordered = array_ref::adopt(new array_body(loaded->shared_storage(), f_contiguous(header.extents)));
    return device_array<T>(dense<T>("load_npy", ordered));
}

/// Copies `count` elements of C-contiguous memory, from the `first` on, into a file.
template <class T>
void write_npy_run(npy_writer& file, const array_body& source, std::size_t first, std::size_t count, T* stage) {
    const auto offset = static_cast<std::size_t>(source.layout().offset);
    for (std::size_t done = 0; done < count; done += npy_piece<T>) {
        const std::size_t piece = std::min(count - done, npy_piece<T>);
        copy_to_host(source.memory(), (offset + first + done) * sizeof(T), stage, piece * sizeof(T), "save_npy");
        file.write(stage, piece * sizeof(T));
    }
}

/// The header of a file in C order and this machine's byte order.
template <element T>
[[nodiscard]] npy_header npy_header_of(const shape& extents) {
    return {dtype_of<T>, false, false, extents, 0};
}

}  // namespace detail

/// The array of a `.npy` file, on the current device and C-contiguous, whatever byte and axis order the file has;
/// NumPy's `load`. Blocks until the file is read; no memory is taken before its header is known to be right.
/// @throws dtype_error unless the file holds elements of type `T`: `load_npy_as` converts.
/// @throws io_error if the file cannot be read, is malformed or too short; out_of_memory.
template <element T>
[[nodiscard]] device_array<T> load_npy(const std::string& path) {
    const npy_reader reader(path);
    const npy_header& header = reader.header();
    if (header.type != dtype_of<T>) {
        throw dtype_error("load_npy: " + path + " holds " + name_of(header.type) + ": expected " +
                          name_of(dtype_of<T>) + "; load_npy_as converts");
    }
    return detail::load_npy_pieces<T>(header, [&](T* to, std::size_t first, std::size_t count) {
        if constexpr (std::is_same_v<T, bool>) {
            const auto bytes = std::make_unique_for_overwrite<std::byte[]>(count);
            detail::convert_npy_elements<bool, bool>(reader, to, first, count, bytes.get());
        } else {
            reader.read(to, count * sizeof(T), first * sizeof(T));
            if (header.swapped) swap_byte_order(to, count * sizeof(T), header.type);
        }
    });
}

/// As `load_npy`, of a file of any element type; the values convert to `T` as `convert` does, NumPy's
/// `load(path).astype(T)`.
/// @throws dtype_error for elements that cushard does not have; io_error, out_of_memory.
template <element T>
[[nodiscard]] device_array<T> load_npy_as(const std::string& path) {
    const npy_reader reader(path);
    const auto size = static_cast<std::size_t>(reader.header().extents.size());
    const auto bytes = std::make_unique_for_overwrite<std::byte[]>(std::min(size, detail::npy_piece<T>) *
                                                                   itemsize(reader.header().type));
    return detail::load_npy_pieces<T>(reader.header(), [&](T* to, std::size_t first, std::size_t count) {
        detail::read_npy_elements(reader, to, first, count, bytes.get());
    });
}

/// Writes an array, a view, or an expression, which is evaluated first, to a `.npy` file in C order; NumPy's `save`,
/// but the path is taken as it is. The file is replaced whole or not at all. Blocks until it is on the disk.
/// @throws dtype_error for bfloat16, which NumPy's format cannot name: then nothing is evaluated or written.
/// @throws io_error with the path and the system's reason; what the work before it failed with.
template <device_operand Source>
requires element<value_t<typename Source::lazy_tree>>
void save_npy(const std::string& path, const Source& source) {
    using T = value_t<typename Source::lazy_tree>;
    const auto value = source.as_expression();
    const npy_header header = detail::npy_header_of<T>(value.extents());
    (void)format_npy_header(header);
    const detail::array_ref values = detail::dense<T>("save_npy", detail::values_of("save_npy", value));
    const auto size = static_cast<std::size_t>(header.extents.size());
    const auto stage = std::make_unique_for_overwrite<T[]>(std::min(size, detail::npy_piece<T>));
    npy_writer file(path, header);
    detail::write_npy_run(file, *values, 0, size, stage.get());
    file.commit();
}

}  // namespace v0
}  // namespace cushard
