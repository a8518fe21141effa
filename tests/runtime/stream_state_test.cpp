// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/runtime/stream_state.hpp"

#include "cushard/backend/host/table.hpp"

#include <gtest/gtest.h>

namespace cs = cushard;

TEST(stream_state, what_is_known_to_be_over_only_grows) {
    cs::detail::device_state home(0, 0, cs::host_backend(), true, false);
    cs::detail::stream_state state(1, home, nullptr);
    state.note_finished(5);
    state.note_finished(3);
    EXPECT_TRUE((cs::detail::point{&state, 5}.known_over()));
    EXPECT_FALSE((cs::detail::point{&state, 6}.known_over()));
    state.note_finished(6);
    EXPECT_TRUE((cs::detail::point{&state, 6}.known_over()));
}
