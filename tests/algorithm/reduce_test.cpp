// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/algorithm/reduce.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "reduce_cases.hpp"

namespace {

using namespace cases;
using cs::geometry;
using cs::kernel_kind;
using cs::operand;
using cs::detail::count_nodes;
using cs::detail::max_of;
using cs::detail::max_parts;
using cs::detail::max_reducer;
using cs::detail::mean_reducer;
using cs::detail::merge_parts;
using cs::detail::min_of;
using cs::detail::min_reducer;
using cs::detail::reduce;
using cs::detail::reduce_output;
using cs::detail::sum_of;
using cs::detail::sum_reducer;

template <class T>
operand strided(const T* data, std::vector<index_t> strides) {
    operand what;
    what.data = const_cast<T*>(data);
    what.element_bytes = sizeof(T);
    std::copy(strides.begin(), strides.end(), what.strides);
    return what;
}

// Runs the kernel type on the host over `extents`, from the global index `origin` on.
template <class Flat, class Reducer, class Target>
void run(const Flat& flat, std::vector<index_t> extents, std::vector<operand> inputs, index_t origin, index_t count,
         reduce_output output, Target* target) {
    operand written;
    written.data = target;
    written.element_bytes = sizeof(Target);
    written.written = true;
    inputs.insert(inputs.begin(), written);
    geometry loop{};
    loop.kind = extents.size() == 1 ? kernel_kind::contiguous : kernel_kind::strided;
    loop.rank = static_cast<int>(extents.size());
    loop.outputs = 1;
    loop.inputs = static_cast<int>(inputs.size()) - 1;
    loop.origin = origin;
    loop.operands = inputs.data();
    index_t stride = 1;
    for (int d = loop.rank - 1; d >= 0; --d) {
        loop.extents[d] = extents[static_cast<std::size_t>(d)];
        loop.index_strides[d] = stride;
        stride *= loop.extents[d];
    }
    const typename reduce<Flat, Reducer>::functor functor{flat, count, output};
    reduce<Flat, Reducer>::host(&functor, loop);
}

template <class Reducer, class Flat>
typename Reducer::result_type whole(const Flat& flat, std::vector<index_t> extents, std::vector<operand> inputs) {
    index_t count = 1;
    for (index_t extent : extents) count *= extent;
    typename Reducer::result_type result;
    run<Flat, Reducer>(flat, extents, inputs, 0, count, reduce_output::result, &result);
    return result;
}

template <class Reducer, class T>
typename Reducer::result_type of(const T* data, index_t count) {
    return whole<Reducer>(take<T, typename Reducer::value_type>{}, {count}, {strided(data, {1})});
}

template <class Reducer, class T>
typename Reducer::result_type of(std::initializer_list<T> values) {
    return of<Reducer>(values.begin(), static_cast<index_t>(values.size()));
}

template <class Reducer, class T>
typename Reducer::result_type expected(const T* data, index_t count) {
    buffer<typename Reducer::value_type> values(count);
    for (index_t i = 0; i < count; ++i) values[i] = cs::convert<typename Reducer::value_type>(data[i]);
    return Reducer::finish(by_definition<Reducer>(values.data(), count), count);
}

// The result through parts at the given boundaries, each reduced by itself and then merged.
template <class Reducer, class T>
typename Reducer::result_type through_parts(const buffer<T>& x, const std::vector<index_t>& cuts) {
    using value = typename Reducer::value_type;
    const int parts = static_cast<int>(cuts.size()) - 1;
    buffer<value> values(parts * cs::detail::max_nodes);
    index_t used = 0;
    typename merge_parts<Reducer>::functor merge{};
    merge.parts = parts;
    std::copy(cuts.begin(), cuts.end(), merge.boundaries);
    for (std::size_t p = 0; p + 1 < cuts.size(); ++p) {
        const index_t first = cuts[p];
        const index_t last = cuts[p + 1];
        run<take<T, value>, Reducer>({}, {last - first}, {strided(x.data() + first, {1})}, first, x.size(),
                                     reduce_output::nodes, values.data() + used);
        used += count_nodes(first, last);
    }
    typename Reducer::result_type result;
    operand operands[2] = {strided(&result, {}), strided(values.data(), {1})};
    operands[0].written = true;
    geometry loop{};
    loop.rank = 1;
    loop.outputs = 1;
    loop.inputs = 1;
    loop.extents[0] = used;
    loop.operands = operands;
    merge_parts<Reducer>::host(&merge, loop);
    return result;
}

const index_t boundary_sizes[] = {0, 1, 2, 3, 127, 128, 129, 255, 256, 257, 4095, 4096, 4097, (1 << 20) + 3};

TEST(ReduceHost, SumIsTheDefinitionBitForBit) {
    for (index_t n : boundary_sizes) {
        const auto x = buffer<float>::random(n, 1);
        EXPECT_TRUE(same_bits(of<sum_reducer<float>>(x.data(), n), expected<sum_reducer<float>>(x.data(), n))) << n;
    }
    std::mt19937 bits(2);
    for (int trial = 0; trial < 200; ++trial) {
        const index_t n = static_cast<index_t>(bits() % (trial % 8 == 0 ? 100000 : 3000));
        const auto x = buffer<float>::random(n, static_cast<unsigned>(trial));
        ASSERT_TRUE(same_bits(of<sum_reducer<float>>(x.data(), n), expected<sum_reducer<float>>(x.data(), n))) << n;
    }
}

TEST(ReduceHost, NoCutChangesABit) {
    std::mt19937 bits(3);
    for (int trial = 0; trial < 200; ++trial) {
        const index_t n = static_cast<index_t>(bits() % (trial % 8 == 0 ? 200000 : 3000));
        const auto x = buffer<float>::random(n, static_cast<unsigned>(trial));
        const auto cuts = random_cuts(n, 1 + static_cast<int>(bits() % 8), bits);
        ASSERT_TRUE(same_bits(through_parts<sum_reducer<float>>(x, cuts), expected<sum_reducer<float>>(x.data(), n)))
            << trial << ' ' << n;
    }
}

TEST(ReduceHost, MostPartsThatOneMergeTakes) {
    std::mt19937 bits(4);
    const auto x = buffer<float>::random(10007, 4);
    const auto cuts = random_cuts(x.size(), max_parts, bits);
    EXPECT_TRUE(same_bits(through_parts<sum_reducer<float>>(x, cuts), expected<sum_reducer<float>>(x.data(), 10007)));
}

template <class T>
class ReduceHostOf : public testing::Test {};
using element_types = testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                     std::uint16_t, std::uint32_t, std::uint64_t, cs::half, cs::bfloat16, float, double,
                                     cs::complex<float>, cs::complex<double>>;
TYPED_TEST_SUITE(ReduceHostOf, element_types);

template <class Reducer, class T>
void is_the_definition_whole_and_in_parts() {
    std::mt19937 bits(5);
    for (index_t n : {1, 2, 3, 255, 256, 257, 4097, 70001}) {
        const auto x = buffer<T>::random(n, 6);
        const auto right = expected<Reducer>(x.data(), n);
        ASSERT_TRUE(same_bits(of<Reducer>(x.data(), n), right)) << Reducer::name << ' ' << n;
        ASSERT_TRUE(same_bits(through_parts<Reducer>(x, random_cuts(n, 5, bits)), right)) << Reducer::name << ' ' << n;
    }
}

TYPED_TEST(ReduceHostOf, SumIsTheDefinition) {
    is_the_definition_whole_and_in_parts<sum_reducer<TypeParam>, TypeParam>();
}
TYPED_TEST(ReduceHostOf, MeanIsTheDefinition) {
    is_the_definition_whole_and_in_parts<mean_reducer<TypeParam>, TypeParam>();
}
TYPED_TEST(ReduceHostOf, MinIsTheDefinition) {
    is_the_definition_whole_and_in_parts<min_reducer<TypeParam>, TypeParam>();
}
TYPED_TEST(ReduceHostOf, MaxIsTheDefinition) {
    is_the_definition_whole_and_in_parts<max_reducer<TypeParam>, TypeParam>();
}

TEST(ReduceHost, AFusedExpressionIsEvaluatedOnce) {
    const auto x = buffer<float>::random(5001, 7);
    const auto y = buffer<float>::random(5001, 8);
    buffer<float> values(5001);
    for (index_t i = 0; i < values.size(); ++i) values[i] = x[i] * y[i];
    EXPECT_TRUE(same_bits(whole<sum_of<float>>(product{}, {5001}, {strided(x.data(), {1}), strided(y.data(), {1})}),
                          by_definition<sum_of<float>>(values.data(), 5001)));
}

TEST(ReduceHost, PositionsAreGlobalIndices) {
    for (index_t n : {0, 1, 255, 256, 257, 100003})
        EXPECT_EQ(whole<sum_of<index_t>>(counting{}, {n}, {}), n * (n - 1) / 2);
    index_t nodes[cs::detail::max_nodes];
    run<counting, sum_of<index_t>>({}, {10}, {}, 7, 100, reduce_output::nodes, nodes);
    ASSERT_EQ(count_nodes(7, 17), 3);
    EXPECT_EQ(nodes[0], 7);
    EXPECT_EQ(nodes[1], 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15);
    EXPECT_EQ(nodes[2], 16);
}

TEST(ReduceHost, StridedOperandsAreReadInCOrderOfTheArray) {
    // 37 x 41 x 11: a reversed transpose beside a broadcast row.
    const index_t a = 37, b = 41, c = 11;
    const auto x = buffer<std::int8_t>::random(a * b * c, 9);
    const auto y = buffer<double>::random(c, 10);
    buffer<double> values(a * b * c);
    index_t i = 0;
    for (index_t j = 0; j < a; ++j)
        for (index_t k = 0; k < b; ++k)
            for (index_t l = 0; l < c; ++l, ++i)
                values[i] = static_cast<double>(x[l * a * b + (b - 1 - k) * a + j]) * y[l] + static_cast<double>(i);
    const std::vector<operand> inputs = {strided(x.data() + (b - 1) * a, {1, -a, a * b}), strided(y.data(), {0, 0, 1})};
    EXPECT_TRUE(same_bits(whole<sum_of<double>>(mixed{}, {a, b, c}, inputs),
                          by_definition<sum_of<double>>(values.data(), a * b * c)));
}

TEST(ReduceHost, APartOfRowsHasItsPlaceInTheWholeArray) {
    // Rows 3 to 9 of the transpose of a 50 x 13 matrix, of 13 rows in all.
    const index_t rows = 13, columns = 50, first = 3, last = 9;
    const auto x = buffer<std::int8_t>::random(rows * columns, 11);
    const double y = 0.75;
    buffer<double> values((last - first) * columns);
    for (index_t i = 0; i < values.size(); ++i) {
        const index_t row = first + i / columns;
        values[i] = static_cast<double>(x[i % columns * rows + row]) * y + static_cast<double>(first * columns + i);
    }
    double nodes[cs::detail::max_nodes];
    run<mixed, sum_of<double>>({}, {last - first, columns}, {strided(x.data() + first, {1, rows}), strided(&y, {0, 0})},
                               first * columns, rows * columns, reduce_output::nodes, nodes);
    int k = 0;
    for (const cs::detail::tree_node& node : cs::detail::nodes_of(first * columns, last * columns))
        EXPECT_TRUE(same_bits(
            nodes[k++], by_definition<sum_of<double>>(values.data() + node.begin() - first * columns, node.size())));
}

TEST(ReduceHost, ALoopWithoutAxesIsOneElement) {
    const double x = 1.5;
    EXPECT_EQ(whole<sum_of<double>>(take<double>{}, {}, {strided(&x, {})}), 1.5);
}

TEST(ReduceHost, BroadcastScalarCountsEveryTime) {
    const float one = 1.0f;
    EXPECT_EQ(whole<sum_of<float>>(take<float>{}, {100, 1000}, {strided(&one, {0, 0})}), 100000.0f);
}

TEST(ReduceHost, NothingSumsToPositiveZeroAndHasNoMean) {
    EXPECT_TRUE(same_bits(of<sum_reducer<float>, float>({}), 0.0f));
    EXPECT_EQ((of<sum_reducer<int>, int>({})), 0);
    EXPECT_TRUE(std::isnan(of<mean_reducer<float>, float>({})));
    EXPECT_TRUE(std::isnan(of<mean_reducer<int>, int>({})));
}

TEST(ReduceHost, NegativeZeroIsKept) {
    EXPECT_TRUE(same_bits(of<sum_reducer<float>, float>({-0.0f, -0.0f, -0.0f}), -0.0f));
    EXPECT_TRUE(same_bits(of<min_reducer<float>, float>({-0.0f}), -0.0f));
}

// The rows of the table of cases from the field.

TEST(ReduceHostCases, ManyFloatOnesSumExactly) {  // arrayfire#3571, cupy#6439, scaled
    const float one = 1.0f;
    EXPECT_EQ(whole<sum_of<float>>(take<float>{}, {100000000}, {strided(&one, {0})}), 100000000.0f);
}

TEST(ReduceHostCases, RowOfTenthsStaysAccurate) {  // chainer#6249
    buffer<float> x(2 * 262144);
    for (index_t i = 0; i < x.size(); ++i) x[i] = i < 262144 ? 1.0f : 0.1f;
    EXPECT_NEAR(static_cast<double>(of<sum_reducer<float>>(x.data(), x.size())), 288358.4, 1.0);
}

TEST(ReduceHostCases, MeanOfLargeHalvesIsFinite) {  // torch#44350
    const cs::half large(40000.0f);
    EXPECT_EQ(static_cast<float>(of<mean_reducer<cs::half>>({large, large, large})), 40000.0f);
    EXPECT_TRUE(std::isinf(static_cast<float>(of<sum_reducer<cs::half>>({large, large, large}))));
}

TEST(ReduceHostCases, SmallIntegersDoNotOverflow) {  // arrayfire#884, #1976
    buffer<std::int8_t> x(1000);
    buffer<std::uint8_t> y(1000);
    for (index_t i = 0; i < 1000; ++i) x[i] = -128, y[i] = 255;
    EXPECT_EQ(of<sum_reducer<std::int8_t>>(x.data(), 1000), -128000);
    EXPECT_EQ(of<sum_reducer<std::uint8_t>>(y.data(), 1000), 255000u);
    EXPECT_EQ(of<mean_reducer<std::int8_t>>(x.data(), 1000), -128.0);
    EXPECT_EQ(of<mean_reducer<std::uint8_t>>(y.data(), 1000), 255.0);
}

TEST(ReduceHostCases, MeanOfLargeIntegersDoesNotWrap) {
    const std::int64_t large = std::int64_t{1} << 62;
    EXPECT_EQ(of<mean_reducer<std::int64_t>>({large, large, large}), 4611686018427387904.0);
}

TEST(ReduceHostCases, NanPassesThroughMinAndMax) {  // chainer#1366
    const float nan = std::numeric_limits<float>::quiet_NaN();
    for (int place = 0; place < 4; ++place) {
        float x[] = {-1.0f, 0.0f, 1.0f, 2.0f};
        x[place] = nan;
        EXPECT_TRUE(std::isnan(of<min_reducer<float>>(x, 4))) << place;
        EXPECT_TRUE(std::isnan(of<max_reducer<float>>(x, 4))) << place;
    }
    const cs::complex<float> half_nan(7.0f, nan);
    for (auto order : {true, false}) {
        cs::complex<float> z[] = {order ? half_nan : cs::complex<float>(1.0f), order ? 1.0f : half_nan};
        EXPECT_TRUE(std::isnan(of<min_reducer<cs::complex<float>>>(z, 2).imag()));
        EXPECT_TRUE(std::isnan(of<max_reducer<cs::complex<float>>>(z, 2).imag()));
    }
}

TEST(ReduceHostCases, InfinitiesAreTheirOwnMinAndMax) {  // vexcl (source)
    const double inf = std::numeric_limits<double>::infinity();
    EXPECT_EQ(of<min_reducer<double>>({inf}), inf);
    EXPECT_EQ(of<max_reducer<double>>({-inf}), -inf);
    EXPECT_EQ(static_cast<float>(of<min_reducer<cs::half>>({cs::half(static_cast<float>(inf))})),
              static_cast<float>(inf));
    EXPECT_EQ(of<min_reducer<std::int8_t>>({std::int8_t{127}}), 127);
    EXPECT_EQ(of<max_reducer<std::uint16_t>>({std::uint16_t{0}}), 0);
}

TEST(ReduceHostCases, OneElementViewOfALargerArray) {  // arrayfire#981
    const float x[] = {-1.0f, -1.0f, -1.0f, -1.0f};
    EXPECT_EQ(of<sum_reducer<float>>(x + 2, 1), -1.0f);
}

TEST(ReduceHostCases, OnesSumTheSameEveryTime) {  // vexcl#177
    buffer<float> x(1024);
    for (index_t i = 0; i < 1024; ++i) x[i] = 1.0f;
    for (int trial = 0; trial < 1000; ++trial) ASSERT_EQ(of<sum_reducer<float>>(x.data(), 1024), 1024.0f);
}

}  // namespace
