// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/backend/host/drive.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <stdexcept>
#include <vector>

namespace {

using namespace cushard;

/// An operand over memory of its own: any strides, the lowest element at the buffer's start.
struct strided_buffer {
    strided_buffer(const geometry& loop, std::vector<index_t> strides, int element_bytes, unsigned char fill)
        : strides_(std::move(strides)), bytes_(element_bytes) {
        index_t lowest = 0;
        index_t highest = 0;
        for (int d = 0; d < loop.rank; ++d) {
            const index_t last = (loop.extents[d] - 1) * strides_[static_cast<std::size_t>(d)];
            (last < 0 ? lowest : highest) += last;
        }
        first_ = -lowest;
        memory.resize(static_cast<std::size_t>((highest - lowest + 1) * bytes_), fill);
    }

    operand as_operand(bool written) {
        operand made;
        made.data = memory.data() + first_ * bytes_;
        made.element_bytes = static_cast<std::int32_t>(bytes_);
        made.written = written;
        std::copy(strides_.begin(), strides_.end(), made.strides);
        return made;
    }

    unsigned char* at(const index_t* index, int rank) {
        index_t offset = first_;
        for (int d = 0; d < rank; ++d) offset += index[d] * strides_[static_cast<std::size_t>(d)];
        return memory.data() + offset * bytes_;
    }

    std::vector<unsigned char> memory;

private:
    std::vector<index_t> strides_;
    index_t bytes_;
    index_t first_ = 0;
};

/// Calls `act(index)` for every element of the loop, in C order.
template <class Act>
void each_element(const geometry& loop, Act act) {
    if (loop.size() == 0) return;
    index_t index[max_rank] = {};
    for (;;) {
        act(index);
        int d = loop.rank - 1;
        while (d >= 0 && ++index[d] == loop.extents[d]) index[d--] = 0;
        if (d < 0) return;
    }
}

geometry make_loop(const std::vector<index_t>& extents) {
    geometry loop{};
    loop.kind = kernel_kind::strided;
    loop.rank = static_cast<std::int32_t>(extents.size());
    std::copy(extents.begin(), extents.end(), loop.extents);
    index_t step = 1;
    for (int d = loop.rank - 1; d >= 0; --d) {
        loop.index_strides[d] = step;
        step *= loop.extents[d];
    }
    return loop;
}

std::vector<index_t> c_strides(const std::vector<index_t>& extents) {
    std::vector<index_t> strides(extents.size());
    index_t step = 1;
    for (std::size_t d = extents.size(); d-- > 0;) {
        strides[d] = step;
        step *= extents[d];
    }
    return strides;
}

/// Copies elements of the size that the functor holds.
struct copy_bytes_functor {
    std::size_t bytes;
    static void body(const void* functor, void* const* outputs, const void* const* inputs, index_t count,
                     const index_t* index) {
        const std::size_t bytes = static_cast<const copy_bytes_functor*>(functor)->bytes;
        if (count < 1 || index != nullptr) throw std::logic_error("the driver broke its contract");
        std::memcpy(outputs[0], inputs[0], bytes * static_cast<std::size_t>(count));
    }
};

void expect_copy(const std::vector<index_t>& extents, const std::vector<index_t>& to, const std::vector<index_t>& from,
                 int element_bytes) {
    geometry loop = make_loop(extents);
    if (loop.size() == 0) return;
    strided_buffer target(loop, to, element_bytes, 0xEE);
    strided_buffer source(loop, from, element_bytes, 0);
    for (std::size_t i = 0; i < source.memory.size(); ++i)
        source.memory[i] = static_cast<unsigned char>(i * 131 + i / 251);
    strided_buffer expected = target;
    each_element(loop, [&](const index_t* index) {
        std::memcpy(expected.at(index, loop.rank), source.at(index, loop.rank),
                    static_cast<std::size_t>(element_bytes));
    });
    operand operands[2] = {target.as_operand(true), source.as_operand(false)};
    loop.outputs = 1;
    loop.inputs = 1;
    loop.operands = operands;
    const copy_bytes_functor functor{static_cast<std::size_t>(element_bytes)};
    detail::drive_elementwise(&functor, loop, copy_bytes_functor::body, false);
    EXPECT_EQ(target.memory, expected.memory);
}

TEST(Drive, ContiguousOfEverySizeAroundATile) {
    for (const index_t count : {1, 2, 255, 256, 257, 511, 512, 513, 40000}) expect_copy({count}, {1}, {1}, 4);
}

TEST(Drive, RankZeroIsOneElement) {
    geometry loop{};
    std::uint32_t source = 77;
    std::uint32_t target = 0;
    operand operands[2] = {};
    operands[0].data = &target;
    operands[1].data = &source;
    for (auto& each : operands) each.element_bytes = 4;
    loop.outputs = 1;
    loop.inputs = 1;
    loop.operands = operands;
    const copy_bytes_functor functor{4};
    detail::drive_elementwise(&functor, loop, copy_bytes_functor::body, false);
    EXPECT_EQ(target, 77U);
}

TEST(Drive, AnEmptyLoopCallsNothing) {
    geometry loop = make_loop({3, 0, 5});
    const auto never = [](const void*, void* const*, const void* const*, index_t, const index_t*) {
        throw std::logic_error("called");
    };
    EXPECT_NO_THROW(detail::drive_elementwise(nullptr, loop, never, true));
}

TEST(Drive, EveryElementSizeGoesThroughTiles) {
    for (const int bytes : {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 40, 1000}) {
        expect_copy({300}, {2}, {-3}, bytes);
        expect_copy({5, 7}, {1, 5}, {14, 2}, bytes);
    }
}

TEST(Drive, TwoAxesOfEveryWidthAroundATile) {
    for (const index_t width : {1, 2, 7, 255, 256, 257, 600}) {
        expect_copy({9, width}, {width, 1}, {1, 9}, 4);                // transposed input
        expect_copy({9, width}, {1, 9}, {width, 1}, 4);                // transposed output
        expect_copy({9, width}, {width, 1}, {0, 1}, 4);                // a row
        expect_copy({9, width}, {width, 1}, {1, 0}, 4);                // a column
        expect_copy({9, width}, {width, 1}, {0, 0}, 4);                // a scalar
        expect_copy({9, width}, {width + 3, 1}, {width + 5, 1}, 4);    // rows with gaps
        expect_copy({9, width}, {2 * width, 2}, {-width, -1}, 4);      // steps, reversed
        expect_copy({9, width}, {-width - 1, 1}, {-2 * width, 2}, 8);  // rows reversed
    }
}

TEST(Drive, LongLoopsAreSplitRight) {
    expect_copy({70000}, {1}, {2}, 4);
    expect_copy({10000, 7}, {7, 1}, {1, 0}, 4);
    expect_copy({3, 30001}, {30001, 1}, {1, 3}, 2);
    expect_copy({300, 301}, {1, 300}, {301, 1}, 8);
}

TEST(Drive, RandomLayoutsOfEveryRank) {
    std::mt19937 random(20261130);
    for (int trial = 0; trial < 400; ++trial) {
        const auto rank = static_cast<std::size_t>(trial % (max_rank + 1));
        std::vector<index_t> extents(rank);
        for (auto& each : extents) each = 1 + static_cast<index_t>(random() % (rank > 4 ? 3 : 9));
        if (rank > 0 && trial % 3 == 0) extents.back() = 250 + static_cast<index_t>(random() % 20);
        // Distinct places for the output: C order of permuted axes, with gaps and signs.
        std::vector<std::size_t> axes(rank);
        for (std::size_t d = 0; d < rank; ++d) axes[d] = d;
        std::shuffle(axes.begin(), axes.end(), random);
        std::vector<index_t> to(rank);
        index_t step = 1 + static_cast<index_t>(random() % 2);
        for (const std::size_t d : axes) {
            to[d] = random() % 3 == 0 ? -step : step;
            step *= extents[d] + static_cast<index_t>(random() % 2);
        }
        std::vector<index_t> from(rank);
        for (auto& each : from) each = static_cast<index_t>(random() % 11) - 5;
        if (trial % 5 == 0) from = c_strides(extents);
        if (trial % 7 == 0) to = c_strides(extents);
        expect_copy(extents, to, from, 1 << trial % 5);
    }
}

/// Two outputs, two inputs, and the position.
struct mix_functor {
    std::int64_t factor;
    static void body(const void* functor, void* const* outputs, const void* const* inputs, index_t count,
                     const index_t* index) {
        if (count < 1 || index == nullptr || count > detail::tile_elements) throw std::logic_error("contract");
        const std::int64_t factor = static_cast<const mix_functor*>(functor)->factor;
        auto* sum = static_cast<std::int64_t*>(outputs[0]);
        auto* where = static_cast<std::int32_t*>(outputs[1]);
        const auto* left = static_cast<const std::int64_t*>(inputs[0]);
        const auto* right = static_cast<const std::int16_t*>(inputs[1]);
        for (index_t i = 0; i < count; ++i) {
            sum[i] = factor * left[i] + right[i] + index[i];
            where[i] = static_cast<std::int32_t>(index[i]);
        }
    }
};

void expect_mix(const std::vector<index_t>& extents, index_t origin, const std::vector<index_t>& index_strides,
                const std::vector<index_t>& to, const std::vector<index_t>& where, const std::vector<index_t>& left,
                const std::vector<index_t>& right) {
    geometry loop = make_loop(extents);
    loop.origin = origin;
    std::copy(index_strides.begin(), index_strides.end(), loop.index_strides);
    strided_buffer sums(loop, to, 8, 0xEE);
    strided_buffer places(loop, where, 4, 0xEE);
    strided_buffer lefts(loop, left, 8, 0);
    strided_buffer rights(loop, right, 2, 0);
    for (std::size_t i = 0; i + 7 < lefts.memory.size(); i += 8) lefts.memory[i] = static_cast<unsigned char>(i / 8);
    for (std::size_t i = 0; i + 1 < rights.memory.size(); i += 2) rights.memory[i] = static_cast<unsigned char>(7 * i);
    strided_buffer sums_wanted = sums;
    strided_buffer places_wanted = places;
    each_element(loop, [&](const index_t* index) {
        index_t global = origin;
        for (int d = 0; d < loop.rank; ++d) global += index[d] * loop.index_strides[d];
        std::int64_t l = 0;
        std::int16_t r = 0;
        std::memcpy(&l, lefts.at(index, loop.rank), sizeof l);
        std::memcpy(&r, rights.at(index, loop.rank), sizeof r);
        const std::int64_t sum = 3 * l + r + global;
        const auto narrow = static_cast<std::int32_t>(global);
        std::memcpy(sums_wanted.at(index, loop.rank), &sum, sizeof sum);
        std::memcpy(places_wanted.at(index, loop.rank), &narrow, sizeof narrow);
    });
    operand operands[4] = {sums.as_operand(true), places.as_operand(true), lefts.as_operand(false),
                           rights.as_operand(false)};
    loop.outputs = 2;
    loop.inputs = 2;
    loop.operands = operands;
    const mix_functor functor{3};
    detail::drive_elementwise(&functor, loop, mix_functor::body, true);
    EXPECT_EQ(sums.memory, sums_wanted.memory);
    EXPECT_EQ(places.memory, places_wanted.memory);
}

TEST(Drive, PositionsAreGlobalIndices) {
    for (const index_t count : {1, 255, 256, 257, 40000}) {
        expect_mix({count}, 1000, {1}, {1}, {1}, {1}, {1});
        expect_mix({count}, 5, {3}, {1}, {2}, {0}, {-1});
    }
    // A shard of columns 10 to 10 + width of a matrix of 700 columns.
    for (const index_t width : {1, 7, 255, 256, 257, 300}) {
        expect_mix({40, width}, 10, {700, 1}, {width, 1}, {1, 40}, {1, 0}, {0, 1});
    }
    expect_mix({4, 5, 6}, 0, {30, 6, 1}, {30, 6, 1}, {30, 6, 1}, {1, 4, 20}, {0, 0, 1});
}

TEST(Drive, ManyOperandsAndLargeElementsTakeHeapMemory) {
    struct sum_functor {
        static void body(const void*, void* const* outputs, const void* const* inputs, index_t count, const index_t*) {
            auto* out = static_cast<std::int64_t*>(outputs[0]);
            for (index_t i = 0; i < count; ++i) {
                out[i] = 0;
                for (int k = 0; k < 40; ++k) out[i] += static_cast<const std::int64_t*>(inputs[k])[i];
            }
        }
    };
    constexpr index_t count = 1000;
    std::vector<std::int64_t> source(2 * count);
    for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<std::int64_t>(i);
    std::vector<std::int64_t> target(count);
    std::vector<operand> operands(41);
    operands[0].data = target.data();
    operands[0].strides[0] = 1;
    for (std::size_t k = 1; k < operands.size(); ++k) {
        operands[k].data = source.data();
        operands[k].strides[0] = 2;
    }
    for (auto& each : operands) each.element_bytes = 8;
    geometry loop = make_loop({count});
    loop.outputs = 1;
    loop.inputs = 40;
    loop.operands = operands.data();
    const char functor = 0;
    detail::drive_elementwise(&functor, loop, sum_functor::body, false);
    for (index_t i = 0; i < count; ++i) ASSERT_EQ(target[static_cast<std::size_t>(i)], 80 * i) << i;
}

TEST(Drive, AnExceptionOfTheBodyComesOut) {
    geometry loop = make_loop({100000});
    const auto throwing = [](const void*, void* const*, const void* const*, index_t, const index_t*) {
        throw std::runtime_error("body");
    };
    EXPECT_THROW(detail::drive_elementwise(nullptr, loop, throwing, false), std::runtime_error);
}

}  // namespace
