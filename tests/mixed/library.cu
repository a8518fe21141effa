// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// One of the two shared libraries: LIBRARY is `a` or `b`. Built with hidden visibility and a CUDA runtime of its own.

#include "library.hpp"

#include "cushard/backend/host/table.hpp"

#define JOINED(a, b) a##b
#define NAMED(library, name) JOINED(library, name)

user::array NAMED(LIBRARY, _makes)(cushard::index_t count) { return cushard::arange(static_cast<float>(count)); }
user::array NAMED(LIBRARY, _evaluates)(const user::array& x) { return user::square_plus_one(x); }
user::runtime_view NAMED(LIBRARY, _sees)() {
    return {&cushard::device().state(), &cushard::host_backend(), cushard::device().id()};
}
