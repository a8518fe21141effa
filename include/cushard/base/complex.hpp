// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// `complex<float>` and `complex<double>`. Layer: base; device code.

#include "cushard/base/intrinsics.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// A class that is a complex number to look at, like std::complex or cuda::std::complex.
template <class Candidate>
concept complex_like = requires(const Candidate& z) {
    typename Candidate::value_type;
    static_cast<typename Candidate::value_type>(z.real());
    static_cast<typename Candidate::value_type>(z.imag());
};

}  // namespace detail

/// NumPy's complex64 and complex128; the bytes of std::complex, aligned as CUDA's float2 and double2. Converts
/// implicitly from and to std::complex and its kin. Arithmetic goes by components and is never contracted.
/// @note Products do not repair infinities (C's Annex G does; NumPy does not).
template <class T>
struct alignas(2 * sizeof(T)) complex {
    static_assert(detail::is_any_of_v<T, float, double>, "complex<T>: T must be float or double");
    using value_type = T;

    complex() = default;
    CUSHARD_HD constexpr complex(T real) : real_(real), imag_(0) {}
    CUSHARD_HD constexpr complex(T real, T imag) : real_(real), imag_(imag) {}

    template <class Other>
    requires(detail::is_complex_v<Other> && !detail::is_same_v<Other, complex>) CUSHARD_HD
        constexpr explicit(sizeof(typename Other::value_type) > sizeof(T)) complex(const Other& other)
        : real_(static_cast<T>(other.real())), imag_(static_cast<T>(other.imag())) {}

    /// std::complex and its like have host functions alone.
    template <detail::complex_like Other>
    requires(!detail::is_complex_v<Other>) constexpr explicit(sizeof(typename Other::value_type) > sizeof(T))
        complex(const Other& other)
        : real_(static_cast<T>(other.real())), imag_(static_cast<T>(other.imag())) {}

    template <detail::complex_like Other>
    requires(!detail::is_complex_v<Other> && detail::is_same_v<typename Other::value_type, T>) constexpr
    operator Other() const {
        return Other(real_, imag_);
    }

    [[nodiscard]] CUSHARD_HD constexpr T real() const { return real_; }
    [[nodiscard]] CUSHARD_HD constexpr T imag() const { return imag_; }

    friend CUSHARD_HD complex operator+(complex a, complex b) {
        return {detail::fp::add(a.real_, b.real_), detail::fp::add(a.imag_, b.imag_)};
    }
    friend CUSHARD_HD complex operator-(complex a, complex b) {
        return {detail::fp::sub(a.real_, b.real_), detail::fp::sub(a.imag_, b.imag_)};
    }
    friend CUSHARD_HD complex operator*(complex a, complex b) {
        using namespace detail;
        return {fp::sub(fp::mul(a.real_, b.real_), fp::mul(a.imag_, b.imag_)),
                fp::add(fp::mul(a.real_, b.imag_), fp::mul(a.imag_, b.real_))};
    }
    /// R. L. Smith, "Algorithm 116: Complex division", CACM 5 (1962): no overflow in |b|². By zero as NumPy: component
    /// by component, so infinities and NaN.
    friend CUSHARD_HD complex operator/(complex a, complex b) {
        using namespace detail;
        const T size_real = fp::abs(b.real_);
        const T size_imag = fp::abs(b.imag_);
        if (size_real == 0 && size_imag == 0) return {fp::div(a.real_, size_real), fp::div(a.imag_, size_real)};
        if (size_real >= size_imag) {
            const T ratio = fp::div(b.imag_, b.real_);
            const T divisor = fp::add(b.real_, fp::mul(b.imag_, ratio));
            return {fp::div(fp::add(a.real_, fp::mul(a.imag_, ratio)), divisor),
                    fp::div(fp::sub(a.imag_, fp::mul(a.real_, ratio)), divisor)};
        }
        const T ratio = fp::div(b.real_, b.imag_);
        const T divisor = fp::add(b.imag_, fp::mul(b.real_, ratio));
        return {fp::div(fp::add(fp::mul(a.real_, ratio), a.imag_), divisor),
                fp::div(fp::sub(fp::mul(a.imag_, ratio), a.real_), divisor)};
    }
    friend CUSHARD_HD complex& operator+=(complex& a, complex b) { return a = a + b; }
    friend CUSHARD_HD complex& operator-=(complex& a, complex b) { return a = a - b; }
    friend CUSHARD_HD complex& operator*=(complex& a, complex b) { return a = a * b; }
    friend CUSHARD_HD complex& operator/=(complex& a, complex b) { return a = a / b; }

    friend CUSHARD_HD constexpr complex operator+(complex z) { return z; }
    friend CUSHARD_HD constexpr complex operator-(complex z) { return {-z.real_, -z.imag_}; }
    friend CUSHARD_HD constexpr bool operator==(complex a, complex b) {
        return a.real_ == b.real_ && a.imag_ == b.imag_;
    }
    friend CUSHARD_HD constexpr bool operator!=(complex a, complex b) { return !(a == b); }

private:
    T real_;
    T imag_;
};

/// The real part of one number.
template <class T>
[[nodiscard]] CUSHARD_HD constexpr T real(complex<T> z) {
    return z.real();
}
/// The imaginary part of one number.
template <class T>
[[nodiscard]] CUSHARD_HD constexpr T imag(complex<T> z) {
    return z.imag();
}
/// The conjugate of one number.
template <class T>
[[nodiscard]] CUSHARD_HD constexpr complex<T> conj(complex<T> z) {
    return {z.real(), -z.imag()};
}

/// The size of one number, without overflow in its square; infinite if either part is.
[[nodiscard]] CUSHARD_HD float abs(complex<float> z) {
    // The squares are exact in double, whose range holds their sum.
    const double re = static_cast<double>(z.real());
    const double im = static_cast<double>(z.imag());
    const double size = detail::fp::sqrt(detail::fp::add(detail::fp::mul(re, re), detail::fp::mul(im, im)));
    constexpr float infinity = detail::fp::infinity_v<float>;
    const bool infinite = detail::fp::abs(z.real()) == infinity || detail::fp::abs(z.imag()) == infinity;
    return infinite ? infinity : static_cast<float>(size);
}
[[nodiscard]] CUSHARD_HD double abs(complex<double> z) {
    using namespace detail;
    const double re = fp::abs(z.real());
    const double im = fp::abs(z.imag());
    constexpr double infinity = fp::infinity_v<double>;
    if (re == infinity || im == infinity) return infinity;
    const double large = fp::max(re, im);
    if (large == 0) return 0;
    const double ratio = fp::div(fp::min(re, im), large);
    return fp::mul(large, fp::sqrt(fp::add(1.0, fp::mul(ratio, ratio))));
}

}  // namespace v0
}  // namespace cushard
