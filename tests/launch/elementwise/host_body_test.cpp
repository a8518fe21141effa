// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/launch/elementwise/host_body.hpp"

#include "cushard/base/vector_math.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

namespace {

using cushard::index_t;
using cushard::detail::get;
using cushard::detail::host_body;
using cushard::detail::tuple;
namespace host_math = cushard::detail::host_math;

/// Below, at, and above a block (64) and a tile (256); 4099 has whole blocks and a rest.
constexpr std::array<index_t, 12> counts = {0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 257, 4096 + 3};

/// A flat functor of one output from an operation on elements.
template <class Operation, class Out, class... In>
struct map_functor {
    using inputs = tuple<In...>;
    using outputs = tuple<Out>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const { get<0>(out) = Operation{}(in); }
};

template <class T>
struct root_and_decay {
    CUSHARD_HD T operator()(const tuple<T, T, T>& in) const {
        const T x = get<0>(in);
        const T y = get<1>(in);
        return host_math::sqrt(x * x + y * y) * static_cast<T>(0.5) + host_math::exp(-get<2>(in));
    }
};

/// Random bytes: every kind of element is met, NaN with any payload, subnormals, infinities.
template <class T>
std::vector<T> random_elements(index_t count, unsigned seed) {
    std::mt19937_64 engine(seed);
    std::vector<T> elements(static_cast<std::size_t>(count));
    for (T& element : elements) {
        const std::uint64_t bits = engine();
        std::memcpy(&element, &bits, sizeof(T));
    }
    return elements;
}

/// Calls the body on `inputs` from element `begin` to `end`, into `out` at the same place.
template <class Flat, class Out, class... In>
void evaluate(const Flat& flat, std::vector<Out>& out, index_t begin, index_t end, const std::vector<In>&... in) {
    void* const outputs[] = {out.data() + begin};
    const void* const inputs[] = {static_cast<const void*>(in.data() + begin)...};
    host_body<Flat>(&flat, outputs, inputs, end - begin, nullptr);
}

template <class Out, class Flat, class... In>
void expect_cuts_do_not_matter(const Flat& flat, const std::vector<In>&... in) {
    const index_t count = static_cast<index_t>(std::get<0>(std::tie(in...)).size());
    std::vector<Out> whole(static_cast<std::size_t>(count));
    evaluate(flat, whole, 0, count, in...);
    std::mt19937 engine(5);
    for (int round = 0; round < 20; ++round) {
        std::vector<Out> cut(static_cast<std::size_t>(count));
        for (index_t begin = 0; begin < count;) {
            const index_t length = 1 + static_cast<index_t>(engine()) % (round < 10 ? 70 : 700);
            const index_t end = begin + length < count ? begin + length : count;
            evaluate(flat, cut, begin, end, in...);
            begin = end;
        }
        ASSERT_EQ(std::memcmp(whole.data(), cut.data(), sizeof(Out) * whole.size()), 0) << "round " << round;
    }
}

TEST(HostBody, AFloatExpressionHasTheSameBitsHoweverTheRangeIsCut) {
    const map_functor<root_and_decay<float>, float, float, float, float> flat;
    expect_cuts_do_not_matter<float>(flat, random_elements<float>(5000, 1), random_elements<float>(5000, 2),
                                     random_elements<float>(5000, 3));
}

struct affine {
    using inputs = tuple<float>;
    using outputs = tuple<float>;
    static constexpr bool uses_position = false;
    float factor;
    float offset;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = get<0>(in) * factor + offset;
    }
};

TEST(HostBody, EveryElementOfTheCountAndNoneBeyondIsWritten) {
    const affine flat{2.0F, 1.0F};
    for (const index_t count : counts) {
        std::vector<float> in(static_cast<std::size_t>(count) + 1);
        std::iota(in.begin(), in.end(), 0.0F);
        std::vector<float> out(in.size(), -1.0F);
        evaluate(flat, out, 0, count, in);
        for (index_t i = 0; i < count; ++i) {
            ASSERT_EQ(out[static_cast<std::size_t>(i)], 2.0F * static_cast<float>(i) + 1.0F) << i << " of " << count;
        }
        ASSERT_EQ(out.back(), -1.0F) << count;
    }
}

}  // namespace
