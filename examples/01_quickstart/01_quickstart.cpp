// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// Quickstart: real measurements from a file, standardised and reduced, on one device and over four, with the same bits.
//
//   01_quickstart [data.npy [result.npy]]
//
// `data.npy` holds a table: one row per observation, one column per quantity. Without it, the program takes the 342
// penguins of `examples/data` (its README names source and licence). It runs on the GPU where there is one and on the
// host where there is none; nothing in the program says which.

#include <cushard/check.hpp>  // in one unit of a program: it can then be run with CUSHARD_CHECK=1, see docs/contracts.md
#include <cushard/cushard.hpp>
#include <cushard/npy.hpp>

#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

namespace cs = cushard;

// Step 1: an expression. Nothing runs here: `standardised` builds a description of the work, (x - mean) / deviation,
// and returns it. It is written once and serves arrays of one device and arrays that are cut over several.
template <class Array>
auto standardised(const Array& x) {
    auto centred = x - cs::mean(x);
    return centred / cs::sqrt(cs::mean(centred * centred));
}

struct summary {
    float mean, lowest, highest, sum_of_squares;
};

// Step 3: reductions. Each takes its expression as it is, without a temporary array, and leaves one value on the
// device; `item()` copies that value to the host and is the only place in this program that waits for the device.
template <class Array>
summary summarise(const Array& x, const Array& z) {
    return {cs::mean(x).item(), cs::min(x).item(), cs::max(x).item(), cs::sum(z * z).item()};
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

int run(const std::string& data_path, const std::string& result_path) {
    const auto table = cs::load_npy_as<float>(data_path);
    if (table.rank() != 2) throw cs::shape_error(data_path + ": expected a table of two axes");
    const cs::index_t rows = table.extents()[0], columns = table.extents()[1];
    std::printf("%lld observations of %lld quantities, on %s\n\n", static_cast<long long>(rows),
                static_cast<long long>(columns), cs::device().name().c_str());

    // Four logical devices. On a machine with four GPUs `cs::device_pool()` takes those; logical ones share a GPU, or
    // the host, and are otherwise the same: each has its own memory, its own streams, and its part of every array.
    const cs::device_pool pool(cs::logical_devices(cs::device(), 4));

    auto result = cs::empty<float>({rows, columns});
    bool all_same = true;
    std::printf("column      mean       min       max   sum z*z   one device and four\n");
    for (cs::index_t j = 0; j < columns; ++j) {
        // Step 2: evaluation. A column is a view of the table, copied here into an array of its own. Assigning the
        // expression to an array runs it: the two means first, then one kernel that reads x once and writes z once.
        const cs::device_array<float> x = table(cs::all, j);
        const cs::device_array<float> z = standardised(x);
        const summary one = summarise(x, z);

        // Step 4: the same over the pool. The array is cut along its axis; the expression becomes one kernel per
        // device.
        const cs::sharded_array<float> shards = cs::scatter(x, cs::shard(pool));
        const cs::sharded_array<float> z_shards = standardised(shards);
        const summary four = summarise(shards, z_shards);

        // A sum is a fixed binary tree over the global index, wherever the array is cut: so the bits are the same.
        const bool same = std::memcmp(&one, &four, sizeof one) == 0 && same_bits(z.to_host(), z_shards.to_host());
        all_same = all_same && same;
        std::printf("%6lld %9.3f %9.3f %9.3f %9.3f   %s\n", static_cast<long long>(j), one.mean, one.lowest,
                    one.highest, one.sum_of_squares, same ? "the same bits" : "DIFFERENT");
        result(cs::all, j) = z_shards.gather(cs::device());
    }

    // Step 5: the result, to a file that NumPy reads, and to the screen.
    cs::save_npy(result_path, result);
    std::printf("\nstandardised, saved as %s:\n%s\n", result_path.c_str(), cs::to_string(result).c_str());
    return all_same ? 0 : 1;
}

int main(int argc, char** argv) {
    try {
        return run(argc > 1 ? argv[1] : CUSHARD_EXAMPLE_DATA "/penguins.npy",
                   argc > 2 ? argv[2] : "penguins_standardised.npy");
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "01_quickstart: %s\n", problem.what());
        return 2;
    }
}
