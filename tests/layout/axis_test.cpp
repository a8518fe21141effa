// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/layout/axis.hpp"

#include "cushard/base/error.hpp"

#include "../support/message_of.hpp"
#include "elements.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace {

using cushard::index_t;
using cushard::normalize_axis;

TEST(normalize_axis, counts_negative_axes_from_the_last) {
    for (int rank = 1; rank <= cushard::max_rank; ++rank)
        for (int axis = 0; axis < rank; ++axis) {
            EXPECT_EQ(normalize_axis("sum", axis, rank), axis);
            EXPECT_EQ(normalize_axis("sum", axis - rank, rank), axis);
        }
}

TEST(normalize_axis, refuses_what_is_no_axis) {
    EXPECT_EQ(cushard_test::message_of<cushard::axis_error>([] { normalize_axis("sum", 2, 2); }),
              "sum: axis 2 is out of bounds for array of dimension 2");
    for (int rank = 0; rank <= cushard::max_rank; ++rank) {
        EXPECT_THROW(normalize_axis("sum", rank, rank), cushard::axis_error);
        EXPECT_THROW(normalize_axis("sum", -rank - 1, rank), cushard::axis_error);
    }
    EXPECT_THROW(normalize_axis("sum", std::numeric_limits<index_t>::min(), 3), cushard::axis_error);
    EXPECT_THROW(normalize_axis("sum", std::numeric_limits<index_t>::max(), 3), cushard::axis_error);
}

}  // namespace
