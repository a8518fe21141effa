// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Half of a program of two compilers: `kernels.cu` is the other. Exit status 0: all checks hold; 77: the part asked for
// needs a GPU and there is none.
//
// mixed [only_here]
//   (nothing)  arrays both ways, the same expressions in both units, one runtime
//   only_here  an expression that no .cu has: an error on CUDA, and right on a host device
//   (CUSHARD_DEVICES=cuda:0,host:1)

#include "shared.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

namespace cs = cushard;
using user::array;

int failures = 0;

void check(bool holds, const char* what) {
    std::printf("%s: %s\n", holds ? "ok" : "FAILED", what);
    if (!holds) ++failures;
}

template <class Function>
void check_values(const array& met, const char* what, Function expected) {
    const std::vector<float> values = met.to_host();
    bool same = static_cast<cs::index_t>(values.size()) == met.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float wanted = expected(static_cast<float>(i));
        same = same && std::abs(values[i] - wanted) <= 1e-5f * (1.0f + std::abs(wanted));
    }
    check(same, what);
}

/// `count` times `value`, copied from the host: `full` is an expression too, and no .cu of this program has it.
array repeated(std::size_t count, float value) { return cs::array(std::vector<float>(count, value)); }

struct own_model : user::model {};

void both_ways() {
    const array x = user::made_by_kernels(1000);
    const array y = repeated(1000, 3.0f);

    const auto scaled = [](float i) { return std::sqrt(i * i + 3.0f) - 0.5f; };
    check_values(user::scaled(x, y), "an inline function, called here", scaled);
    check_values(user::scaled_by_kernels(x, y), "the same, called in kernels.cu", scaled);
    const array here = cs::sqrt(x * x + y) - 0.5f;
    check_values(here, "its expression, written here", scaled);

    const array ones = repeated(1000, 1.0f);
    const auto applied = [](float) { return std::exp(0.25f) + 3.0f; };
    const own_model own;
    const user::model& base = own;
    check_values(base.apply(ones, y), "a virtual function, called here", applied);
    check_values(user::applied_by_kernels(ones, y), "the same, called in kernels.cu", applied);

    const auto stored = [](float i) { return i / 5.0f; };
    check_values(user::stored(x, y), "a std::function, called here", stored);
    check_values(user::stored_by_kernels(x, y), "the same, called in kernels.cu", stored);

    array z = x * 2.0f;
    user::doubled_by_kernels(z);
    check_values(z, "an array of this unit, changed by kernels.cu", [](float i) { return 4.0f * i; });

    check(user::devices_seen_by_kernels() == &cs::device().state(), "both units see the same devices");
    const cs::device_scope scope(cs::device::list().back());
    check(user::device_chosen_in_kernels() == cs::device().id(), "a device chosen here is chosen there");
}

/// Only this unit has it.
array only_here(const array& x) { return cs::cos(x + 0.125f) * x; }

int expression_of_one_unit() {
    const std::vector<cs::device> devices = cs::device::list();
    if (devices.front().is_host()) {
        std::puts("skipped: there is no CUDA device");
        return 77;
    }
    check(devices.back().is_host(), "the last device is the host");

    std::string met;
    try {
        only_here(repeated(8, 1.0f)).wait();
    } catch (const cs::device_error& error) {
        met = error.what();
    }
    std::printf("the error: %s\n", met.c_str());
    check(met.find("no .cu of this program has compiled this expression") != std::string::npos,
          "on CUDA it is an error that names the reason");

    const cs::device_scope on_host(devices.back());
    check_values(only_here(repeated(8, 1.0f)), "on the host it runs", [](float) { return std::cos(1.125f); });
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    std::printf("on %s\n", cs::device().name().c_str());
    if (argc > 1 && std::strcmp(argv[1], "only_here") == 0) {
        const int skipped = expression_of_one_unit();
        if (skipped != 0) return skipped;
    } else {
        both_ways();
    }
    return failures == 0 ? 0 : 1;
}
