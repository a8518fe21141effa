// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What the tests of reductions share: flat functors written by hand, the definition as it is written down, and buffers
// of random elements. Compiled by nvcc too.

#include "cushard/algorithm/reduce.hpp"
#include "cushard/base/bfloat16.hpp"
#include "cushard/base/complex.hpp"
#include "cushard/base/convert.hpp"
#include "cushard/base/half.hpp"
#include "cushard/base/intrinsics.hpp"
#include "cushard/base/tuple.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

namespace cases {

namespace cs = cushard;
using cs::index_t;

/// x[i], as the accumulator's type.
template <class In, class Out = In>
struct take {
    using inputs = cs::detail::tuple<In>;
    using outputs = cs::detail::tuple<Out>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        cs::detail::get<0>(out) = cs::convert<Out>(cs::detail::get<0>(in));
    }
};

/// x[i] * y[i]
struct product {
    using inputs = cs::detail::tuple<float, float>;
    using outputs = cs::detail::tuple<float>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        cs::detail::get<0>(out) = cs::detail::fp::mul(cs::detail::get<0>(in), cs::detail::get<1>(in));
    }
};

/// a[i] * b[i] + i, over elements of two sizes.
struct mixed {
    using inputs = cs::detail::tuple<std::int8_t, double>;
    using outputs = cs::detail::tuple<double>;
    static constexpr bool uses_position = true;
    CUSHARD_HD void operator()(index_t position, const inputs& in, outputs& out) const {
        const double scaled = cs::detail::fp::mul(cs::detail::get<0>(in), cs::detail::get<1>(in));
        cs::detail::get<0>(out) = cs::detail::fp::add(scaled, static_cast<double>(position));
    }
};

/// The global index of the element, without an operand.
struct counting {
    using inputs = cs::detail::tuple<>;
    using outputs = cs::detail::tuple<index_t>;
    static constexpr bool uses_position = true;
    CUSHARD_HD void operator()(index_t position, const inputs&, outputs& out) const {
        cs::detail::get<0>(out) = position;
    }
};

/// The tree as it is defined, level by level, over values of elements.
template <class Reducer>
typename Reducer::value_type by_definition(const typename Reducer::value_type* values, index_t count) {
    using value = typename Reducer::value_type;
    if (count == 0) return Reducer::absent();
    std::unique_ptr<value[]> level(new value[static_cast<std::size_t>(count)]);
    std::copy_n(values, count, level.get());
    while (count > 1) {
        for (index_t i = 0; 2 * i < count; ++i)
            level[static_cast<std::size_t>(i)] = 2 * i + 1 < count
                                                     ? Reducer::combine(level[static_cast<std::size_t>(2 * i)],
                                                                        level[static_cast<std::size_t>(2 * i + 1)])
                                                     : level[static_cast<std::size_t>(2 * i)];
        count = (count + 1) / 2;
    }
    return level[0];
}

template <class T>
bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// A few magnitudes, both signs, both zeros; no NaN.
template <class T>
T random_element(std::mt19937& bits) {
    if constexpr (cs::detail::boolean<T>) {
        return bits() % 2 == 0;
    } else if constexpr (cs::detail::complex_floating<T>) {
        using part = typename T::value_type;
        const part real = random_element<part>(bits);
        return T(real, random_element<part>(bits));
    } else if constexpr (cs::detail::floating<T>) {
        const float magnitude = static_cast<float>(static_cast<int>(bits() % 4096) - 2048) / 1024.0f;
        return cs::convert<T>(bits() % 16 == 0 ? -0.0f : magnitude);
    } else {
        return cs::convert<T>(static_cast<std::int64_t>(bits() | std::uint64_t{bits()} << 32) >> (bits() % 40));
    }
}

/// Not `std::vector`, which packs bool into bits.
template <class T>
class buffer {
public:
    explicit buffer(index_t count) : count_(count), elements_(new T[static_cast<std::size_t>(count) + 1]) {}
    static buffer random(index_t count, unsigned seed) {
        std::mt19937 bits(seed);
        buffer result(count);
        for (index_t i = 0; i < count; ++i) result[i] = random_element<T>(bits);
        return result;
    }
    T& operator[](index_t i) { return elements_[static_cast<std::size_t>(i)]; }
    const T& operator[](index_t i) const { return elements_[static_cast<std::size_t>(i)]; }
    T* data() { return elements_.get(); }
    const T* data() const { return elements_.get(); }
    index_t size() const { return count_; }

private:
    index_t count_;
    std::unique_ptr<T[]> elements_;
};

/// 0 = c[0] <= c[1] <= … <= c[parts] = count, some parts empty.
inline std::vector<index_t> random_cuts(index_t count, int parts, std::mt19937& bits) {
    std::vector<index_t> cuts(static_cast<std::size_t>(parts) + 1, 0);
    for (int i = 1; i < parts; ++i) {
        const bool empty = bits() % 4 == 0;
        const auto anywhere = static_cast<index_t>(bits() % static_cast<std::uint64_t>(count + 1));
        cuts[static_cast<std::size_t>(i)] = empty ? cuts[static_cast<std::size_t>(i) - 1] : anywhere;
    }
    cuts.back() = count;
    std::sort(cuts.begin(), cuts.end());
    return cuts;
}

inline int ceil_log2(index_t n) {
    int log = 0;
    while ((index_t{1} << log) < n) ++log;
    return log;
}

}  // namespace cases
