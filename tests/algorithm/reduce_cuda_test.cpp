// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Compiled as CUDA: the GPU's reductions beside the definition, bit for bit. Skips where there is no GPU.

#include "cushard/algorithm/reduce.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "reduce_cases.hpp"

#if defined(__CUDACC__)
#include "cushard/algorithm/reduce_cuda.hpp"

#include <cuda_runtime_api.h>

namespace {
namespace on_cuda {

using namespace cases;
using cs::geometry;
using cs::kernel_kind;
using cs::operand;
using cs::detail::count_nodes;
using cs::detail::max_nodes;
using cs::detail::max_reducer;
using cs::detail::mean_reducer;
using cs::detail::merge_parts;
using cs::detail::min_reducer;
using cs::detail::reduce;
using cs::detail::reduce_counter_bytes;
using cs::detail::reduce_output;
using cs::detail::reduce_scratch_bytes;
using cs::detail::sum_of;
using cs::detail::sum_reducer;

// Memory of the device; `shift` elements lie before the first, so that it may stand on any boundary.
template <class T>
class on_device {
public:
    explicit on_device(index_t count, index_t shift = 0) : count_(count), shift_(shift) {
        EXPECT_EQ(cudaMalloc(&memory_, static_cast<std::size_t>(count + shift + 1) * sizeof(T)), cudaSuccess);
    }
    on_device(const buffer<T>& from, index_t shift = 0) : on_device(from.size(), shift) {
        EXPECT_EQ(cudaMemcpy(data(), from.data(), bytes(), cudaMemcpyHostToDevice), cudaSuccess);
    }
    on_device(const on_device&) = delete;
    on_device& operator=(const on_device&) = delete;
    ~on_device() { cudaFree(memory_); }

    T* data() const { return static_cast<T*>(memory_) + shift_; }
    index_t size() const { return count_; }
    T at(index_t i) const {
        T value;
        EXPECT_EQ(cudaMemcpy(&value, data() + i, sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
        return value;
    }

private:
    std::size_t bytes() const { return static_cast<std::size_t>(count_) * sizeof(T); }

    index_t count_;
    index_t shift_;
    void* memory_ = nullptr;
};

// Scratch whose counter starts at zero and whose other bytes are anything.
template <class Reducer>
class scratch_memory {
public:
    scratch_memory() : memory_(reduce_scratch_bytes<Reducer>) {
        cudaMemset(memory_.data(), 0xff, static_cast<std::size_t>(reduce_scratch_bytes<Reducer>));
        cudaMemset(memory_.data(), 0, reduce_counter_bytes);
    }
    operand what() const {
        operand each;
        each.data = memory_.data();
        each.element_bytes = static_cast<std::int32_t>(reduce_scratch_bytes<Reducer>);
        each.written = true;
        return each;
    }
    bool counter_is_zero() const {
        for (index_t i = 0; i < reduce_counter_bytes; ++i)
            if (memory_.at(i) != 0) return false;
        return true;
    }

private:
    on_device<char> memory_;
};

template <class T>
operand strided(const T* data, std::vector<index_t> strides) {
    operand each;
    each.data = const_cast<T*>(data);
    each.element_bytes = sizeof(T);
    std::copy(strides.begin(), strides.end(), each.strides);
    return each;
}

// Launches `reduce` over `extents`, from the global index `origin` on; an empty `extents` is one element.
template <class Flat, class Reducer, class Target>
void run(const Flat& flat, std::vector<index_t> extents, kernel_kind kind, std::vector<operand> inputs, index_t origin,
         index_t count, reduce_output output, Target* target, const scratch_memory<Reducer>& scratch) {
    std::vector<operand> operands = {strided(target, {}), scratch.what()};
    operands[0].written = true;
    operands.insert(operands.end(), inputs.begin(), inputs.end());
    geometry loop{};
    loop.kind = kind;
    loop.rank = static_cast<int>(extents.size());
    loop.outputs = 2;
    loop.inputs = static_cast<int>(inputs.size());
    loop.origin = origin;
    loop.operands = operands.data();
    index_t stride = 1;
    for (int d = loop.rank - 1; d >= 0; --d) {
        loop.extents[d] = extents[static_cast<std::size_t>(d)];
        loop.index_strides[d] = stride;
        stride *= loop.extents[d];
    }
    const typename reduce<Flat, Reducer>::functor functor{flat, count, output};
    const cs::status answer = launch_cuda(static_cast<reduce<Flat, Reducer>*>(nullptr), {}, &functor, loop);
    ASSERT_TRUE(answer.ok()) << answer.call << ": " << answer.text;
}

template <class Reducer, class Flat>
typename Reducer::result_type whole(const Flat& flat, std::vector<index_t> extents, kernel_kind kind,
                                    std::vector<operand> inputs) {
    index_t count = 1;
    for (index_t extent : extents) count *= extent;
    const scratch_memory<Reducer> scratch;
    const on_device<typename Reducer::result_type> result(1);
    // Twice: what the first leaves in the scratch must not matter.
    for (int time = 0; time < 2; ++time)
        run(flat, extents, kind, inputs, 0, count, reduce_output::result, result.data(), scratch);
    EXPECT_TRUE(scratch.counter_is_zero());
    return result.at(0);
}

template <class Reducer, class T>
typename Reducer::result_type of(const buffer<T>& x, index_t shift = 0) {
    const on_device<T> memory(x, shift);
    return whole<Reducer>(take<T, typename Reducer::value_type>{}, {x.size()}, kernel_kind::contiguous,
                          {strided(memory.data(), {1})});
}

template <class Reducer, class T>
typename Reducer::result_type expected(const buffer<T>& x) {
    buffer<typename Reducer::value_type> values(x.size());
    for (index_t i = 0; i < x.size(); ++i) values[i] = cs::convert<typename Reducer::value_type>(x[i]);
    return Reducer::finish(by_definition<Reducer>(values.data(), x.size()), x.size());
}

// Through parts; `kind` says which kernel takes them, `in_phase` whether they lie as in the whole array.
template <class Reducer, class T>
typename Reducer::result_type through_parts(const buffer<T>& x, const std::vector<index_t>& cuts, kernel_kind kind,
                                            bool in_phase) {
    using value = typename Reducer::value_type;
    const int parts = static_cast<int>(cuts.size()) - 1;
    const on_device<T> memory(x, in_phase ? 0 : 1);
    const on_device<value> nodes(parts * max_nodes);
    const on_device<typename Reducer::result_type> result(1);
    const scratch_memory<Reducer> scratch;
    typename merge_parts<Reducer>::functor merge{};
    merge.parts = parts;
    std::copy(cuts.begin(), cuts.end(), merge.boundaries);
    index_t used = 0;
    for (std::size_t p = 0; p + 1 < cuts.size(); ++p) {
        run(take<T, value>{}, {cuts[p + 1] - cuts[p]}, kind, {strided(memory.data() + cuts[p], {1})}, cuts[p], x.size(),
            reduce_output::nodes, nodes.data() + used, scratch);
        used += count_nodes(cuts[p], cuts[p + 1]);
    }
    EXPECT_TRUE(scratch.counter_is_zero());
    operand operands[2] = {strided(result.data(), {}), strided(nodes.data(), {1})};
    operands[0].written = true;
    geometry loop{};
    loop.rank = 1;
    loop.outputs = 1;
    loop.inputs = 1;
    loop.extents[0] = used;
    loop.operands = operands;
    const cs::status answer = launch_cuda(static_cast<merge_parts<Reducer>*>(nullptr), {}, &merge, loop);
    EXPECT_TRUE(answer.ok()) << answer.call << ": " << answer.text;
    return result.at(0);
}

class ReduceCuda : public testing::Test {
protected:
    void SetUp() override {
        int count = 0;
        if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) GTEST_SKIP() << "no CUDA device";
    }
};

const index_t boundary_sizes[] = {0,   1,    2,    3,    127,  128,  129,  255,   256,
                                  257, 4095, 4096, 4097, 8191, 8192, 8193, 65537, (1 << 20) + 3};

TEST_F(ReduceCuda, SumIsTheDefinitionBitForBit) {
    for (index_t n : boundary_sizes) {
        const auto x = buffer<float>::random(n, 1);
        EXPECT_TRUE(same_bits(of<sum_reducer<float>>(x), expected<sum_reducer<float>>(x))) << n;
    }
    std::mt19937 bits(2);
    for (int trial = 0; trial < 100; ++trial) {
        const auto x = buffer<float>::random(static_cast<index_t>(bits() % 200000), static_cast<unsigned>(trial));
        ASSERT_TRUE(same_bits(of<sum_reducer<float>>(x), expected<sum_reducer<float>>(x))) << x.size();
    }
}

TEST_F(ReduceCuda, EveryTileSizeGivesTheSameTree) {
    // One, two, four chunks of few vectors; four and more of many; few and many tiles.
    for (index_t n : {index_t{1} << 22, (index_t{1} << 23) - 5, (index_t{1} << 24), (index_t{1} << 24) + 1,
                      (index_t{1} << 26) + 12345}) {
        const auto x = buffer<float>::random(n, 3);
        EXPECT_TRUE(same_bits(of<sum_reducer<float>>(x), expected<sum_reducer<float>>(x))) << n;
    }
}

TEST_F(ReduceCuda, MisalignedOperandsGiveTheSameBits) {
    const auto floats = buffer<float>::random(100003, 4);
    for (index_t shift = 1; shift < 4; ++shift)
        EXPECT_TRUE(same_bits(of<sum_reducer<float>>(floats, shift), expected<sum_reducer<float>>(floats))) << shift;
    const auto bytes = buffer<std::int8_t>::random(100003, 5);
    for (index_t shift = 1; shift < 16; ++shift)
        EXPECT_EQ(of<sum_reducer<std::int8_t>>(bytes, shift), expected<sum_reducer<std::int8_t>>(bytes)) << shift;
    const auto doubles = buffer<double>::random(100003, 6);
    EXPECT_TRUE(same_bits(of<sum_reducer<double>>(doubles, 1), expected<sum_reducer<double>>(doubles)));
}

TEST_F(ReduceCuda, NoCutChangesABit) {
    std::mt19937 bits(7);
    for (int trial = 0; trial < 60; ++trial) {
        const index_t n = 1 + static_cast<index_t>(bits() % (trial % 4 == 0 ? 3000000 : 60000));
        const auto x = buffer<float>::random(n, static_cast<unsigned>(trial));
        const auto cuts = random_cuts(n, 1 + static_cast<int>(bits() % 8), bits);
        const auto right = expected<sum_reducer<float>>(x);
        ASSERT_TRUE(same_bits(through_parts<sum_reducer<float>>(x, cuts, kernel_kind::contiguous, true), right)) << n;
        ASSERT_TRUE(same_bits(through_parts<sum_reducer<float>>(x, cuts, kernel_kind::contiguous, false), right)) << n;
        ASSERT_TRUE(same_bits(through_parts<sum_reducer<float>>(x, cuts, kernel_kind::strided, true), right)) << n;
    }
}

TEST_F(ReduceCuda, LargePartsOfManyTiles) {
    const auto x = buffer<float>::random((1 << 25) + 77, 8);
    const auto right = expected<sum_reducer<float>>(x);
    const std::vector<index_t> cuts = {0, 1, 20000001, x.size()};
    EXPECT_TRUE(same_bits(through_parts<sum_reducer<float>>(x, cuts, kernel_kind::contiguous, true), right));
    EXPECT_TRUE(same_bits(through_parts<sum_reducer<float>>(x, cuts, kernel_kind::strided, true), right));
}

/// A reducer and the type of the elements that it is for.
template <class Reducer, class T>
struct reduction {
    using reducer = Reducer;
    using element = T;
};
template <class Reduction>
class ReduceCudaOf : public ReduceCuda {};
// Elements of 1, 2, 4, 8 and 16 bytes, accumulators of as many; each kind of number.
using reductions =
    testing::Types<reduction<sum_reducer<bool>, bool>, reduction<sum_reducer<std::int8_t>, std::int8_t>,
                   reduction<sum_reducer<cs::half>, cs::half>, reduction<sum_reducer<double>, double>,
                   reduction<sum_reducer<cs::complex<double>>, cs::complex<double>>, reduction<min_reducer<bool>, bool>,
                   reduction<max_reducer<std::uint16_t>, std::uint16_t>,
                   reduction<max_reducer<cs::bfloat16>, cs::bfloat16>, reduction<min_reducer<float>, float>,
                   reduction<min_reducer<cs::complex<float>>, cs::complex<float>>>;
TYPED_TEST_SUITE(ReduceCudaOf, reductions);

TYPED_TEST(ReduceCudaOf, IsTheDefinition) {
    using reducer = typename TypeParam::reducer;
    using element = typename TypeParam::element;
    std::mt19937 bits(9);
    for (index_t n : {1, 3, 4097, 70001}) {
        const auto x = buffer<element>::random(n, 10);
        const auto right = expected<reducer>(x);
        ASSERT_TRUE(same_bits(of<reducer>(x), right)) << reducer::name << ' ' << n;
        ASSERT_TRUE(same_bits(of<reducer>(x, 1), right)) << reducer::name << ' ' << n;
        const auto cuts = random_cuts(n, 5, bits);
        ASSERT_TRUE(same_bits(through_parts<reducer>(x, cuts, kernel_kind::contiguous, true), right)) << reducer::name;
    }
}

TEST_F(ReduceCuda, MeanDividesBeforeItRounds) {
    buffer<cs::half> large(3);
    for (index_t i = 0; i < 3; ++i) large[i] = cs::half(40000.0f);
    EXPECT_EQ(static_cast<float>(of<mean_reducer<cs::half>>(large)), 40000.0f);
    const auto x = buffer<float>::random(12345, 11);
    EXPECT_TRUE(same_bits(of<mean_reducer<float>>(x), expected<mean_reducer<float>>(x)));
    const auto integers = buffer<std::int32_t>::random(12345, 12);
    EXPECT_TRUE(same_bits(of<mean_reducer<std::int32_t>>(integers), expected<mean_reducer<std::int32_t>>(integers)));
}

TEST_F(ReduceCuda, AFusedExpressionIsReducedUnmaterialised) {
    for (index_t n : {5001, 3000001}) {
        const auto x = buffer<float>::random(n, 13);
        const auto y = buffer<float>::random(n, 14);
        buffer<float> values(n);
        for (index_t i = 0; i < n; ++i) values[i] = x[i] * y[i];
        const float right = by_definition<sum_of<float>>(values.data(), n);
        for (index_t shift : {0, 1, 2}) {
            const on_device<float> xs(x);
            const on_device<float> ys(y, shift);
            EXPECT_TRUE(same_bits(whole<sum_of<float>>(product{}, {n}, kernel_kind::contiguous,
                                                       {strided(xs.data(), {1}), strided(ys.data(), {1})}),
                                  right));
        }
    }
}

TEST_F(ReduceCuda, PositionsAreGlobalIndices) {
    for (index_t n : {0, 1, 4097, 1000003})
        EXPECT_EQ(whole<sum_of<index_t>>(counting{}, {n}, kernel_kind::contiguous, {}), n * (n - 1) / 2);
}

TEST_F(ReduceCuda, StridedOperandsAreReadInCOrder) {
    const index_t a = 37, b = 41, c = 211;
    const auto x = buffer<std::int8_t>::random(a * b * c, 15);
    const auto y = buffer<double>::random(c, 16);
    buffer<double> values(a * b * c);
    index_t i = 0;
    for (index_t j = 0; j < a; ++j)
        for (index_t k = 0; k < b; ++k)
            for (index_t l = 0; l < c; ++l, ++i)
                values[i] = static_cast<double>(x[l * a * b + (b - 1 - k) * a + j]) * y[l] + static_cast<double>(i);
    const on_device<std::int8_t> xs(x);
    const on_device<double> ys(y);
    const std::vector<operand> inputs = {strided(xs.data() + (b - 1) * a, {1, -a, a * b}),
                                         strided(ys.data(), {0, 0, 1})};
    EXPECT_TRUE(same_bits(whole<sum_of<double>>(mixed{}, {a, b, c}, kernel_kind::strided, inputs),
                          by_definition<sum_of<double>>(values.data(), a * b * c)));
}

TEST_F(ReduceCuda, MoreElementsThanThirtyTwoBitsCount) {
    buffer<float> one(1);
    one[0] = 1.0f;
    const on_device<float> memory(one);
    const index_t rows = 65536, columns = 65537;
    EXPECT_EQ(
        whole<sum_of<float>>(take<float>{}, {rows, columns}, kernel_kind::strided, {strided(memory.data(), {0, 0})}),
        static_cast<float>(rows * columns));
}

TEST_F(ReduceCuda, NanAndInfinitiesPassThroughMinAndMax) {
    const float inf = std::numeric_limits<float>::infinity();
    auto x = buffer<float>::random(100000, 17);
    for (index_t place : {0, 31, 4096, 99999}) {
        const float kept = x[place];
        x[place] = std::numeric_limits<float>::quiet_NaN();
        EXPECT_TRUE(std::isnan(of<min_reducer<float>>(x)));
        EXPECT_TRUE(std::isnan(of<max_reducer<float>>(x)));
        x[place] = kept;
    }
    buffer<float> single(1);
    single[0] = inf;
    EXPECT_EQ(of<min_reducer<float>>(single), inf);
    single[0] = -inf;
    EXPECT_EQ(of<max_reducer<float>>(single), -inf);
}

}  // namespace on_cuda
}  // namespace

#else

TEST(ReduceCuda, IsCompiledAsCuda) { GTEST_SKIP() << "not compiled by nvcc"; }

#endif
