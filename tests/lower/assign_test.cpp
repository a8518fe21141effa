// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/lower/assign.hpp"

#include "cushard/algorithm/reductions.hpp"
#include "cushard/array/creation.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/cast.hpp"
#include "cushard/math/comparison.hpp"
#include "cushard/math/elementary.hpp"
#include "cushard/math/selection.hpp"
#include "cushard/runtime/statistics.hpp"
#include "lower/layouts.hpp"
#include "support/eight_devices.hpp"
#include "support/values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

namespace cs = cushard;
using cs::index_t;
using cushard_test::expect_array;
using cushard_test::layout_source;
using view = cs::array_view<float>;

[[maybe_unused]] ::testing::Environment* const assign_devices = cushard_test::on_eight_devices();

constexpr index_t block_elements = 3000;

/// Small whole numbers: sums and products of a few of them are exact in float.
std::vector<float> whole_numbers(layout_source& source) {
    std::vector<float> out(static_cast<std::size_t>(block_elements));
    for (float& each : out) each = static_cast<float>(source.draw(-5, 5));
    return out;
}

/// The value of every element that a layout names, broadcast to `extents`, in C order.
std::vector<double> read(const std::vector<float>& block, const cs::strided_layout& layout, const cs::shape& extents) {
    const cs::strided_layout full = cs::broadcast_to("read", layout, extents);
    std::vector<double> out;
    cushard_test::for_each_index(extents, [&](const auto& at) {
        index_t offset = full.offset;
        for (int d = 0; d < extents.rank(); ++d) offset += at[static_cast<std::size_t>(d)] * full.stride(d);
        out.push_back(static_cast<double>(block[static_cast<std::size_t>(offset)]));
    });
    return out;
}

void write(std::vector<float>& block, const cs::strided_layout& layout, const std::vector<double>& values) {
    std::size_t next = 0;
    cushard_test::for_each_index(layout.extents, [&](const auto& at) {
        index_t offset = layout.offset;
        for (int d = 0; d < layout.rank(); ++d) offset += at[static_cast<std::size_t>(d)] * layout.stride(d);
        block[static_cast<std::size_t>(offset)] = static_cast<float>(values[next++]);
    });
}

template <class Make>
cs::strided_layout fitting(Make make) {
    for (;;) {
        const cs::strided_layout out = make();
        if (out.bounds().begin >= 0 && out.bounds().end <= block_elements) return out;
    }
}

/// Assigns `lazy` of three views to a fourth, for 200 random sets of layouts: of two blocks, so that the views overlap
/// in every way, and compares with `plain` of doubles, element by element, what was computed before anything was
/// written. Elements that the target does not name stay.
template <class Lazy, class Plain>
void expect_same(unsigned seed, Lazy lazy, Plain plain) {
    layout_source source(seed);
    for (int round = 0; round < 200; ++round) {
        const cs::shape extents = source.extents();
        std::array<std::vector<float>, 2> host{whole_numbers(source), whole_numbers(source)};
        std::array<cs::device_array<float>, 2> blocks{cs::array(host[0]), cs::array(host[1])};
        const auto view_of = [&](std::size_t block, const cs::strided_layout& layout) {
            return cs::detail::view_of_layout<float>(blocks[block].shared_body(), layout);
        };
        const cs::strided_layout to = fitting([&] { return source.of(extents); });
        std::array<cs::strided_layout, 3> from;
        std::array<std::size_t, 3> block{};
        std::array<std::vector<double>, 3> values;
        for (std::size_t k = 0; k < 3; ++k) {
            block[k] = static_cast<std::size_t>(source.draw(0, 1));
            from[k] = source.draw(0, 5) == 0 ? to : fitting([&] { return source.broadcasting_to(extents); });
            values[k] = read(host[block[k]], from[k], extents);
        }
        std::vector<double> expected;
        for (std::size_t i = 0; i < values[0].size(); ++i) {
            expected.push_back(plain(values[0][i], values[1][i], values[2][i]));
        }
        write(host[0], to, expected);
        view target = view_of(0, to);
        target = lazy(view_of(block[0], from[0]), view_of(block[1], from[1]), view_of(block[2], from[2]));
        ASSERT_EQ(blocks[0].to_host(), host[0]) << "round " << round << ", shape " << to_string(extents);
        ASSERT_EQ(blocks[1].to_host(), host[1]) << "round " << round << ", shape " << to_string(extents);
    }
}

TEST(Assign, ACopyOfAnyView) {
    expect_same(
        1, [](view a, view, view) { return a; }, [](double a, double, double) { return a; });
}
TEST(Assign, ASum) {
    expect_same(
        2, [](view a, view b, view) { return a + b; }, [](double a, double b, double) { return a + b; });
}
TEST(Assign, AProductLessAView) {
    expect_same(
        3, [](view a, view b, view c) { return a * b - c; }, [](double a, double b, double c) { return a * b - c; });
}
TEST(Assign, AViewWithScalars) {
    expect_same(
        4, [](view a, view, view) { return 2 - a * 0.5f; }, [](double a, double, double) { return 2 - a * 0.5; });
}
TEST(Assign, ANestedExpressionWithScalars) {
    expect_same(
        5, [](view a, view b, view c) { return (a + 1) * (b - 2) + (c * 3 - a); },
        [](double a, double b, double c) { return (a + 1) * (b - 2) + (c * 3 - a); });
}
TEST(Assign, AChoice) {
    expect_same(
        6, [](view a, view b, view c) { return cs::where(a < b, c, a); },
        [](double a, double b, double c) { return a < b ? c : a; });
}
TEST(Assign, TheGreaterAndTheLess) {
    expect_same(
        7, [](view a, view b, view c) { return cs::maximum(a, b) - cs::minimum(b, c); },
        [](double a, double b, double c) { return std::max(a, b) - std::min(b, c); });
}
TEST(Assign, ANegatedSquare) {
    expect_same(
        8, [](view a, view b, view) { return -(a * a) + b; }, [](double a, double b, double) { return b - a * a; });
}
TEST(Assign, AComparisonBecomesZeroAndOne) {
    expect_same(
        9, [](view a, view b, view c) { return cs::cast<int>(a > b) + cs::cast<int>(c); },
        [](double a, double b, double c) { return (a > b ? 1 : 0) + c; });
}
TEST(Assign, SixOperationsOfThreeViews) {
    expect_same(
        10, [](view a, view b, view c) { return cs::abs(a - b) * cs::abs(c) + a * b - c; },
        [](double a, double b, double c) { return std::abs(a - b) * std::abs(c) + a * b - c; });
}

TEST(Assign, AnOperandThatIsTheTargetElementOnElementNeedsNoTemporary) {
    auto x = cs::arange(10.0f);
    const auto before = cs::detail::statistics();
    x += x * x;
    x(cs::slice(0, 10, 2)) += x(cs::slice(1, 10, 2));  // the elements lie between one another
    const auto after = cs::detail::statistics();
    EXPECT_EQ(after.allocations, before.allocations);
    EXPECT_EQ(after.launches - before.launches, 2u);
}

TEST(Assign, AnOperandThatOverlapsTheTargetIsReadFirst) {
    auto x = cs::arange(10.0f);
    const auto before = cs::detail::statistics();
    x(cs::slice(1, 10)) += x(cs::slice(0, 9));
    EXPECT_EQ(cs::detail::statistics().allocations - before.allocations, 1u);
    expect_array(x, {10}, {0, 1, 3, 5, 7, 9, 11, 13, 15, 17});
}

TEST(Assign, ARowOfTheTargetIsReadBeforeItIsWritten) {
    auto x = cs::arange(6.0f).reshape({2, 3});
    x += x(1);
    expect_array(x, {2, 3}, {3, 5, 7, 6, 8, 10});
    auto y = cs::arange(6.0f).reshape({2, 3});
    y -= y(0, 2);
    expect_array(y, {2, 3}, {-2, -1, 0, 1, 2, 3});
}

TEST(Assign, ADeferredOperandIsComputedBeforeTheTargetIsWritten) {
    auto x = cs::full<float>(4, 2.0f);
    x /= cs::sum(x);
    expect_array(x, {4}, std::vector<float>(4, 0.25f));
}

TEST(Assign, AnEmptyTargetIsNoLaunch) {
    auto x = cs::zeros<float>({0, 3});
    const auto before = cs::detail::statistics().launches;
    x += 1;
    x(cs::all, 1) = 2;
    EXPECT_EQ(cs::detail::statistics().launches, before);
}

TEST(Assign, OperandsOnDifferentDevicesAreRefusedNamingBoth) {
    auto x = cs::ones<float>(4);
    const cs::device_scope there(2);
    const auto y = cs::ones<float>(4);
    const std::string expected =
        ": operands live on device 0 and device 2: copy one of them to the other's device first";
    const auto text = [](auto act) -> std::string {
        try {
            act();
        } catch (const cs::device_error& met) {
            return met.what();
        }
        return {};
    };
    EXPECT_EQ(text([&] { (void)cs::eval(x + y); }), "evaluate" + expected);
    EXPECT_EQ(text([&] { x += y; }), "add" + expected);
    EXPECT_EQ(text([&] { (void)cs::sum(x * y).item(); }), "sum" + expected);
    expect_array(x, {4}, {1, 1, 1, 1});
}

TEST(Assign, BytesThatNoMemoryHoldsAreRefused) {
    EXPECT_THROW((void)cs::detail::checked_bytes("test", {index_t{1} << 40, index_t{1} << 22}, 8), cs::shape_error);
    EXPECT_EQ(cs::detail::checked_bytes("test", {3, 0}, 8), 0u);
    EXPECT_EQ(cs::detail::checked_bytes("test", cs::shape{}, 8), 8u);
}

}  // namespace
