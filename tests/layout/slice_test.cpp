// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/layout/slice.hpp"

#include "cushard/base/error.hpp"

#include "../support/message_of.hpp"
#include "elements.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <vector>

namespace {

using cushard::all;
using cushard::c_contiguous;
using cushard::ellipsis;
using cushard::end;
using cushard::index_arg;
using cushard::index_t;
using cushard::newaxis;
using cushard::none;
using cushard::shape;
using cushard::slice;
using cushard::strided_layout;
using cushard_test::message_of;
using layout_tests::elements;
using layout_tests::generator;

using bound = std::optional<index_t>;

/// The indices that Python's `range(*slice(start, stop, step).indices(size))` gives, as its reference manual defines
/// them, without arithmetic shortcuts.
std::vector<index_t> python_slice(bound start, bound stop, index_t step, index_t size) {
    const index_t lower = step > 0 ? 0 : -1;
    const index_t upper = step > 0 ? size : size - 1;
    const auto adjust = [&](bound given, index_t absent) {
        if (!given) return absent;
        index_t at = *given;
        if (at < 0) {
            at += size;
            return at < lower ? lower : at;
        }
        return at > upper ? upper : at;
    };
    const index_t first = adjust(start, step > 0 ? lower : upper);
    const index_t last = adjust(stop, step > 0 ? upper : lower);
    std::vector<index_t> indices;
    for (index_t i = first; step > 0 ? i < last : i > last; i += step) indices.push_back(i);
    return indices;
}

slice make_slice(bound start, bound stop, index_t step) {
    if (start && stop) return {*start, *stop, step};
    if (start) return {*start, none, step};
    if (stop) return {none, *stop, step};
    return {none, none, step};
}

strided_layout view(const strided_layout& base, std::vector<index_arg> indices) { return index(base, indices); }

TEST(slice, chooses_what_python_chooses_for_every_start_stop_and_step) {
    std::vector<bound> bounds{std::nullopt};
    for (index_t at = -7; at <= 7; ++at) bounds.emplace_back(at);
    for (index_t size = 0; size <= 5; ++size)
        for (bound start : bounds)
            for (bound stop : bounds)
                for (index_t step = -7; step <= 7; ++step) {
                    if (step == 0) continue;
                    const strided_layout chosen = view(c_contiguous({size}), {make_slice(start, stop, step)});
                    ASSERT_EQ(elements(chosen), python_slice(start, stop, step, size))
                        << "size " << size << ", " << start.value_or(99) << ":" << stop.value_or(99) << ":" << step;
                }
}

TEST(slice, end_is_the_extent_of_the_axis) {
    for (index_t size = 0; size <= 3; ++size)
        for (index_t step : {-2, -1, 1, 2})
            for (index_t at = -4; at <= 4; ++at) {
                const strided_layout line = c_contiguous({size});
                ASSERT_EQ(elements(view(line, {slice(at, end, step)})), python_slice(at, size, step, size));
                ASSERT_EQ(elements(view(line, {slice(end, at, step)})), python_slice(size, at, step, size));
            }
    EXPECT_EQ(elements(view(c_contiguous({3}), {slice(end, none, -1)})), (std::vector<index_t>{2, 1, 0}));
}

TEST(slice, takes_the_largest_and_smallest_numbers) {
    constexpr index_t largest = std::numeric_limits<index_t>::max();
    constexpr index_t smallest = std::numeric_limits<index_t>::min();
    const strided_layout line{{3}, {1000}, 0};
    EXPECT_EQ(elements(view(line, {slice(smallest, largest)})), (std::vector<index_t>{0, 1000, 2000}));
    EXPECT_EQ(elements(view(line, {slice(largest, smallest, -1)})), (std::vector<index_t>{2000, 1000, 0}));
    EXPECT_EQ(elements(view(line, {slice(1, none, largest)})), (std::vector<index_t>{1000}));
    EXPECT_EQ(elements(view(line, {slice(none, none, smallest)})), (std::vector<index_t>{2000}));
    EXPECT_EQ(elements(view(line, {slice(0u, std::numeric_limits<std::uint64_t>::max())})),
              (std::vector<index_t>{0, 1000, 2000}));
}

TEST(slice, refuses_a_step_of_zero) {
    EXPECT_EQ(message_of<cushard::axis_error>([] { slice(0, 3, 0); }), "slice: step cannot be zero");
}

TEST(index, by_an_integer_takes_the_axis_away) {
    const strided_layout matrix = c_contiguous({3, 4});
    EXPECT_EQ(view(matrix, {1}).extents, shape{4});
    EXPECT_EQ(elements(view(matrix, {1})), (std::vector<index_t>{4, 5, 6, 7}));
    EXPECT_EQ(elements(view(matrix, {-1, -4})), (std::vector<index_t>{8}));
    EXPECT_EQ(view(matrix, {2, 3}).rank(), 0);
}

TEST(index, refuses_an_integer_beyond_either_end_in_numpys_words) {
    const strided_layout matrix = c_contiguous({3, 5});
    EXPECT_EQ(message_of<cushard::axis_error>([&] {
                  view(matrix, {0, 7});
              }),
              "index: 7 is out of bounds for axis 1 with size 5");
    EXPECT_EQ(message_of<cushard::axis_error>([&] { view(matrix, {-4}); }),
              "index: -4 is out of bounds for axis 0 with size 3");
    EXPECT_THROW(view(matrix, {3}), cushard::axis_error);
    EXPECT_NO_THROW(view(matrix, {-3, -5}));
    EXPECT_THROW(view(c_contiguous({0}), {0}), cushard::axis_error);
    EXPECT_THROW(view(matrix, {std::numeric_limits<std::uint64_t>::max()}), cushard::axis_error);
    EXPECT_THROW(view(matrix, {std::numeric_limits<index_t>::min()}), cushard::axis_error);
}

TEST(index, refuses_more_indices_than_axes) {
    EXPECT_EQ(message_of<cushard::axis_error>([] {
                  view(c_contiguous({3, 5}), {0, all, newaxis, 1});
              }),
              "index: too many indices for [3, 5]: array is 2-dimensional, but 3 were indexed");
    EXPECT_THROW(view(c_contiguous({}), {all}), cushard::axis_error);
}

TEST(index, fills_the_place_of_the_ellipsis_with_whole_axes) {
    const strided_layout cube = c_contiguous({2, 3, 4});
    EXPECT_EQ(elements(view(cube, {ellipsis, 1})), (std::vector<index_t>{1, 5, 9, 13, 17, 21}));
    EXPECT_EQ(elements(view(cube, {1, ellipsis, 1})), (std::vector<index_t>{13, 17, 21}));
    EXPECT_EQ(view(cube, {1, 2, 3, ellipsis}).rank(), 0);
    EXPECT_EQ(view(cube, {ellipsis}).extents, cube.extents);
    EXPECT_EQ(view(c_contiguous({}), {ellipsis}).rank(), 0);
    EXPECT_EQ(message_of<cushard::axis_error>([&] {
                  view(cube, {ellipsis, 0, ellipsis});
              }),
              "index: an index can only have a single ellipsis");
}

TEST(index, by_newaxis_adds_an_axis_of_one_element) {
    const strided_layout matrix = c_contiguous({3, 4});
    EXPECT_EQ(view(matrix, {newaxis}).extents, shape({1, 3, 4}));
    EXPECT_EQ(view(matrix, {all, newaxis, 1}).extents, shape({3, 1}));
    EXPECT_EQ(view(matrix, {ellipsis, newaxis}).extents, shape({3, 4, 1}));
    EXPECT_EQ(view(c_contiguous({}), {newaxis, newaxis}).extents, shape({1, 1}));
}

TEST(index, gives_at_most_eight_axes) {
    const std::vector<index_arg> seven(7, newaxis);
    EXPECT_EQ(view(c_contiguous({5}), seven).rank(), 8);
    EXPECT_EQ(message_of<cushard::shape_error>([&] {
                  view(c_contiguous({5, 6}), seven);
              }),
              "index: the view of [5, 6] has 9 axes: at most 8 are supported");
    EXPECT_THROW(view(c_contiguous({5}), std::vector<index_arg>(100, newaxis)), cushard::shape_error);
}

TEST(index, by_nothing_gives_the_array_itself) {
    const strided_layout base{{3, 1}, {-2, 6}, 9};
    EXPECT_TRUE(same_elements(view(base, {}), base));
    EXPECT_TRUE(same_elements(view(base, {all, all}), base));
}

TEST(index, of_an_empty_range_keeps_the_offset_inside_the_block) {
    const strided_layout line = c_contiguous({3});
    EXPECT_EQ(view(line, {slice(3, end)}).offset, 0);
    EXPECT_EQ(view(line, {slice(3, end)}).extents, shape{0});
}

TEST(index, matches_choosing_elements_one_by_one_over_random_views) {
    generator random(1);
    for (int trial = 0; trial < 20000; ++trial) {
        const strided_layout base = random.layout(5, 0, 4, 30);
        std::vector<index_arg> indices;
        std::vector<index_t> expected{base.offset};
        std::vector<index_t> extents;
        const int indexed = static_cast<int>(random.between(0, base.rank()));
        for (int axis = 0; axis < base.rank(); ++axis) {
            const index_t extent = base.extents[axis];
            std::vector<index_t> chosen = python_slice({}, {}, 1, extent);
            bool keeps_axis = true;
            if (axis < indexed && extent > 0 && random.between(0, 3) == 0) {
                const index_t at = random.between(-extent, extent - 1);
                chosen = {at < 0 ? at + extent : at};
                indices.emplace_back(at);
                keeps_axis = false;
            } else if (axis < indexed) {
                const index_t start = random.between(-5, 5);
                const index_t stop = random.between(-5, 5);
                const index_t step = random.between(1, 3) * (random.between(0, 1) == 0 ? 1 : -1);
                chosen = python_slice(start, stop, step, extent);
                indices.emplace_back(slice(start, stop, step));
            }
            if (keeps_axis) extents.push_back(static_cast<index_t>(chosen.size()));
            std::vector<index_t> finer;
            for (index_t from : expected)
                for (index_t i : chosen) finer.push_back(from + i * base.stride(axis));
            expected.swap(finer);
        }
        const strided_layout result = view(base, indices);
        ASSERT_EQ(result.extents, shape(extents));
        ASSERT_EQ(elements(result), expected);
    }
}

}  // namespace
