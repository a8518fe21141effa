// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What the two units of the program say to each other: a value that the other unit takes from the library.

#include <cushard/base/config.hpp>

cushard::index_t value_of_the_other_unit();
