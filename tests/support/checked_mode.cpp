// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// The one unit by which every test program has the checked mode.

#include <cushard/check.hpp>
