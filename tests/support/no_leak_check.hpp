// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What AddressSanitizer asks its program. For tests in which memory is left on purpose: a block whose order was lost, a
// pool whose threads never end, a forked child in which the stacks of the parent's threads are gone.
extern "C" [[gnu::used]] inline const char* __asan_default_options() { return "detect_leaks=0"; }
