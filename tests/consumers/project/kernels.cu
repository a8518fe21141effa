// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#include "values.hpp"

cushard::index_t value_of_the_other_unit() { return cushard::max_rank; }
