// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Two shared libraries and a program share one runtime. The program has no expression of its own: what it evaluates
// is the libraries', each by the kernels and the CUDA runtime that it was linked with. Exit status 0: all checks hold.

#include "library.hpp"

#include <cstdio>
#include <vector>

namespace {

int failures = 0;

void check(bool holds, const char* what) {
    std::printf("%s: %s\n", holds ? "ok" : "FAILED", what);
    if (!holds) ++failures;
}

bool are_squares_plus_one(const user::array& met) {
    const std::vector<float> values = met.to_host();
    if (values.size() != 1000) return false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != static_cast<float>(i * i + 1)) return false;
    }
    return true;
}

bool same(const user::runtime_view& a, const user::runtime_view& b) {
    return a.device == b.device && a.backend == b.backend && a.current == b.current;
}

}  // namespace

int main() {
    std::printf("on %s\n", cushard::device().name().c_str());
    const auto here = [] {
        return user::runtime_view{&cushard::device().state(), &cushard::host_backend(), cushard::device().id()};
    };
    check(same(a_sees(), here()) && same(b_sees(), here()), "both libraries see the program's runtime");
    {
        const cushard::device_scope scope(cushard::device::list().back());
        check(same(a_sees(), here()) && same(b_sees(), here()), "also when the program chooses another device");
    }
    const auto streams = cushard::current_stream(cushard::device()).id();
    const user::array from_a = a_makes(1000);
    const user::array from_b = b_makes(1000);
    check(are_squares_plus_one(a_evaluates(from_b)), "a evaluates its expression of an array of b");
    check(are_squares_plus_one(b_evaluates(from_a)), "b evaluates its expression of an array of a");
    check(are_squares_plus_one(user::square_plus_one(from_a)), "the program evaluates what the libraries have");
    check(cushard::current_stream(cushard::device()).id() == streams, "all of it on one stream");
    return failures == 0 ? 0 : 1;
}
