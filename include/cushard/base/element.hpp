// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Element types as run-time values, with NumPy's names, and the concepts of what an array can hold. Layer: base.

#include "cushard/base/bfloat16.hpp"
#include "cushard/base/complex.hpp"
#include "cushard/base/half.hpp"

#include <cstddef>
#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The element types with arithmetic, after NumPy's dtypes.
enum class dtype {
    bool_,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float16,
    bfloat16,
    float32,
    float64,
    complex64,
    complex128,
};

/// A type with a `dtype`: bool, integers of 8 to 64 bits, half, bfloat16, float, double, complex.
template <class T>
concept element = detail::number<T>;

/// A type that arrays can hold: any trivially copyable object type, aligned to 256 bytes at most.
template <class T>
concept storable = std::is_object_v<T> && std::is_trivially_copyable_v<T> && !std::is_const_v<T> &&
                   !std::is_volatile_v<T> && !std::is_array_v<T> && alignof(T) <= 256;

namespace detail {

template <element T>
consteval dtype find_dtype() {
    if constexpr (boolean<T>) {
        return dtype::bool_;
    } else if constexpr (integer<T>) {
        // By size and sign, so that long and long long are the same dtype.
        constexpr dtype signed_ones[] = {dtype::int8, dtype::int16, dtype::int32, dtype::int64};
        constexpr dtype unsigned_ones[] = {dtype::uint8, dtype::uint16, dtype::uint32, dtype::uint64};
        constexpr int place = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        return is_signed_v<T> ? signed_ones[place] : unsigned_ones[place];
    } else if constexpr (is_same_v<T, half>) {
        return dtype::float16;
    } else if constexpr (is_same_v<T, bfloat16>) {
        return dtype::bfloat16;
    } else if constexpr (floating<T>) {
        return sizeof(T) == 4 ? dtype::float32 : dtype::float64;
    } else {
        return sizeof(T) == 8 ? dtype::complex64 : dtype::complex128;
    }
}

}  // namespace detail

/// The dtype of an element type.
template <element T>
inline constexpr dtype dtype_of = detail::find_dtype<T>();

/// NumPy's name: "float32", "bool"; "bfloat16" as ml_dtypes has it.
[[nodiscard]] constexpr const char* name_of(dtype type) noexcept {
    switch (type) {
        case dtype::bool_:
            return "bool";
        case dtype::int8:
            return "int8";
        case dtype::int16:
            return "int16";
        case dtype::int32:
            return "int32";
        case dtype::int64:
            return "int64";
        case dtype::uint8:
            return "uint8";
        case dtype::uint16:
            return "uint16";
        case dtype::uint32:
            return "uint32";
        case dtype::uint64:
            return "uint64";
        case dtype::float16:
            return "float16";
        case dtype::bfloat16:
            return "bfloat16";
        case dtype::float32:
            return "float32";
        case dtype::float64:
            return "float64";
        case dtype::complex64:
            return "complex64";
        case dtype::complex128:
            return "complex128";
    }
    return "unknown";
}

/// Bytes of one element.
[[nodiscard]] constexpr std::size_t itemsize(dtype type) noexcept {
    switch (type) {
        case dtype::bool_:
        case dtype::int8:
        case dtype::uint8:
            return 1;
        case dtype::int16:
        case dtype::uint16:
        case dtype::float16:
        case dtype::bfloat16:
            return 2;
        case dtype::int32:
        case dtype::uint32:
        case dtype::float32:
            return 4;
        case dtype::int64:
        case dtype::uint64:
        case dtype::float64:
        case dtype::complex64:
            return 8;
        case dtype::complex128:
            return 16;
    }
    return 0;
}

[[nodiscard]] constexpr dtype_kind kind_of(dtype type) noexcept {
    switch (type) {
        case dtype::bool_:
            return dtype_kind::boolean;
        case dtype::int8:
        case dtype::int16:
        case dtype::int32:
        case dtype::int64:
        case dtype::uint8:
        case dtype::uint16:
        case dtype::uint32:
        case dtype::uint64:
            return dtype_kind::integer;
        case dtype::float16:
        case dtype::bfloat16:
        case dtype::float32:
        case dtype::float64:
            return dtype_kind::floating;
        case dtype::complex64:
        case dtype::complex128:
            return dtype_kind::complex_floating;
    }
    return dtype_kind::other;
}

}  // namespace v0
}  // namespace cushard
