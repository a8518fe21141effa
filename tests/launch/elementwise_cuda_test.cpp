// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Every elementwise kernel against a plain loop, byte by byte, outputs' surroundings included. Compiled by nvcc the
// kernels run on the GPU, else on the host.

#include "elementwise_loops.hpp"

namespace {

using namespace cushard_test;
using cushard::detail::elements_per_thread;
using cushard::detail::launch_sizes;

template <class Flat>
Flat make() {
    if constexpr (std::is_same_v<Flat, scaled_float>)
        return Flat{3.0f};
    else
        return Flat{};
}
template <class Flat>
loop_under_test<Flat> loop(kernel_kind kind, std::vector<index_t> extents) {
    return loop_under_test<Flat>(make<Flat>(), kind, std::move(extents));
}
std::string named(const char* what, std::initializer_list<index_t> numbers) {
    std::string text = what;
    for (const index_t n : numbers) text += " " + std::to_string(n);
    return text;
}

template <class Flat>
class kernels : public testing::Test {
protected:
    void SetUp() override {
        if (const char* why = no_machine()) GTEST_SKIP() << why;
    }
    static constexpr int count = loop_under_test<Flat>::count;
    static constexpr int vector = elements_per_thread<Flat>();
};

using flats = testing::Types<xor_bool, summed<signed char>, summed<half>, scaled_float, summed<float>, summed<double>,
                             summed<complex<double>>, cushard_test::widened, chosen, cushard_test::narrowed, stretched,
                             sum_of_pairs, negative_colour, own_position, plus_position, two_outputs>;
TYPED_TEST_SUITE(kernels, flats);

TYPED_TEST(kernels, contiguous_loops_are_right_at_every_size) {
    const index_t tile = launch_sizes<TypeParam>::contiguous_block * index_t{TestFixture::vector};
    for (const index_t n : {index_t{0}, index_t{1}, index_t{2}, index_t{3}, tile - 1, tile, tile + 1, 3 * tile + 517})
        loop<TypeParam>(kernel_kind::contiguous, {n}).check(named("elements", {n}));
}

TYPED_TEST(kernels, a_loop_of_rank_0_is_one_element) {
    loop<TypeParam>(kernel_kind::contiguous, {}).check("contiguous");
    loop<TypeParam>(kernel_kind::strided, {}).check("strided");
}

TYPED_TEST(kernels, contiguous_operands_may_begin_anywhere) {
    std::mt19937 random(1);
    for (const index_t n : {1, 2, 15, 16, 17, 77}) {
        for (int moved = 0; moved < this->count; ++moved) {
            for (int steps = 0; steps < loop<TypeParam>(kernel_kind::contiguous, {n}).leads_of(moved); ++steps)
                loop<TypeParam>(kernel_kind::contiguous, {n})
                    .lead(moved, steps)
                    .check(named("elements, operand, steps", {n, moved, steps}));
        }
        for (int round = 0; round < 20; ++round) {
            auto all = loop<TypeParam>(kernel_kind::contiguous, {n});
            for (int i = 0; i < this->count; ++i)
                all.lead(i, static_cast<int>(random() % static_cast<unsigned>(all.leads_of(i))));
            all.check(named("elements, round", {n, round}));
        }
    }
}

TYPED_TEST(kernels, an_output_may_be_an_input) {
    using outputs = typename TypeParam::outputs;
    using inputs = typename TypeParam::inputs;
    if constexpr (inputs::size > 0) {
        using cushard::detail::tuple_element_t;
        if constexpr (std::is_same_v<tuple_element_t<0, outputs>, tuple_element_t<0, inputs>>) {
            for (int steps = 0; steps < loop<TypeParam>(kernel_kind::contiguous, {1}).leads_of(0); ++steps) {
                for (const index_t n : {1, 77, 3000})
                    loop<TypeParam>(kernel_kind::contiguous, {n})
                        .lead(0, steps)
                        .in_place(0, 0)
                        .check(named("contiguous: elements, steps", {n, steps}));
                loop<TypeParam>(kernel_kind::broadcast, {5, 77})
                    .lead(0, steps)
                    .in_place(0, 0)
                    .check(named("broadcast: steps", {steps}));
                loop<TypeParam>(kernel_kind::broadcast, {5, 512})
                    .lead(0, steps)
                    .in_place(0, 0)
                    .check(named("broadcast, whole vectors: steps", {steps}));
                loop<TypeParam>(kernel_kind::strided, {5, 7})
                    .lead(0, steps)
                    .strides(0, {1, 5})
                    .in_place(0, 0)
                    .check(named("strided: steps", {steps}));
            }
        }
    }
}

/// Operand by operand: whole, a row, a column, one element, or with gaps between the rows.
template <class Flat>
void broadcast(index_t rows, index_t columns, unsigned mix, unsigned leads) {
    auto l = loop<Flat>(kernel_kind::broadcast, {rows, columns});
    for (int i = 0; i < l.count; ++i) {
        l.lead(i, static_cast<int>(leads >> (4 * i)) % l.leads_of(i));
        if (i < l.outputs) continue;
        switch ((mix + static_cast<unsigned>(i)) % 6) {
            case 0:
                l.strides(i, {0, 1});
                break;
            case 1:
                l.strides(i, {1, 0});
                break;
            case 2:
                l.strides(i, {0, 0});
                break;
            case 3:
                l.strides(i, {columns, 1});
                break;
            case 4:
                l.strides(i, {columns + 3, 1});
                break;
            default:
                l.strides(i, {-columns, 1});
                break;
        }
    }
    l.check(named("rows, columns, mix, leads", {rows, columns, mix, leads}));
}

TYPED_TEST(kernels, broadcast_loops_are_right_at_every_size) {
    for (const index_t rows : {1, 2, 3, 7, 33})
        for (const index_t columns : {1, 2, 7, 8, 16, 48, 65, 256})
            for (unsigned mix = 0; mix < 6; ++mix) broadcast<TypeParam>(rows, columns, mix, 0);
}

TYPED_TEST(kernels, broadcast_loops_are_right_around_the_tile) {
    const index_t tile = launch_sizes<TypeParam>::broadcast_block * index_t{TestFixture::vector};
    for (const index_t columns : {tile - 1, tile, tile + 1, tile + TestFixture::vector, 2 * tile + 64})
        for (const index_t rows : {1, 2, 5})
            for (const unsigned mix : {0u, 3u}) broadcast<TypeParam>(rows, columns, mix, 0);
}

TYPED_TEST(kernels, broadcast_operands_may_begin_anywhere) {
    std::mt19937 random(2);
    for (int round = 0; round < 60; ++round) {
        const index_t vectors = 64 * TestFixture::vector;
        const index_t columns = vectors + static_cast<index_t>(random() % 3) * TestFixture::vector +
                                (round % 2 == 0 ? 0 : static_cast<index_t>(random() % 16));
        broadcast<TypeParam>(1 + static_cast<index_t>(random() % 6), columns, static_cast<unsigned>(random() % 6),
                             static_cast<unsigned>(random()));
    }
}

TYPED_TEST(kernels, a_long_row_is_folded_without_loss) {
    const index_t fold = 1024 * TestFixture::vector;
    for (const index_t columns : {fold, fold + 1, 2 * fold, 3 * fold + 5})
        for (const unsigned leads : {0u, 0x1111u})
            for (const unsigned mix : {1u, 2u}) broadcast<TypeParam>(1, columns, mix, leads);
}

TYPED_TEST(kernels, strided_loops_take_any_strides) {
    for (const bool wide : {false, true}) {
        const auto check = [&](const char* what, std::vector<index_t> extents, std::vector<index_t> strides) {
            for (int changed = 0; changed < this->count; ++changed) {
                auto l = loop<TypeParam>(kernel_kind::strided, extents);
                if (wide) l.wide();
                l.strides(changed, strides).check(named(what, {wide, changed}));
            }
        };
        check("transposed", {5, 7}, {1, 5});
        check("reversed", {5, 7}, {-7, -1});
        check("every third", {300}, {3});
        check("axes of one element", {1, 4, 1, 3, 1}, {100, -9, 5, 2, 0});
        check("rank 8", {2, 3, 1, 2, 3, 2, 1, 2}, {-72, 24, 0, 12, 4, 2, 9, -1});
        check("a block and one", {launch_sizes<TypeParam>::strided_block * 4 + 1}, {1});
        check("nothing", {3, 0, 2}, {2, 2, 1});
    }
}

TYPED_TEST(kernels, strided_inputs_may_repeat) {
    if constexpr (TypeParam::inputs::size > 0) {
        for (const std::vector<index_t>& strides : {std::vector<index_t>{0, 0, 1}, {0, 4, 0}, {12, 0, 0}, {0, 0, 0}})
            loop<TypeParam>(kernel_kind::strided, {6, 3, 4})
                .strides(TypeParam::outputs::size, strides)
                .check("repeats");
    }
}

class float_kernels : public testing::Test {
protected:
    void SetUp() override {
        if (const char* why = no_machine()) GTEST_SKIP() << why;
    }
};

TEST_F(float_kernels, more_column_tiles_than_a_chunk_meet_every_row) {
    const index_t columns = 256 * 256 * 4 + 4096;
    broadcast<summed<float>>(3, columns, 5, 0);
    broadcast<summed<float>>(3, columns + 1, 5, 0);
}

template <int Count, class... Ts>
struct many_floats : many_floats<Count - 1, float, Ts...> {};
template <class... Ts>
struct many_floats<0, Ts...> {
    using type = tuple<Ts...>;
};
template <int Count>
struct first_of_many {
    using inputs = typename many_floats<Count>::type;
    using outputs = tuple<float>;
    static constexpr bool uses_position = false;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const {
        get<0>(out) = get<0>(in) + get<Count - 1>(in);
    }
};

TEST_F(float_kernels, thirty_operands_are_no_special_case) {
    loop<first_of_many<30>>(kernel_kind::contiguous, {1000}).lead(7, 3).check("contiguous");
    loop<first_of_many<30>>(kernel_kind::broadcast, {3, 1000}).lead(7, 3).check("broadcast");
    loop<first_of_many<30>>(kernel_kind::strided, {3, 100}).strides(7, {1, 3}).check("strided");
    loop<first_of_many<30>>(kernel_kind::strided, {3, 100}).strides(7, {1, 3}).wide().check("wide");
}

TEST_F(float_kernels, more_operands_than_parameters_hold_are_a_clear_answer) {
    using flat = first_of_many<70>;
    cushard::operand operands[71] = {};
    float memory[2] = {};
    for (cushard::operand& o : operands) o = {memory, 4, false, {1}};
    cushard::geometry g{};
    g.kind = kernel_kind::strided;
    g.rank = 1;
    g.outputs = 1;
    g.inputs = 70;
    g.wide = true;
    g.extents[0] = 2;
    g.operands = operands;
    const auto never = [](auto&&...) { return cushard::status{}; };
    const cushard::status answer = cushard::detail::launch_elementwise(never, flat{}, g);
    EXPECT_EQ(answer.code, cushard::status_code::unsupported);
    EXPECT_NE(std::strstr(answer.text, "more operands"), nullptr);
}

}  // namespace
