// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Elements between big and little endian, in host memory. Layer: io.

#include "cushard/base/config.hpp"
#include "cushard/base/element.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

template <class Word, class Swap>
void swap_words(void* data, std::size_t bytes, Swap swap) {
    auto* at = static_cast<std::byte*>(data);
    for (std::size_t i = 0; i + sizeof(Word) <= bytes; i += sizeof(Word)) {
        Word word;
        std::memcpy(&word, at + i, sizeof(Word));
        word = swap(word);
        std::memcpy(at + i, &word, sizeof(Word));
    }
}

}  // namespace detail

/// The bytes that one number of an element has: half an element of complex numbers.
[[nodiscard]] constexpr std::size_t number_bytes(dtype type) noexcept {
    return kind_of(type) == dtype_kind::complex_floating ? itemsize(type) / 2 : itemsize(type);
}

/// Turns elements of either byte order into the other, in place (NumPy's `byteswap(inplace=True)`). `bytes` is that of
/// whole elements; `data` need not be aligned.
inline void swap_byte_order(void* data, std::size_t bytes, dtype type) noexcept {
    switch (number_bytes(type)) {
        case 2:
            return detail::swap_words<std::uint16_t>(data, bytes, [](std::uint16_t w) { return __builtin_bswap16(w); });
        case 4:
            return detail::swap_words<std::uint32_t>(data, bytes, [](std::uint32_t w) { return __builtin_bswap32(w); });
        case 8:
            return detail::swap_words<std::uint64_t>(data, bytes, [](std::uint64_t w) { return __builtin_bswap64(w); });
        default:
            return;
    }
}

}  // namespace v0
}  // namespace cushard
