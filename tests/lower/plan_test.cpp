// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/lower/plan.hpp"

#include "cushard/layout/broadcast.hpp"
#include "cushard/layout/slice.hpp"
#include "cushard/layout/transpose.hpp"

#include "lower/layouts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

namespace cs = cushard;
using cs::index_t;
using cs::kernel_kind;
using cs::shape;
using cs::strided_layout;
using cs::detail::global_place;

/// One element of a loop: each operand's offset, then the global index.
using element = std::vector<index_t>;

/// A place no memory stands at; elements are one byte, so that offsets are differences of addresses.
char* const base = reinterpret_cast<char*>(std::uintptr_t{1} << 40);

/// Stands in a loop wherever planning is to write before it reads.
constexpr index_t unset = index_t{0x5a5a5a5a} << 24;

/// A loop and its operands, the output first.
struct planned {
    std::vector<cs::operand> operands;
    cs::geometry nest;

    planned(const std::vector<strided_layout>& layouts, const shape& extents, int outputs = 1) {
        for (const strided_layout& each : layouts) {
            const bool written = static_cast<int>(operands.size()) < outputs;
            cs::operand& bound = operands.emplace_back();
            std::fill(std::begin(bound.strides), std::end(bound.strides), unset);
            cs::detail::bind_operand(bound, base, 1, written, each, extents);
        }
        std::fill(std::begin(nest.extents), std::end(nest.extents), unset);
        std::fill(std::begin(nest.index_strides), std::end(nest.index_strides), unset);
        nest.outputs = outputs;
        nest.inputs = static_cast<std::int32_t>(layouts.size()) - outputs;
        nest.operands = operands.data();
    }
};

planned plan_of(const std::vector<strided_layout>& layouts, const shape& extents, bool uses_position = false) {
    planned out(layouts, extents);
    cs::detail::plan(out.nest, extents, cs::detail::whole_place(extents), uses_position);
    return out;
}

using cushard_test::for_each_index;
using cushard_test::layout_source;

std::vector<element> elements_of(const cs::geometry& nest, bool positions) {
    std::vector<element> out;
    const shape extents(std::span<const index_t>(nest.extents, static_cast<std::size_t>(nest.rank)));
    for_each_index(extents, [&](const auto& at) {
        element one;
        for (int k = 0; k < nest.outputs + nest.inputs; ++k) {
            index_t offset = static_cast<char*>(nest.operands[k].data) - base;
            for (int d = 0; d < nest.rank; ++d) offset += at[static_cast<std::size_t>(d)] * nest.operands[k].strides[d];
            one.push_back(offset);
        }
        index_t global = nest.origin;
        for (int d = 0; d < nest.rank; ++d) global += at[static_cast<std::size_t>(d)] * nest.index_strides[d];
        one.push_back(positions ? global : 0);
        out.push_back(one);
    });
    return out;
}

std::vector<element> naive(const std::vector<strided_layout>& layouts, const shape& extents, const global_place& place,
                           bool positions) {
    std::vector<element> out;
    std::vector<strided_layout> full;
    for (const strided_layout& each : layouts) full.push_back(cs::broadcast_to("naive", each, extents));
    for_each_index(extents, [&](const auto& at) {
        element one;
        for (const strided_layout& each : full) {
            index_t offset = each.offset;
            for (int d = 0; d < extents.rank(); ++d) offset += at[static_cast<std::size_t>(d)] * each.stride(d);
            one.push_back(offset);
        }
        index_t global = place.origin;
        for (int d = 0; d < extents.rank(); ++d) {
            global += at[static_cast<std::size_t>(d)] * place.strides[static_cast<std::size_t>(d)];
        }
        one.push_back(positions ? global : 0);
        out.push_back(one);
    });
    return out;
}

/// What a kind promises to the kernels: the text of the first promise that does not hold.
std::string broken_promise(const cs::geometry& nest, bool positions) {
    const auto every_inner = [&](auto allowed) {
        for (int k = 0; k < nest.outputs + nest.inputs; ++k) {
            if (!allowed(k, nest.operands[k].strides[nest.rank - 1])) return false;
        }
        return true;
    };
    if (nest.kind == kernel_kind::contiguous) {
        if (nest.rank > 1) return "contiguous: rank " + std::to_string(nest.rank);
        if (nest.rank == 1 && !every_inner([](int, index_t stride) { return stride == 1; }))
            return "contiguous: stride";
        if (nest.rank == 1 && positions && nest.index_strides[0] != 1) return "contiguous: positions";
    }
    if (nest.kind == kernel_kind::broadcast) {
        if (nest.rank != 2) return "broadcast: rank " + std::to_string(nest.rank);
        if (!every_inner([&](int k, index_t stride) { return stride == 1 || (stride == 0 && k >= nest.outputs); })) {
            return "broadcast: inner stride";
        }
        if (nest.operands[0].strides[0] != nest.extents[1]) return "broadcast: the output has gaps";
        if (positions && nest.index_strides[1] != 1) return "broadcast: positions";
    }
    return {};
}

TEST(Plan, ThePlannedLoopTouchesTheSameElementsAsTheNaiveOne) {
    layout_source source(1);
    for (int round = 0; round < 6000; ++round) {
        const shape extents = source.extents();
        std::vector<strided_layout> layouts{source.of(extents)};
        for (index_t k = source.draw(0, 3); k > 0; --k) layouts.push_back(source.broadcasting_to(extents));
        const bool positions = source.draw(0, 1) == 0;
        global_place place = cs::detail::whole_place(extents);
        place.origin = source.draw(0, 1000);
        planned out(layouts, extents);
        cs::detail::plan(out.nest, extents, place, positions);
        auto met = elements_of(out.nest, positions);
        auto expected = naive(layouts, extents, place, positions);
        std::ranges::sort(met);
        std::ranges::sort(expected);
        ASSERT_EQ(met, expected) << "round " << round << ", shape " << to_string(extents);
        ASSERT_EQ(broken_promise(out.nest, positions), "") << "round " << round << ", shape " << to_string(extents);
    }
}

TEST(Plan, AxesCutOutOfAnArrayTouchTheSameElements) {
    const strided_layout whole = cs::c_contiguous({4, 5, 6, 7});
    const std::array<cs::index_arg, 4> cut{cs::slice(cs::none, cs::none, -1), 2, cs::slice(1, cs::end, 2),
                                           cs::slice(5, 1, -3)};
    const strided_layout part = cs::index(whole, cut);
    const std::array<cs::index_arg, 2> with_new{cs::newaxis, cs::ellipsis};
    const strided_layout other = cs::index(cs::c_contiguous({3, 2}), with_new);
    ASSERT_EQ(to_string(part.extents), "[4, 3, 2]");
    ASSERT_EQ(to_string(other.extents), "[1, 3, 2]");
    planned out = plan_of({part, other}, part.extents, true);
    auto met = elements_of(out.nest, true);
    auto expected = naive({part, other}, part.extents, cs::detail::whole_place(part.extents), true);
    std::ranges::sort(met);
    std::ranges::sort(expected);
    EXPECT_EQ(met, expected);
}

TEST(Plan, ALoopInOrderKeepsCOrder) {
    layout_source source(2);
    for (int round = 0; round < 4000; ++round) {
        const shape extents = source.extents();
        std::vector<strided_layout> layouts{strided_layout{}};
        for (index_t k = source.draw(0, 3); k > 0; --k) layouts.push_back(source.broadcasting_to(extents));
        const bool positions = source.draw(0, 1) == 0;
        global_place place = cs::detail::whole_place(extents);
        place.origin = source.draw(0, 1000);
        planned out(layouts, extents);
        cs::detail::plan_in_order(out.nest, extents, place, positions);
        ASSERT_EQ(elements_of(out.nest, positions), naive(layouts, extents, place, positions))
            << "round " << round << ", shape " << to_string(extents);
        bool along = out.nest.rank <= 1;
        for (int k = 1; along && out.nest.rank == 1 && k <= out.nest.inputs; ++k) {
            along = out.nest.operands[k].strides[0] == 1;
        }
        ASSERT_EQ(out.nest.kind, along ? kernel_kind::contiguous : kernel_kind::strided) << "round " << round;
    }
}

TEST(Plan, DenseOperandsOfAnyRankAreOneRun) {
    for (const shape& extents : {shape{}, shape({1}), shape({7}), shape({3, 4}), shape({2, 1, 3, 4, 5})}) {
        const strided_layout dense = cs::c_contiguous(extents);
        const planned out = plan_of({dense, dense, dense}, extents, true);
        EXPECT_EQ(out.nest.kind, kernel_kind::contiguous) << to_string(extents);
        EXPECT_LE(out.nest.rank, 1);
        EXPECT_EQ(out.nest.size(), extents.size());
    }
}

TEST(Plan, AnOutputInFortransOrderIsWalkedAsItLies) {
    const strided_layout f = cs::f_contiguous({30, 40});
    EXPECT_EQ(plan_of({f, f}, {30, 40}).nest.kind, kernel_kind::contiguous);
    EXPECT_NE(plan_of({f, f}, {30, 40}, true).nest.kind, kernel_kind::contiguous);  // positions do not run along
    EXPECT_EQ(plan_of({f, cs::c_contiguous({30, 40})}, {30, 40}).nest.kind, kernel_kind::strided);
}

TEST(Plan, OperandsThatAllRunBackwardAreOneRun) {
    strided_layout back = cs::c_contiguous({100});
    back.offset = 99;
    back.strides[0] = -1;
    const planned out = plan_of({back, back}, {100});
    EXPECT_EQ(out.nest.kind, kernel_kind::contiguous);
    EXPECT_EQ(static_cast<char*>(out.nest.operands[0].data), base);
    EXPECT_EQ(plan_of({cs::c_contiguous({100}), back}, {100}).nest.kind, kernel_kind::strided);
}

TEST(Plan, ARowAColumnAndAScalarBesideAMatrixAreOfTheBroadcastKind) {
    const strided_layout matrix = cs::c_contiguous({30, 40});
    EXPECT_EQ(plan_of({matrix, matrix, cs::c_contiguous({40})}, {30, 40}).nest.kind, kernel_kind::broadcast);
    EXPECT_EQ(plan_of({matrix, matrix, cs::c_contiguous({30, 1})}, {30, 40}).nest.kind, kernel_kind::broadcast);
    EXPECT_EQ(plan_of({matrix, matrix, cs::c_contiguous(shape{})}, {30, 40}).nest.kind, kernel_kind::broadcast);
    EXPECT_EQ(plan_of({matrix, cs::c_contiguous(shape{})}, {30, 40}, true).nest.kind, kernel_kind::broadcast);
}

TEST(Plan, AColumnViewAndATransposeAreStrided) {
    const strided_layout matrix = cs::c_contiguous({30, 40});
    const strided_layout column{shape({30}), {40}, 3};
    EXPECT_EQ(plan_of({column, cs::c_contiguous({30})}, {30}).nest.kind, kernel_kind::strided);
    EXPECT_EQ(plan_of({matrix, cs::transpose(cs::c_contiguous({40, 30}))}, {30, 40}).nest.kind, kernel_kind::strided);
}

TEST(Plan, OffsetsAreWideFromTheFirstThatThirtyOneBitsCannotHold) {
    constexpr index_t limit = std::numeric_limits<std::int32_t>::max();
    const auto wide = [](index_t extent, index_t stride) {
        const strided_layout output = cs::c_contiguous({extent});
        return plan_of({output, strided_layout{shape({extent}), {stride}, 0}}, {extent}).nest.wide;
    };
    EXPECT_FALSE(wide(limit, 1));
    EXPECT_TRUE(wide(limit + 1, 1));
    EXPECT_FALSE(wide(2, limit));
    EXPECT_TRUE(wide(2, limit + 1));
    EXPECT_FALSE(wide(2, -limit));
    EXPECT_TRUE(wide(2, -limit - 1));
    EXPECT_FALSE(wide(limit, 0));
}

TEST(Plan, TheStridesOfAnAxisOfOneElementMakeNothingWide) {
    const strided_layout odd{shape({1, 8}), {index_t{1} << 40, 1}, 0};
    const planned out = plan_of({odd, odd}, {1, 8});
    EXPECT_FALSE(out.nest.wide);
    EXPECT_EQ(out.nest.kind, kernel_kind::contiguous);
}

TEST(Plan, AnEmptyShapeIsPlannedAndHasNoElements) {
    for (const shape& extents : {shape({0}), shape({3, 0}), shape({0, 3}), shape({2, 0, 1})}) {
        const strided_layout nothing = cs::c_contiguous(extents);
        EXPECT_EQ(plan_of({nothing, nothing}, extents).nest.size(), 0) << to_string(extents);
        planned in_order({strided_layout{}, nothing}, extents);
        cs::detail::plan_in_order(in_order.nest, extents, cs::detail::whole_place(extents), true);
        EXPECT_EQ(in_order.nest.size(), 0) << to_string(extents);
    }
}

TEST(Plan, TheWholePlaceHasTheStridesOfCOrder) {
    const global_place place = cs::detail::whole_place({2, 3, 4});
    EXPECT_EQ(place.origin, 0);
    EXPECT_EQ(place.strides[0], 12);
    EXPECT_EQ(place.strides[1], 4);
    EXPECT_EQ(place.strides[2], 1);
}

}  // namespace
