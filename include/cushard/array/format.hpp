// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Numbers as text, in the forms of NumPy 2's default print options: precision 8, one form for all elements of an array.
// The rules are those of `numpy/_core/arrayprint.py`; the digits come from `std::to_chars`. No devices here. Layer:
// array.

#include "cushard/base/element.hpp"
#include "cushard/base/span.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The most digits after the point; NumPy's `precision`.
inline constexpr int print_precision = 8;

/// The type that has `to_chars`; it holds every `T`.
template <floating T>
using printed_t = std::conditional_t<std::is_same_v<T, float>, float, double>;

template <floating T>
[[nodiscard]] bool is_negative_number(T x) noexcept {
    return std::signbit(static_cast<printed_t<T>>(x));
}
template <floating T>
[[nodiscard]] bool is_finite_number(T x) noexcept {
    return std::isfinite(static_cast<printed_t<T>>(x));
}

/// The absolute value of a finite number as `d.ddd… * 10^exponent`, without zeros at the end.
struct decimal {
    std::string digits;
    int exponent = 0;
};

/// Of what `to_chars` wrote in scientific form: `1.25e-07`.
[[nodiscard]] inline decimal parse_decimal(std::string_view text) {
    const std::size_t mark = text.find('e');
    decimal out;
    out.digits = text[0];
    if (mark > 2) out.digits += text.substr(2, mark - 2);
    const std::size_t last = out.digits.find_last_not_of('0');
    out.digits.resize(last == std::string::npos ? 1 : last + 1);
    const char* first = text.data() + mark + (text[mark + 1] == '+' ? 2 : 1);
    std::from_chars(first, text.data() + text.size(), out.exponent);
    return out;
}

/// `x`, rounded exactly to `places` digits after the first, half to even.
template <class Float>
[[nodiscard]] decimal rounded_decimal(Float x, int places) {
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, std::abs(x), std::chars_format::scientific, places).ptr;
    return parse_decimal({text, static_cast<std::size_t>(end - text)});
}

/// The fewest digits that read back as the same `T`.
template <floating T>
[[nodiscard]] decimal shortest_decimal(T x) {
    char text[64];
    if constexpr (small_floating<T>) {
        // to_chars would give the digits of the wider type. The next double breaks a tie upwards: above a power of two
        // there is more room than below.
        const auto value = std::abs(static_cast<double>(x));
        for (int places = 0;; ++places) {
            for (const double near : {value, std::nextafter(value, 2 * value)}) {
                const auto end =
                    std::to_chars(text, text + sizeof text, near, std::chars_format::scientific, places).ptr;
                double back = 0;
                std::from_chars(text, end, back);
                if (static_cast<double>(T(back)) == value) {
                    return parse_decimal({text, static_cast<std::size_t>(end - text)});
                }
            }
        }
    } else {
        const auto end = std::to_chars(text, text + sizeof text, std::abs(x), std::chars_format::scientific).ptr;
        return parse_decimal({text, static_cast<std::size_t>(end - text)});
    }
}

/// The fewest digits, but at most `print_precision` after the point of the form in which they will be written.
template <floating T>
[[nodiscard]] decimal printed_decimal(T x, bool scientific) {
    decimal out = shortest_decimal(x);
    const int places = scientific ? print_precision : out.exponent + print_precision;
    if (static_cast<int>(out.digits.size()) - 1 <= places) return out;
    return rounded_decimal(static_cast<printed_t<T>>(x), places);
}

/// The pieces of a number's text: `whole.fraction` and, in scientific form, the power of ten.
struct number_pieces {
    std::string whole;
    std::string fraction;
    std::string power;  ///< digits without sign, at least two
    bool power_is_negative = false;
};

[[nodiscard]] inline number_pieces pieces_of(const decimal& value, std::string_view sign, bool scientific) {
    number_pieces out;
    out.whole = sign;
    const std::string& digits = value.digits;
    if (scientific) {
        out.whole += digits[0];
        out.fraction = digits.substr(1);
        out.power = std::to_string(std::abs(value.exponent));
        if (out.power.size() < 2) out.power.insert(0, 1, '0');
        out.power_is_negative = value.exponent < 0;
    } else if (value.exponent < 0) {
        out.whole += '0';
        out.fraction = std::string(static_cast<std::size_t>(-value.exponent - 1), '0') + digits;
    } else {
        const auto wholes = static_cast<std::size_t>(value.exponent) + 1;
        out.whole += digits.substr(0, wholes);
        if (digits.size() < wholes) out.whole.append(wholes - digits.size(), '0');
        if (digits.size() > wholes) out.fraction = digits.substr(wholes);
    }
    return out;
}

/// The decimal digits that every number of a floating type keeps; NumPy's `finfo.precision`.
template <floating T>
inline constexpr int decimal_precision = std::is_same_v<T, double>  ? 15
                                         : std::is_same_v<T, float> ? 6
                                         : std::is_same_v<T, half>  ? 3
                                                                    : 2;

/// 10^exponent, of a small exponent.
[[nodiscard]] constexpr double power_of_ten(int exponent) noexcept {
    double out = 1;
    for (int i = 0; i < exponent; ++i) out *= 10;
    return out;
}

/// Makes `width` hold `text`.
inline void widen(std::size_t& width, const std::string& text) {
    if (text.size() > width) width = text.size();
}

[[nodiscard]] inline std::string padded(std::size_t width, std::string text) {
    if (text.size() < width) text.insert(0, width - text.size(), ' ');
    return text;
}

/// The sign, `nan` and `inf` of a number; `always_signed` for the imaginary part of a complex number.
template <floating T>
[[nodiscard]] std::string_view sign_of(T x, bool always_signed) noexcept {
    return is_negative_number(x) ? "-" : always_signed ? "+" : "";
}
template <floating T>
[[nodiscard]] std::string non_finite_text(T x, bool always_signed) {
    if (x != x) return always_signed ? "+nan" : "nan";
    return std::string(sign_of(x, always_signed)) + "inf";
}

/// How the elements of a floating-point array are written: one form, points above each other.
template <floating T>
class float_format {
public:
    float_format(span<const T> values, bool always_signed) : always_signed_(always_signed) {
        choose_form(values);
        bool all_finite = true;
        std::size_t longest_special = 0;
        for (const T x : values) {
            if (is_finite_number(x)) {
                make_room(pieces_of(printed_decimal(x, scientific_), sign_of(x, always_signed_), scientific_));
            } else {
                all_finite = false;
                widen(longest_special, non_finite_text(x, always_signed_));
            }
        }
        // The imaginary parts have room for "+inf" once one of them is no number.
        if (!all_finite && always_signed_) longest_special = 4;
        const std::size_t right = right_width();
        if (longest_special > whole_width_ + right) whole_width_ = longest_special - right;
    }

    [[nodiscard]] std::string operator()(T x) const {
        if (!is_finite_number(x)) return padded(whole_width_ + right_width(), non_finite_text(x, always_signed_));
        decimal value = printed_decimal(x, scientific_);
        // Where others need more digits, they are those of the exact value, not zeros.
        if (scientific_ && value.digits.size() <= fraction_width_) {
            value = rounded_decimal(static_cast<printed_t<T>>(x), static_cast<int>(fraction_width_));
        }
        number_pieces number = pieces_of(value, sign_of(x, always_signed_), scientific_);
        std::string out = padded(whole_width_, std::move(number.whole)) + '.' + number.fraction;
        out.append(fraction_width_ - number.fraction.size(), scientific_ ? '0' : ' ');
        if (scientific_) {
            out += number.power_is_negative ? "e-" : "e+";
            out.append(power_width_ - number.power.size(), '0');
            out += number.power;
        }
        return out;
    }

private:
    void choose_form(span<const T> values) {
        T largest{}, smallest{};
        bool found = false;
        for (const T x : values) {
            if (!is_finite_number(x) || x == T(0)) continue;
            const T size = is_negative_number(x) ? -x : x;
            if (!found || size > largest) largest = size;
            if (!found || size < smallest) smallest = size;
            found = true;
        }
        // Compared in T, as NumPy does: the float nearest to 0.0001 is not below it.
        const T limit(power_of_ten(print_precision < decimal_precision<T> ? print_precision : decimal_precision<T>));
        scientific_ = found && (largest >= limit || smallest < T(0.0001) || largest / smallest > T(1000.0));
    }

    void make_room(const number_pieces& number) {
        widen(whole_width_, number.whole);
        widen(fraction_width_, number.fraction);
        widen(power_width_, number.power);
    }

    /// From the point on.
    [[nodiscard]] std::size_t right_width() const noexcept {
        return 1 + fraction_width_ + (scientific_ ? 2 + power_width_ : 0);
    }

    bool always_signed_;
    bool scientific_ = false;
    std::size_t whole_width_ = 0;
    std::size_t fraction_width_ = 0;
    std::size_t power_width_ = 0;
};

/// How the elements of an array are written, chosen by looking at those that will be.
template <element T>
class element_format;

template <boolean T>
class element_format<T> {
public:
    explicit element_format(span<const T>) {}
    [[nodiscard]] std::string operator()(T x) const { return x ? " True" : "False"; }
};

template <integer T>
class element_format<T> {
public:
    explicit element_format(span<const T> values) {
        for (const T x : values) widen(width_, std::to_string(x));
    }
    [[nodiscard]] std::string operator()(T x) const { return padded(width_, std::to_string(x)); }

private:
    std::size_t width_ = 0;
};

template <floating T>
class element_format<T> : public float_format<T> {
public:
    explicit element_format(span<const T> values) : float_format<T>(values, false) {}
};

template <complex_floating T>
class element_format<T> {
    using part = typename T::value_type;

public:
    explicit element_format(span<const T> values)
        : real_(parts(values, [](T z) { return z.real(); }), false),
          imag_(parts(values, [](T z) { return z.imag(); }), true) {}

    [[nodiscard]] std::string operator()(T z) const {
        std::string imag = imag_(z.imag());
        imag.insert(imag.find_last_not_of(' ') + 1, 1, 'j');
        return real_(z.real()) + imag;
    }

private:
    template <class Choose>
    static std::vector<part> parts(span<const T> values, Choose choose) {
        std::vector<part> out;
        for (const T z : values) out.push_back(choose(z));
        return out;
    }

    float_format<part> real_;
    float_format<part> imag_;
};

/// One floating-point number with all its digits; `whole_numbers_end_in` is `.0`, or nothing within a complex number.
template <floating T>
[[nodiscard]] std::string scalar_float_text(T x, bool always_signed, std::string_view whole_numbers_end_in) {
    if (!is_finite_number(x)) return non_finite_text(x, always_signed);
    const double size = std::abs(static_cast<double>(x));
    const double limit = std::is_same_v<T, double> ? 1e16 : power_of_ten(decimal_precision<T>);
    const bool scientific = size != 0 && (size < 1e-4 || size >= limit);
    const number_pieces number = pieces_of(shortest_decimal(x), sign_of(x, always_signed), scientific);
    std::string out = number.whole;
    if (!number.fraction.empty()) {
        out += '.' + number.fraction;
    } else if (!scientific) {
        out += whole_numbers_end_in;
    }
    if (scientific) out += (number.power_is_negative ? "e-" : "e+") + number.power;
    return out;
}

/// One element by itself, as Python prints NumPy's scalars.
template <element T>
[[nodiscard]] std::string scalar_text(T x) {
    if constexpr (boolean<T>) {
        return x ? "True" : "False";
    } else if constexpr (integer<T>) {
        return std::to_string(x);
    } else if constexpr (floating<T>) {
        return scalar_float_text(x, false, ".0");
    } else {
        // A real part of -0 is shown.
        if (x.real() == 0 && !is_negative_number(x.real())) return scalar_float_text(x.imag(), false, "") + 'j';
        return '(' + scalar_float_text(x.real(), false, "") + scalar_float_text(x.imag(), true, "") + "j)";
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
