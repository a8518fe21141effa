// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Loops for tests of elementwise kernels: flat functors written by hand, and a builder that lays out operands, runs a
// loop on the test's machine and compares every byte of memory with what a plain loop makes of it.

#include "../support/simt.hpp"
#include "cushard/base/complex.hpp"
#include "cushard/base/half.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace cushard_test {

using cushard::complex;
using cushard::half;
using cushard::index_t;
using cushard::kernel_kind;
using cushard::detail::get;
using cushard::detail::tuple;

/// 12 bytes: no power of two.
struct vector3 {
    float x, y, z;
};
/// 16 bytes that need not stand on 16.
struct pair_of_doubles {
    double first, second;
};
/// 3 bytes, and no default constructor.
struct rgb {
    unsigned char r, g, b;
    CUSHARD_HD rgb(unsigned char red, unsigned char green, unsigned char blue) : r(red), g(green), b(blue) {}
};

/// Small whole numbers, so that every sum is exact, contracted or not.
template <class T>
T value_of(int n) {
    if constexpr (std::is_same_v<T, bool>)
        return n % 2 != 0;
    else if constexpr (std::is_same_v<T, half>)
        return half(static_cast<float>(n));
    else if constexpr (std::is_same_v<T, complex<double>>)
        return {static_cast<double>(n), static_cast<double>(n + 1)};
    else if constexpr (std::is_same_v<T, vector3>)
        return {static_cast<float>(n), static_cast<float>(n + 1), static_cast<float>(n + 2)};
    else if constexpr (std::is_same_v<T, pair_of_doubles>)
        return {static_cast<double>(n), static_cast<double>(-n)};
    else if constexpr (std::is_same_v<T, rgb>)
        return {static_cast<unsigned char>(n), static_cast<unsigned char>(n + 1), static_cast<unsigned char>(n + 2)};
    else
        return static_cast<T>(n);
}

struct xor_bool {
    using inputs = tuple<bool, bool>;
    using outputs = tuple<bool>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = get<0>(in) != get<1>(in);
    }
};
template <class T>
struct summed {
    using inputs = tuple<T, T>;
    using outputs = tuple<T>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = static_cast<T>(get<0>(in) + get<1>(in));
    }
};
struct scaled_float {
    using inputs = tuple<float>;
    using outputs = tuple<float>;
    static constexpr bool uses_position = false;
    float by;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const { get<0>(out) = by * get<0>(in); }
};
/// Two vectors a thread.
struct widened {
    using inputs = tuple<signed char>;
    using outputs = tuple<float>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = static_cast<float>(get<0>(in));
    }
};
/// Words of 2, 8 and 16 bytes.
struct chosen {
    using inputs = tuple<bool, float, double>;
    using outputs = tuple<double>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = get<0>(in) ? static_cast<double>(get<1>(in)) : get<2>(in);
    }
};
/// The output is narrower than an input.
struct narrowed {
    using inputs = tuple<double, float>;
    using outputs = tuple<std::int16_t>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = static_cast<std::int16_t>(get<0>(in) + static_cast<double>(get<1>(in)));
    }
};
struct stretched {
    using inputs = tuple<vector3, float>;
    using outputs = tuple<vector3>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        const float by = get<1>(in);
        get<0>(out) = {get<0>(in).x * by, get<0>(in).y * by, get<0>(in).z * by};
    }
};
struct sum_of_pairs {
    using inputs = tuple<pair_of_doubles, pair_of_doubles>;
    using outputs = tuple<pair_of_doubles>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = {get<0>(in).first + get<1>(in).first, get<0>(in).second + get<1>(in).second};
    }
};
struct negative_colour {
    using inputs = tuple<rgb>;
    using outputs = tuple<rgb>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        const rgb c = get<0>(in);
        get<0>(out) =
            rgb(static_cast<unsigned char>(~c.r), static_cast<unsigned char>(~c.g), static_cast<unsigned char>(~c.b));
    }
};
/// No inputs.
struct own_position {
    using inputs = tuple<>;
    using outputs = tuple<std::int64_t>;
    static constexpr bool uses_position = true;
    CUSHARD_HD void operator()(index_t position, const inputs&, outputs& out) const { get<0>(out) = position; }
};
struct plus_position {
    using inputs = tuple<float>;
    using outputs = tuple<double>;
    static constexpr bool uses_position = true;
    CUSHARD_HD void operator()(index_t position, const inputs& in, outputs& out) const {
        get<0>(out) = static_cast<double>(get<0>(in)) + static_cast<double>(position);
    }
};
struct two_outputs {
    using inputs = tuple<float, int>;
    using outputs = tuple<float, short>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = get<0>(in) * 2;
        get<1>(out) = static_cast<short>(get<1>(in) + 1);
    }
};

/// One loop over a flat functor, from its layout to the comparison.
template <class Flat>
class loop_under_test {
public:
    static constexpr int outputs = Flat::outputs::size;
    static constexpr int count = outputs + Flat::inputs::size;
    /// Bytes around outputs that must stay as they were.
    static constexpr std::ptrdiff_t guard = 256;

    loop_under_test(Flat flat, kernel_kind kind, std::vector<index_t> extents) : flat_(flat), extents_(extents) {
        loop_.kind = kind;
        loop_.rank = static_cast<int>(extents.size());
        loop_.outputs = outputs;
        loop_.inputs = Flat::inputs::size;
        loop_.origin = 1000;
        index_t step = 3;
        for (int d = loop_.rank; d-- > 0;) {
            loop_.extents[d] = extents_[static_cast<std::size_t>(d)];
            loop_.index_strides[d] = step;
            step *= loop_.extents[d] + 1;
        }
        for (int i = 0; i < count; ++i) {
            buffers_.push_back(i);
            leads_.push_back(0);
            strides(i, c_contiguous());
        }
        fill_sizes(cushard::detail::index_list_of<outputs>{}, cushard::detail::index_list_of<Flat::inputs::size>{});
    }

    std::vector<index_t> c_contiguous() const {
        std::vector<index_t> found(extents_.size());
        index_t step = 1;
        for (std::size_t d = extents_.size(); d-- > 0; step *= extents_[d]) found[d] = step;
        return found;
    }

    /// Operand `i`, outputs first, has these strides.
    loop_under_test& strides(int i, const std::vector<index_t>& s) {
        std::copy(s.begin(), s.end(), operands_[static_cast<std::size_t>(i)].strides);
        return *this;
    }
    /// Operand `i` begins `steps` of its type's alignment behind a multiple of 256 bytes.
    loop_under_test& lead(int i, int steps) {
        leads_[static_cast<std::size_t>(i)] = steps;
        return *this;
    }
    int leads_of(int i) const { return std::max<int>(1, 16 / alignment_[static_cast<std::size_t>(i)]); }
    /// Input `input` is output `output`, in the same memory.
    loop_under_test& in_place(int output, int input) {
        buffers_[static_cast<std::size_t>(outputs + input)] = output;
        operands_[static_cast<std::size_t>(outputs + input)] = operands_[static_cast<std::size_t>(output)];
        leads_[static_cast<std::size_t>(outputs + input)] = leads_[static_cast<std::size_t>(output)];
        return *this;
    }
    loop_under_test& wide() {
        loop_.wide = true;
        return *this;
    }

    void check(const std::string& what) {
        SCOPED_TRACE(what);
        std::vector<bytes> memory(static_cast<std::size_t>(count));
        std::vector<std::ptrdiff_t> offsets(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) place(i, memory, offsets);
        std::vector<bytes> expected = memory;
        if (loop_.size() > 0) evaluate(memory, expected, offsets);
        loop_.operands = operands_.data();
        const cushard::status answer = run_on_machine(flat_, loop_, buffers_, offsets, memory);
        ASSERT_TRUE(answer.ok()) << answer.call << ": " << answer.text;
        for (std::size_t i = 0; i < memory.size(); ++i) {
            const auto [met, wanted] = std::mismatch(memory[i].begin(), memory[i].end(), expected[i].begin());
            ASSERT_EQ(met, memory[i].end())
                << "buffer " << i << " differs at byte " << met - memory[i].begin() << " of " << memory[i].size()
                << ", where its operand begins at " << offsets[i];
        }
    }

private:
    template <int... Out, int... In>
    void fill_sizes(cushard::detail::index_list<Out...>, cushard::detail::index_list<In...>) {
        using cushard::detail::tuple_element_t;
        alignment_ = {static_cast<int>(alignof(tuple_element_t<Out, typename Flat::outputs>))...,
                      static_cast<int>(alignof(tuple_element_t<In, typename Flat::inputs>))...};
        const std::array<std::size_t, count> sizes{sizeof(tuple_element_t<Out, typename Flat::outputs>)...,
                                                   sizeof(tuple_element_t<In, typename Flat::inputs>)...};
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            operands_[i].element_bytes = static_cast<std::int32_t>(sizes[i]);
            operands_[i].written = i < static_cast<std::size_t>(outputs);
        }
    }

    /// Inputs fill their buffers to the last byte, so that a sanitizer meets reads behind them; outputs are guarded.
    void place(int i, std::vector<bytes>& memory, std::vector<std::ptrdiff_t>& offsets) {
        const auto at = static_cast<std::size_t>(i);
        const cushard::operand& o = operands_[at];
        index_t low = 0;
        index_t high = 0;
        for (int d = 0; d < loop_.rank; ++d) {
            const index_t reach = std::max<index_t>(loop_.extents[d] - 1, 0) * o.strides[d];
            (reach < 0 ? low : high) += reach;
        }
        const std::ptrdiff_t around = buffers_[at] < outputs ? guard : 0;
        const std::ptrdiff_t begin = around + leads_[at] * alignment_[at];
        offsets[at] = begin - low * o.element_bytes;
        if (buffers_[at] != i) return;
        const index_t elements = loop_.size() == 0 ? 0 : high - low + 1;
        memory[at].assign(static_cast<std::size_t>(begin + elements * o.element_bytes + around), 0xA5);
        fill_elements(i, memory[at].data() + begin, elements);
    }
    void fill_elements(int i, unsigned char* to, index_t elements) {
        fill_tuple<typename Flat::outputs>(i, to, elements);
        fill_tuple<typename Flat::inputs>(i - outputs, to, elements);
    }
    template <class Tuple>
    void fill_tuple(int i, unsigned char* to, index_t elements) {
        [&]<int... Index>(cushard::detail::index_list<Index...>) {
            ((Index == i ? fill_type<cushard::detail::tuple_element_t<Index, Tuple>>(to, elements) : void()), ...);
        }
        (cushard::detail::index_list_of<Tuple::size>{});
    }
    template <class T>
    void fill_type(unsigned char* to, index_t elements) {
        for (index_t k = 0; k < elements; ++k) {
            const T v = value_of<T>(static_cast<int>(random_() % 50));
            std::memcpy(to + k * static_cast<index_t>(sizeof(T)), &v, sizeof(T));
        }
    }

    void evaluate(const std::vector<bytes>& before, std::vector<bytes>& after,
                  const std::vector<std::ptrdiff_t>& offsets) {
        std::array<index_t, cushard::max_rank> index{};
        for (index_t n = loop_.size(); n > 0; --n) {
            index_t position = loop_.origin;
            std::array<std::ptrdiff_t, count> at{};
            for (int i = 0; i < count; ++i) at[static_cast<std::size_t>(i)] = offsets[static_cast<std::size_t>(i)];
            for (int d = 0; d < loop_.rank; ++d) {
                const index_t k = index[static_cast<std::size_t>(d)];
                position += k * loop_.index_strides[d];
                for (std::size_t i = 0; i < at.size(); ++i)
                    at[i] += k * operands_[i].strides[d] * operands_[i].element_bytes;
            }
            element(position, at, before, after, cushard::detail::index_list_of<outputs>{},
                    cushard::detail::index_list_of<Flat::inputs::size>{});
            for (int d = loop_.rank; d-- > 0;) {
                if (++index[static_cast<std::size_t>(d)] < loop_.extents[d]) break;
                index[static_cast<std::size_t>(d)] = 0;
            }
        }
    }
    template <int... Out, int... In>
    void element(index_t position, const std::array<std::ptrdiff_t, count>& at, const std::vector<bytes>& before,
                 std::vector<bytes>& after, cushard::detail::index_list<Out...>, cushard::detail::index_list<In...>) {
        cushard::detail::unset<typename Flat::inputs> in;
        cushard::detail::unset<typename Flat::outputs> out;
        (static_cast<void>(
             std::memcpy(static_cast<void*>(&get<In>(in.value)),
                         before[static_cast<std::size_t>(buffers_[outputs + In])].data() + at[outputs + In],
                         sizeof(get<In>(in.value)))),
         ...);
        flat_(position, in.value, out.value);
        (static_cast<void>(std::memcpy(after[Out].data() + at[Out], &get<Out>(out.value), sizeof(get<Out>(out.value)))),
         ...);
    }

    Flat flat_;
    std::vector<index_t> extents_;
    cushard::geometry loop_;
    std::array<cushard::operand, count> operands_{};
    std::array<int, count> alignment_{};
    std::vector<int> buffers_;
    std::vector<int> leads_;
    std::mt19937 random_{12345};
};

}  // namespace cushard_test
