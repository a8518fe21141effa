// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

// How loops become launches, without running any: cuts of loops that 32 bits cannot count, grids, kinds of kernels.

#include "../../support/simt.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace {

using namespace cushard;
using detail::get;
using detail::lanes_log2_for;

struct added {
    using inputs = detail::tuple<float, float>;
    using outputs = detail::tuple<float>;
    static constexpr bool uses_position = true;
    CUSHARD_HD void operator()(index_t, const inputs& in, outputs& out) const { get<0>(out) = get<0>(in) + get<1>(in); }
};

/// What the launches of one loop were.
struct launches {
    struct one {
        char kernel;  ///< 'c'ontiguous, 'b'roadcast, 's'trided with 32 bits, 'w'ide
        index_t blocks;
        std::intptr_t output;
        std::intptr_t input;
        index_t position;
        index_t elements;
    };
    std::vector<one> all;

    void note(const detail::contiguous_arguments<added>& a, index_t blocks) {
        all.push_back({'c', blocks, address(a.operands.outputs[0]), address(a.operands.inputs[1]), a.position,
                       index_t{a.vectors} * 4 + a.spare});
    }
    void note(const detail::broadcast_arguments<added>& a, index_t blocks) {
        all.push_back({'b', blocks, address(a.operands.outputs[0]), address(a.operands.inputs[1]), a.origin,
                       index_t{a.rows} * a.columns});
    }
    template <class Index>
    void note(const detail::strided_arguments<added, Index>& a, index_t blocks) {
        all.push_back({sizeof(Index) == 4 ? 's' : 'w', blocks, address(a.operands.outputs[0]),
                       address(a.operands.inputs[1]), a.positions.origin, static_cast<index_t>(a.count)});
    }
    static std::intptr_t address(const void* p) { return reinterpret_cast<std::intptr_t>(p); }
};

/// Operands at 4096, 8192 and 12288; nothing is read there.
launches launched(geometry loop, std::vector<std::vector<index_t>> strides) {
    std::vector<operand> operands(3);
    for (std::size_t i = 0; i < 3; ++i) {
        operands[i].data = reinterpret_cast<void*>(4096 * (i + 1));
        operands[i].element_bytes = 4;
        for (std::size_t d = 0; d < strides[i].size(); ++d) operands[i].strides[d] = strides[i][d];
    }
    loop.outputs = 1;
    loop.inputs = 2;
    loop.operands = operands.data();
    launches found;
    const auto enqueue = [&](auto, index_t blocks, int threads, auto& arguments) -> status {
        EXPECT_GT(blocks, 0);
        EXPECT_LE(blocks, detail::most_blocks);
        EXPECT_LE(threads, 1024);
        found.note(arguments, blocks);
        return {};
    };
    EXPECT_TRUE(detail::launch_elementwise(enqueue, added{}, loop).ok());
    return found;
}
geometry loop_of(kernel_kind kind, std::vector<index_t> extents, std::vector<index_t> index_strides) {
    geometry loop{};
    loop.kind = kind;
    loop.rank = static_cast<int>(extents.size());
    for (std::size_t d = 0; d < extents.size(); ++d) {
        loop.extents[d] = extents[d];
        loop.index_strides[d] = index_strides[d];
    }
    loop.origin = 7;
    return loop;
}

TEST(elementwise_launch, an_empty_loop_launches_nothing) {
    for (const kernel_kind kind : {kernel_kind::contiguous, kernel_kind::broadcast, kernel_kind::strided})
        EXPECT_TRUE(launched(loop_of(kind, {3, 0}, {1, 1}), {{0, 1}, {0, 1}, {0, 1}}).all.empty());
}

TEST(elementwise_launch, a_contiguous_loop_of_2_to_the_30_is_one_launch_and_one_more_is_two) {
    constexpr index_t n = index_t{1} << 30;
    EXPECT_EQ(launched(loop_of(kernel_kind::contiguous, {n}, {1}), {{1}, {1}, {1}}).all.size(), 1u);
    const auto two = launched(loop_of(kernel_kind::contiguous, {n + 1}, {2}), {{1}, {1}, {1}}).all;
    ASSERT_EQ(two.size(), 2u);
    EXPECT_EQ(two[0].elements, n);
    EXPECT_EQ(two[0].position, 7);
    EXPECT_EQ(two[1].elements, 1);
    EXPECT_EQ(two[1].output, 4096 + 4 * n);
    EXPECT_EQ(two[1].input, 12288 + 4 * n);
    EXPECT_EQ(two[1].position, 7 + 2 * n);
}

TEST(elementwise_launch, a_strided_loop_that_32_bits_cannot_count_is_wide) {
    constexpr index_t n = index_t{1} << 29;
    EXPECT_EQ(launched(loop_of(kernel_kind::strided, {2, n}, {n, 1}), {{n, 1}, {1, 2}, {0, 0}}).all[0].kernel, 's');
    EXPECT_EQ(launched(loop_of(kernel_kind::strided, {3, n}, {n, 1}), {{n, 1}, {1, 2}, {0, 0}}).all[0].kernel, 'w');
    geometry asked = loop_of(kernel_kind::strided, {2, 2}, {2, 1});
    asked.wide = true;
    EXPECT_EQ(launched(asked, {{2, 1}, {2, 1}, {0, 0}}).all[0].kernel, 'w');
}

TEST(elementwise_launch, broadcast_loops_cover_all_elements_once_however_they_are_cut) {
    constexpr index_t large = (index_t{1} << 31) + 12;
    for (const auto& [rows, columns] : std::vector<std::pair<index_t, index_t>>{
             {1, large}, {large, 4}, {3, large}, {index_t{1} << 26, 256}, {1, 5000}, {1, 4096}}) {
        const auto all = launched(loop_of(kernel_kind::broadcast, {rows, columns}, {columns, 1}),
                                  {{columns, 1}, {columns, 1}, {0, 1}})
                             .all;
        index_t covered = 0;
        for (const launches::one& l : all) {
            EXPECT_EQ(l.kernel, 'b');
            EXPECT_EQ(l.output - 4096, 4 * (l.position - 7)) << "the place and the global index go together";
            covered += l.elements;
        }
        EXPECT_EQ(covered, rows * columns) << rows << " x " << columns;
    }
}

TEST(elementwise_launch, vectors_of_misaligned_operands_read_no_byte_outside_their_elements) {
    for (index_t n = 1; n < 80; ++n) {
        for (const index_t off : {0, 4, 8, 12}) {
            geometry loop = loop_of(kernel_kind::contiguous, {n}, {1});
            operand operands[3] = {};
            const std::intptr_t begins[] = {4096 + off, 8192 + 4, 12288 + 12};
            for (int i = 0; i < 3; ++i) {
                operands[i].data = reinterpret_cast<void*>(begins[i]);
                operands[i].element_bytes = 4;
                operands[i].strides[0] = 1;
            }
            loop.outputs = 1;
            loop.inputs = 2;
            loop.operands = operands;
            const auto check = [&](auto, index_t, int, auto& arguments) -> status {
                if constexpr (std::is_same_v<std::decay_t<decltype(arguments)>, detail::contiguous_arguments<added>>) {
                    EXPECT_FALSE(arguments.aligned);
                    EXPECT_EQ(index_t{arguments.vectors} * 4 + arguments.spare, n);
                    EXPECT_TRUE(arguments.vectors > 0 || n <= 20) << n;
                    if (arguments.vectors == 0) return {};
                    for (int i = 0; i < 2; ++i) {
                        const auto first = launches::address(arguments.operands.inputs[i]);
                        const auto last = first + index_t{arguments.vectors} * 16;
                        EXPECT_GE(first / 16 * 16, begins[i + 1]) << n << " " << off;
                        EXPECT_LE((last + 15) / 16 * 16, begins[i + 1] + 4 * n) << n << " " << off;
                    }
                    return {};
                } else {
                    return {status_code::unsupported, 0, "launch", "another kernel"};
                }
            };
            EXPECT_TRUE(detail::launch_elementwise(check, added{}, loop).ok());
        }
    }
}

TEST(elementwise_launch, short_rows_that_fill_no_words_go_element_by_element) {
    EXPECT_EQ(launched(loop_of(kernel_kind::broadcast, {100, 7}, {7, 1}), {{7, 1}, {7, 1}, {0, 1}}).all[0].kernel, 's');
    EXPECT_EQ(launched(loop_of(kernel_kind::broadcast, {100, 8}, {8, 1}), {{8, 1}, {8, 1}, {0, 1}}).all[0].kernel, 'b');
    EXPECT_EQ(
        launched(loop_of(kernel_kind::broadcast, {100, 257}, {257, 1}), {{257, 1}, {257, 1}, {0, 1}}).all[0].kernel,
        'b');
}

TEST(elementwise_launch, stops_at_the_first_launch_that_fails) {
    geometry loop = loop_of(kernel_kind::contiguous, {(index_t{1} << 30) + 1}, {1});
    operand operands[3] = {};
    for (operand& o : operands) o.data = reinterpret_cast<void*>(4096);
    loop.outputs = 1;
    loop.inputs = 2;
    loop.operands = operands;
    int calls = 0;
    const auto failing = [&](auto&&...) -> status {
        ++calls;
        return {status_code::failed, 1, "here", ""};
    };
    EXPECT_EQ(detail::launch_elementwise(failing, added{}, loop).code, status_code::failed);
    EXPECT_EQ(calls, 1);
}

TEST(elementwise_launch, few_threads_of_a_row_are_idle) {
    for (index_t units = 1; units < 5000; ++units) {
        const unsigned log2 = lanes_log2_for(units, 256);
        const index_t covered = (units + (index_t{1} << log2) - 1) >> log2 << log2;
        ASSERT_LE(log2, 8u);
        if (units > 64) {
            ASSERT_LE(covered, units + units / 4) << units;
        }
    }
    EXPECT_EQ(lanes_log2_for(1, 256), 0u);
    EXPECT_EQ(lanes_log2_for(8, 256), 3u);
    EXPECT_EQ(lanes_log2_for(4096, 256), 8u);
}

}  // namespace
