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
#include <stdexcept>
#include <tuple>
#include <vector>

namespace {

using cushard::index_t;
using cushard::detail::get;
using cushard::detail::host_body;
using cushard::detail::tuple;
namespace host_math = cushard::detail::host_math;

/// Below, at, and above a block (64) and a tile (256); 4099 has whole blocks and a rest.
constexpr std::array<index_t, 12> counts = {0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 257, 4096 + 3};

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

template <class T, class Visitor>
void for_each_function(Visitor visit) {
    visit([](T x) { return host_math::exp(x); });
    visit([](T x) { return host_math::log(x); });
    visit([](T x) { return host_math::sin(x); });
    visit([](T x) { return host_math::cos(x); });
    visit([](T x) { return host_math::tanh(x); });
    visit([](T x) { return host_math::sqrt(x); });
}

/// A flat functor from a stateless callable over the elements.
template <class Callable, class Out, class... In>
struct call_functor {
    using inputs = tuple<In...>;
    using outputs = tuple<Out>;
    static constexpr bool uses_position = false;
    Callable callable;
    void operator()(index_t, const inputs& in, outputs& out) const {
        call(in, out, cushard::detail::index_list_of<inputs::size>{});
    }
    template <int... Index>
    void call(const inputs& in, outputs& out, cushard::detail::index_list<Index...>) const {
        get<0>(out) = callable(get<Index>(in)...);
    }
};

template <class T>
void expect_cuts_do_not_matter_to_any_function() {
    const std::vector<T> x = random_elements<T>(3000, 7);
    const std::vector<T> y = random_elements<T>(3000, 8);
    for_each_function<T>(
        [&](auto function) { expect_cuts_do_not_matter<T>(call_functor<decltype(function), T, T>{function}, x); });
    const auto power = [](T base, T exponent) { return host_math::pow(base, exponent); };
    expect_cuts_do_not_matter<T>(call_functor<decltype(power), T, T, T>{power}, x, y);
    // Products and sums of NaN with NaN among them, whose bits depend on the order of operands in the instruction.
    const auto sum = [](T a, T b, T c) { return a * b + c * a + b; };
    expect_cuts_do_not_matter<T>(call_functor<decltype(sum), T, T, T, T>{sum}, x, y, x);
}

TEST(HostBody, EveryFunctionOfFloatHasTheSameBitsHoweverTheRangeIsCut) {
    expect_cuts_do_not_matter_to_any_function<float>();
}
TEST(HostBody, EveryFunctionOfDoubleHasTheSameBitsHoweverTheRangeIsCut) {
    expect_cuts_do_not_matter_to_any_function<double>();
}

TEST(HostBody, AFloatExpressionHasTheSameBitsHoweverTheRangeIsCut) {
    const auto expression = [](float x, float y, float z) {
        return host_math::sqrt(x * x + y * y) * 0.5F + host_math::exp(-z);
    };
    expect_cuts_do_not_matter<float>(call_functor<decltype(expression), float, float, float, float>{expression},
                                     random_elements<float>(5000, 1), random_elements<float>(5000, 2),
                                     random_elements<float>(5000, 3));
}

TEST(HostBody, BytesToDoublesHaveTheSameBitsHoweverTheRangeIsCut) {
    const auto mixed = [](std::int8_t small, double wide) { return static_cast<double>(small) * wide + 1.0; };
    expect_cuts_do_not_matter<double>(call_functor<decltype(mixed), double, std::int8_t, double>{mixed},
                                      random_elements<std::int8_t>(5000, 1), random_elements<double>(5000, 2));
    const auto bytes = [](std::int8_t a, std::int8_t b) { return static_cast<std::int8_t>(a * 3 - b); };
    expect_cuts_do_not_matter<std::int8_t>(call_functor<decltype(bytes), std::int8_t, std::int8_t, std::int8_t>{bytes},
                                           random_elements<std::int8_t>(5000, 1),
                                           random_elements<std::int8_t>(5000, 2));
}

template <class T>
void expect_the_loop_computes_what_the_function_does() {
    const std::vector<T> x = random_elements<T>(5000, 9);
    for_each_function<T>([&](auto function) {
        std::vector<T> out(x.size());
        evaluate(call_functor<decltype(function), T, T>{function}, out, 0, static_cast<index_t>(x.size()), x);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const T alone = function(x[i]);
            if (alone != alone) {
                ASSERT_NE(out[i], out[i]) << x[i];
            } else {
                ASSERT_EQ(std::memcmp(&out[i], &alone, sizeof(T)), 0) << x[i];
            }
        }
    });
}

// The function alone is compiled for the baseline processor, the loop for this one.
TEST(HostBody, TheLoopComputesWhatTheFunctionOfFloatDoesAlone) {
    expect_the_loop_computes_what_the_function_does<float>();
}
TEST(HostBody, TheLoopComputesWhatTheFunctionOfDoubleDoesAlone) {
    expect_the_loop_computes_what_the_function_does<double>();
}

struct affine {
    using inputs = tuple<float>;
    using outputs = tuple<float>;
    static constexpr bool uses_position = false;
    float factor;
    float offset;
    void operator()(index_t, const inputs& in, outputs& out) const { get<0>(out) = get<0>(in) * factor + offset; }
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

TEST(HostBody, AnOutputMayBeAnInput) {
    const affine flat{2.0F, 1.0F};
    for (const index_t count : counts) {
        std::vector<float> data(static_cast<std::size_t>(count));
        std::iota(data.begin(), data.end(), 0.0F);
        evaluate(flat, data, 0, count, data);
        for (std::size_t i = 0; i < data.size(); ++i) ASSERT_EQ(data[i], 2.0F * static_cast<float>(i) + 1.0F) << count;
    }
}

/// Two outputs, which swap and scale the inputs.
struct exchange {
    using inputs = tuple<double, double>;
    using outputs = tuple<double, double>;
    static constexpr bool uses_position = false;
    void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = 2.0 * get<1>(in);
        get<1>(out) = get<0>(in) - 1.0;
    }
};

TEST(HostBody, AllInputsOfAnElementAreReadBeforeItsOutputsAreWritten) {
    for (const index_t count : counts) {
        std::vector<double> a(static_cast<std::size_t>(count));
        std::iota(a.begin(), a.end(), 0.0);
        std::vector<double> b(a.size());
        std::iota(b.begin(), b.end(), 10.0);
        void* const outputs[] = {a.data(), b.data()};
        const void* const inputs[] = {a.data(), b.data()};
        const exchange flat;
        host_body<exchange>(&flat, outputs, inputs, count, nullptr);
        for (std::size_t i = 0; i < a.size(); ++i) {
            ASSERT_EQ(a[i], 2.0 * (static_cast<double>(i) + 10.0)) << i << " of " << count;
            ASSERT_EQ(b[i], static_cast<double>(i) - 1.0) << i << " of " << count;
        }
    }
}

TEST(HostBody, AnInputMayRepeat) {
    const auto difference = [](float x, float y) { return x * y - y; };
    const std::vector<float> x = {1.0F, 2.0F, 3.0F};
    std::vector<float> out(3);
    evaluate(call_functor<decltype(difference), float, float, float>{difference}, out, 0, 3, x, x);
    EXPECT_EQ(out, (std::vector<float>{0.0F, 2.0F, 6.0F}));
}

/// No inputs; the element is its global index.
struct identity_of_position {
    using inputs = tuple<>;
    using outputs = tuple<std::int64_t>;
    static constexpr bool uses_position = true;
    void operator()(index_t position, const inputs&, outputs& out) const { get<0>(out) = position; }
};

TEST(HostBody, PositionsComeFromTheIndex) {
    for (const index_t count : counts) {
        std::vector<index_t> index(static_cast<std::size_t>(count));
        for (std::size_t i = 0; i < index.size(); ++i) index[i] = static_cast<index_t>(7 * i) + (index_t{1} << 40);
        std::vector<std::int64_t> out(index.size());
        void* const outputs[] = {out.data()};
        const void* const inputs[] = {nullptr};
        const identity_of_position flat;
        host_body<identity_of_position>(&flat, outputs, inputs, count, index.data());
        for (std::size_t i = 0; i < index.size(); ++i) ASSERT_EQ(out[i], index[i]) << count;
    }
}

struct particle {
    double position[3];
    int id;
};

TEST(HostBody, StructsAreElementsToo) {
    const auto move = [](particle p, double by) {
        return particle{{p.position[0], p.position[1], p.position[2] + by}, p.id};
    };
    std::vector<particle> in(67);
    for (int i = 0; i < 67; ++i) in[static_cast<std::size_t>(i)] = {{1.0, 2.0, 3.0}, i};
    std::vector<particle> out(in.size());
    evaluate(call_functor<decltype(move), particle, particle, double>{move}, out, 0, 67, in,
             std::vector<double>(67, 0.5));
    for (int i = 0; i < 67; ++i) {
        EXPECT_EQ(out[static_cast<std::size_t>(i)].position[2], 3.5);
        EXPECT_EQ(out[static_cast<std::size_t>(i)].id, i);
    }
}

/// What a functor throws for an element that is not there must not be seen.
struct checked {
    using inputs = tuple<int>;
    using outputs = tuple<int>;
    static constexpr bool uses_position = false;
    void operator()(index_t, const inputs& in, outputs& out) const {
        if (get<0>(in) == 0) throw std::runtime_error("zero");
        get<0>(out) = 12 / get<0>(in);
    }
};

TEST(HostBody, AFunctorMayThrowAndDoesSoOnlyForElementsOfTheRange) {
    const checked flat;
    std::vector<int> in = {1, 2, 3, 0};
    std::vector<int> out(4);
    EXPECT_NO_THROW(evaluate(flat, out, 0, 3, in));
    EXPECT_EQ(out, (std::vector<int>{12, 6, 4, 0}));
    EXPECT_THROW(evaluate(flat, out, 0, 4, in), std::runtime_error);
}

}  // namespace
