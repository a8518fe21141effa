// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Sharded arrays to NumPy's files: the bytes are those of the same array on one device. Layer: pool.

#include "cushard/io/npy.hpp"
#include "cushard/pool/pool_copy.hpp"
#include "cushard/pool/values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Writes rows that are longer than a piece, each part's run by itself.
template <class T>
void write_npy_long_rows(npy_writer& file, const pool_body& source, index_t rows) {
    const shard_layout& layout = source.layout();
    const auto stage = std::make_unique_for_overwrite<T[]>(npy_piece<T>);
    for (index_t row = 0; row < rows; ++row) {
        for (int i = 0; i < layout.pool().size(); ++i) {
            const auto length = static_cast<std::size_t>(runs_of(layout, i).length);
            write_npy_run(file, *source.part(i), static_cast<std::size_t>(row) * length, length, stage.get());
        }
    }
}

/// Writes so many rows at a time as fit into a piece, put together on the host.
template <class T>
void write_npy_short_rows(npy_writer& file, const pool_body& source, index_t rows, std::size_t pitch) {
    const shard_layout& layout = source.layout();
    const auto at_once = std::min(static_cast<std::size_t>(rows), npy_piece<T> / pitch);
    const auto stage = std::make_unique_for_overwrite<T[]>(at_once * pitch);
    const auto packed = std::make_unique_for_overwrite<T[]>(at_once * pitch);
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); row += at_once) {
        const std::size_t count = std::min(at_once, static_cast<std::size_t>(rows) - row);
        for (int i = 0; i < layout.pool().size(); ++i) {
            const part_runs runs = runs_of(layout, i);
            const auto length = static_cast<std::size_t>(runs.length);
            const array_body& part = *source.part(i);
            const auto first = static_cast<std::size_t>(part.layout().offset) + row * length;
            copy_to_host(part.memory(), first * sizeof(T), packed.get(), count * length * sizeof(T), "save_npy");
            for (std::size_t r = 0; r < count; ++r) {
                std::memcpy(stage.get() + r * pitch + static_cast<std::size_t>(runs.start), packed.get() + r * length,
                            length * sizeof(T));
            }
        }
        file.write(stage.get(), count * pitch * sizeof(T));
    }
}

}  // namespace detail

/// Writes a sharded array, or an expression of them, to a `.npy` file; as `save_npy` of an array. The elements come to
/// the host piece by piece; no device holds more than its part.
/// @throws dtype_error for bfloat16: then nothing is evaluated or written; io_error; device_error if layouts differ.
template <pool_operand Source>
requires element<value_t<typename Source::lazy_tree>>
void save_npy(const std::string& path, const Source& source) {
    using T = value_t<typename Source::lazy_tree>;
    const auto value = source.as_expression();
    const npy_header header = detail::npy_header_of<T>(value.extents());
    (void)format_npy_header(header);
    const detail::pool_ref values = detail::values_on_pool("save_npy", value);
    npy_writer file(path, header);
    if (header.extents.size() != 0) {
        const shard_layout& layout = values->layout();
        const detail::part_runs runs = detail::runs_of(layout, 0);
        if (layout.is_replicated()) {
            const auto size = static_cast<std::size_t>(header.extents.size());
            const auto stage = std::make_unique_for_overwrite<T[]>(std::min(size, detail::npy_piece<T>));
            detail::write_npy_run(file, *values->part(0), 0, size, stage.get());
        } else if (const auto pitch = static_cast<std::size_t>(runs.pitch); pitch > detail::npy_piece<T>) {
            detail::write_npy_long_rows<T>(file, *values, runs.count);
        } else {
            detail::write_npy_short_rows<T>(file, *values, runs.count, pitch);
        }
    }
    file.commit();
}

}  // namespace v0
}  // namespace cushard
