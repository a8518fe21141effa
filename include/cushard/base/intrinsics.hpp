// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Floating-point primitives of functors, for the host and the GPU; the only place in functors' code with an `#if` about
// CUDA. `add sub mul div sqrt` round once and are never contracted into a fused multiply-add, so that they give the
// same bits everywhere (on the host the kernel body is compiled with contraction off). Layer: base; device code.

#include "cushard/base/traits.hpp"
#if !defined(__CUDA_ARCH__)
#include "cushard/base/vector_math.hpp"
#endif

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail::fp {

#if defined(__CUDA_ARCH__)

CUSHARD_HD float add(float a, float b) { return __fadd_rn(a, b); }
CUSHARD_HD float sub(float a, float b) { return __fsub_rn(a, b); }
CUSHARD_HD float mul(float a, float b) { return __fmul_rn(a, b); }
CUSHARD_HD float div(float a, float b) { return __fdiv_rn(a, b); }
CUSHARD_HD float sqrt(float x) { return __fsqrt_rn(x); }
CUSHARD_HD float abs(float x) { return ::fabsf(x); }
CUSHARD_HD float exp(float x) { return ::expf(x); }
CUSHARD_HD float log(float x) { return ::logf(x); }
CUSHARD_HD float pow(float x, float y) { return ::powf(x, y); }
CUSHARD_HD float sin(float x) { return ::sinf(x); }
CUSHARD_HD float cos(float x) { return ::cosf(x); }
CUSHARD_HD float tanh(float x) { return ::tanhf(x); }
CUSHARD_HD float fmod(float x, float y) { return ::fmodf(x, y); }
CUSHARD_HD float floor(float x) { return ::floorf(x); }
CUSHARD_HD float copysign(float size, float sign) { return ::copysignf(size, sign); }

CUSHARD_HD double add(double a, double b) { return __dadd_rn(a, b); }
CUSHARD_HD double sub(double a, double b) { return __dsub_rn(a, b); }
CUSHARD_HD double mul(double a, double b) { return __dmul_rn(a, b); }
CUSHARD_HD double div(double a, double b) { return __ddiv_rn(a, b); }
CUSHARD_HD double sqrt(double x) { return __dsqrt_rn(x); }
CUSHARD_HD double abs(double x) { return ::fabs(x); }
CUSHARD_HD double exp(double x) { return ::exp(x); }
CUSHARD_HD double log(double x) { return ::log(x); }
CUSHARD_HD double pow(double x, double y) { return ::pow(x, y); }
CUSHARD_HD double sin(double x) { return ::sin(x); }
CUSHARD_HD double cos(double x) { return ::cos(x); }
CUSHARD_HD double tanh(double x) { return ::tanh(x); }
CUSHARD_HD double fmod(double x, double y) { return ::fmod(x, y); }
CUSHARD_HD double floor(double x) { return ::floor(x); }
CUSHARD_HD double copysign(double size, double sign) { return ::copysign(size, sign); }
CUSHARD_HD double sinh(double x) { return ::sinh(x); }
CUSHARD_HD double cosh(double x) { return ::cosh(x); }
CUSHARD_HD double log1p(double x) { return ::log1p(x); }
CUSHARD_HD double atan2(double y, double x) { return ::atan2(y, x); }

#else

CUSHARD_HD float add(float a, float b) { return a + b; }
CUSHARD_HD float sub(float a, float b) { return a - b; }
CUSHARD_HD float mul(float a, float b) { return a * b; }
CUSHARD_HD float div(float a, float b) { return a / b; }
CUSHARD_HD float sqrt(float x) { return host_math::sqrt(x); }
CUSHARD_HD float abs(float x) { return __builtin_fabsf(x); }
CUSHARD_HD float exp(float x) { return host_math::exp(x); }
CUSHARD_HD float log(float x) { return host_math::log(x); }
CUSHARD_HD float pow(float x, float y) { return host_math::pow(x, y); }
CUSHARD_HD float sin(float x) { return host_math::sin(x); }
CUSHARD_HD float cos(float x) { return host_math::cos(x); }
CUSHARD_HD float tanh(float x) { return host_math::tanh(x); }
CUSHARD_HD float fmod(float x, float y) { return __builtin_fmodf(x, y); }
CUSHARD_HD float floor(float x) { return __builtin_floorf(x); }
CUSHARD_HD float copysign(float size, float sign) { return __builtin_copysignf(size, sign); }

CUSHARD_HD double add(double a, double b) { return a + b; }
CUSHARD_HD double sub(double a, double b) { return a - b; }
CUSHARD_HD double mul(double a, double b) { return a * b; }
CUSHARD_HD double div(double a, double b) { return a / b; }
CUSHARD_HD double sqrt(double x) { return host_math::sqrt(x); }
CUSHARD_HD double abs(double x) { return __builtin_fabs(x); }
CUSHARD_HD double exp(double x) { return host_math::exp(x); }
CUSHARD_HD double log(double x) { return host_math::log(x); }
CUSHARD_HD double pow(double x, double y) { return host_math::pow(x, y); }
CUSHARD_HD double sin(double x) { return host_math::sin(x); }
CUSHARD_HD double cos(double x) { return host_math::cos(x); }
CUSHARD_HD double tanh(double x) { return host_math::tanh(x); }
CUSHARD_HD double fmod(double x, double y) { return __builtin_fmod(x, y); }
CUSHARD_HD double floor(double x) { return __builtin_floor(x); }
CUSHARD_HD double copysign(double size, double sign) { return __builtin_copysign(size, sign); }
CUSHARD_HD double sinh(double x) { return __builtin_sinh(x); }
CUSHARD_HD double cosh(double x) { return __builtin_cosh(x); }
CUSHARD_HD double log1p(double x) { return __builtin_log1p(x); }
CUSHARD_HD double atan2(double y, double x) { return __builtin_atan2(y, x); }

#endif

template <class T>
inline constexpr T infinity_v = __builtin_bit_cast(float, 0x7f800000u);

/// The smaller one; a NaN passes through, as in NumPy's minimum.
template <class T>
CUSHARD_HD constexpr T min(T a, T b) {
    return a < b || a != a ? a : b;
}
/// The larger one; a NaN passes through, as in NumPy's maximum.
template <class T>
CUSHARD_HD constexpr T max(T a, T b) {
    return a > b || a != a ? a : b;
}

CUSHARD_HD constexpr unsigned bits_of(float x) { return __builtin_bit_cast(unsigned, x); }
CUSHARD_HD constexpr float float_of(unsigned bits) { return __builtin_bit_cast(float, bits); }

/// The NaN that GPUs give, in half and in bfloat16.
inline constexpr unsigned short canonical_nan_bits = 0x7fff;

/// float -> bits of binary16, to nearest even, without branches. After F. Giesen, "float->half variants" (2012): adding
/// 0.5 makes the adder round a subnormal result; the other half rounds by integer addition.
CUSHARD_HD constexpr unsigned short half_bits_by_integers(float x) {
    const unsigned sign = (bits_of(x) >> 16) & 0x8000u;
    const unsigned magnitude = bits_of(x) & 0x7fffffffu;
    const unsigned subnormal = bits_of(float_of(magnitude < 0x38800000u ? magnitude : 0u) + 0.5f) - 0x3f000000u;
    const unsigned normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
    const unsigned finite = magnitude < 0x38800000u ? subnormal : normal;
    const unsigned rounded = magnitude >= 0x47800000u ? 0x7c00u : finite;
    const unsigned signed_bits = rounded | sign;
    return static_cast<unsigned short>(magnitude > 0x7f800000u ? canonical_nan_bits : signed_bits);
}

/// bits of binary16 -> float, exactly; without branches, by the same source.
CUSHARD_HD constexpr float float_of_half_by_integers(unsigned short half_bits) {
    const unsigned shifted = (half_bits & 0x7fffu) << 13;
    const unsigned exponent = shifted & 0x0f800000u;
    const unsigned normal = shifted + (exponent == 0x0f800000u ? 0x70000000u : 0x38000000u);
    const unsigned subnormal = bits_of(float_of(shifted + 0x38800000u) - float_of(0x38800000u));
    return float_of((exponent == 0u ? subnormal : normal) | (half_bits & 0x8000u) << 16);
}

/// float -> bits of bfloat16, to nearest even.
CUSHARD_HD constexpr unsigned short bfloat16_bits_by_integers(float x) {
    const unsigned bits = bits_of(x);
    const unsigned rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
    return static_cast<unsigned short>((bits & 0x7fffffffu) > 0x7f800000u ? canonical_nan_bits : rounded);
}

/// float -> bits of binary16, to nearest even; every NaN becomes `canonical_nan_bits`.
CUSHARD_HD constexpr unsigned short half_bits(float x) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
        unsigned short bits = 0;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
        return bits;
    }
#endif
    return half_bits_by_integers(x);
}

/// bits of binary16 -> float.
CUSHARD_HD constexpr float float_of_half(unsigned short half_bits) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
        float x = 0;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(half_bits));
        return x;
    }
#endif
    return float_of_half_by_integers(half_bits);
}

/// float -> bits of bfloat16, to nearest even; every NaN becomes `canonical_nan_bits`.
CUSHARD_HD constexpr unsigned short bfloat16_bits(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if (!__builtin_is_constant_evaluated()) {
        unsigned short bits = 0;
        asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(x));
        return bits;
    }
#endif
    return bfloat16_bits_by_integers(x);
}

/// bits of bfloat16 -> float.
CUSHARD_HD constexpr float float_of_bfloat16(unsigned short bits) {
    return float_of(static_cast<unsigned>(bits) << 16);
}

/// A number as float, rounded to odd where it does not fit: rounding that once more, to 16 bits, then gives what
/// rounding the number itself would have (S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
CUSHARD_HD constexpr float to_float_odd(float x) { return x; }
CUSHARD_HD constexpr float to_float_odd(double x) {
    const auto nearest = static_cast<float>(x);
    const auto back = static_cast<double>(nearest);
    const unsigned bits = bits_of(nearest);
    const bool inexact_and_even = back != x && x == x && (bits & 1u) == 0u;
    const bool outwards = x < 0 ? back > x : back < x;
    return float_of(bits + (inexact_and_even ? (outwards ? 1u : ~0u) : 0u));
}
template <class T>
requires integer<T> || boolean<T> CUSHARD_HD constexpr float to_float_odd(T x) {
    if constexpr (sizeof(T) < 8) {
        return to_float_odd(static_cast<double>(x));
    } else {
        const bool negative = is_negative(x);
        const auto wrapped = static_cast<unsigned long>(x);
        const unsigned long size = negative ? 0ul - wrapped : wrapped;
        // Above 2^53 the low bits become one sticky bit, so that the conversion to double is exact.
        const unsigned long kept = (size & ~0xfffful) | ((size & 0xfffful) != 0 ? 0x10000ul : 0ul);
        const auto exact = static_cast<double>(size >> 53 != 0 ? kept : size);
        return to_float_odd(negative ? -exact : exact);
    }
}

}  // namespace detail::fp
}  // namespace v0
}  // namespace cushard
