// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT

#include "cushard/algorithm/tree_nodes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace {

namespace cs = cushard;
using cs::index_t;
using cs::detail::count_nodes;
using cs::detail::max_nodes;
using cs::detail::merge_nodes;
using cs::detail::node_list;
using cs::detail::nodes_of;
using cs::detail::tree_node;

struct adding {
    CUSHARD_HD float operator()(float a, float b) const { return a + b; }
};
constexpr adding add;

// The definition, level by level.
float by_definition(std::vector<float> level) {
    while (level.size() > 1) {
        std::vector<float> above;
        for (std::size_t i = 0; i < level.size(); i += 2)
            above.push_back(i + 1 < level.size() ? add(level[i], level[i + 1]) : level[i]);
        level = above;
    }
    return level.at(0);
}

std::vector<float> random_floats(index_t count, unsigned seed) {
    std::mt19937 bits(seed);
    std::uniform_real_distribution<float> value(-1.0f, 1.0f);
    std::vector<float> result(static_cast<std::size_t>(count));
    for (float& x : result) x = value(bits);
    return result;
}

std::vector<float> values_of(const std::vector<float>& x, index_t first, index_t last) {
    std::vector<float> values;
    for (const tree_node& node : nodes_of(first, last))
        values.push_back(by_definition({x.begin() + node.begin(), x.begin() + node.begin() + node.size()}));
    return values;
}

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

int ceil_log2(index_t n) {
    int log = 0;
    while ((index_t{1} << log) < n) ++log;
    return log;
}

TEST(TreeNodes, AnEmptyPartHasNoNode) {
    EXPECT_EQ(nodes_of(0, 0).size(), 0);
    EXPECT_EQ(nodes_of(7, 7).size(), 0);
    EXPECT_EQ(count_nodes(7, 7), 0);
}

TEST(TreeNodes, APowerOfTwoFromTheStartIsOneNode) {
    for (int level = 0; level < 63; ++level) {
        const node_list list = nodes_of(0, index_t{1} << level);
        ASSERT_EQ(list.size(), 1);
        EXPECT_EQ(list[0], (tree_node{level, 0}));
    }
}

TEST(TreeNodes, ASmallPartIsTheListOneWritesByHand) {
    const node_list list = nodes_of(3, 13);
    ASSERT_EQ(list.size(), 4);
    EXPECT_EQ(list[0], (tree_node{0, 3}));
    EXPECT_EQ(list[1], (tree_node{2, 1}));
    EXPECT_EQ(list[2], (tree_node{2, 2}));
    EXPECT_EQ(list[3], (tree_node{0, 12}));
}

TEST(TreeNodes, NodesCoverThePartInOrderWithoutGap) {
    std::mt19937_64 bits(1);
    for (int trial = 0; trial < 1000; ++trial) {
        const index_t n = static_cast<index_t>(1 + bits() % (std::uint64_t{1} << (1 + trial % 62)));
        index_t first = static_cast<index_t>(bits() % static_cast<std::uint64_t>(n + 1));
        index_t last = static_cast<index_t>(bits() % static_cast<std::uint64_t>(n + 1));
        if (last < first) std::swap(first, last);
        index_t position = first;
        for (const tree_node& node : nodes_of(first, last)) {
            ASSERT_EQ(node.begin(), position);
            position += node.size();
        }
        ASSERT_EQ(position, last);
    }
}

TEST(TreeNodes, NoNodeFitsInALargerOneOfThePart) {
    for (index_t first = 0; first < 70; ++first)
        for (index_t last = first; last < 140; ++last)
            for (const tree_node& node : nodes_of(first, last)) {
                const tree_node parent{node.level + 1, node.index / 2};
                ASSERT_TRUE(parent.begin() < first || parent.begin() + parent.size() > last) << first << ' ' << last;
            }
}

TEST(TreeNodes, APartHasAtMostTwoNodesALevel) {
    std::mt19937_64 bits(2);
    for (int trial = 0; trial < 2000; ++trial) {
        const index_t n = static_cast<index_t>(2 + bits() % (std::uint64_t{1} << (1 + trial % 62)));
        index_t first = static_cast<index_t>(bits() % static_cast<std::uint64_t>(n + 1));
        index_t last = static_cast<index_t>(bits() % static_cast<std::uint64_t>(n + 1));
        if (last < first) std::swap(first, last);
        ASSERT_LE(nodes_of(first, last).size(), 2 * ceil_log2(n)) << first << ' ' << last << ' ' << n;
        ASSERT_EQ(count_nodes(first, last), nodes_of(first, last).size());
    }
}

TEST(TreeNodes, TheLargestIndicesFitTheList) {
    const index_t top = 0x7fffffffffffffff;
    EXPECT_EQ(nodes_of(0, top).size(), 63);
    EXPECT_EQ(nodes_of(1, top).size(), 124);
    EXPECT_LE(nodes_of(1, top).size(), max_nodes);
}

TEST(TreeNodes, ListsAreConstantExpressions) {
    static_assert(nodes_of(3, 13).size() == 4);
    static_assert(count_nodes(0, 7) == 3);
}

TEST(MergeNodes, OnePartGivesTheRoot) {
    for (index_t n : {1, 2, 3, 5, 7, 8, 127, 128, 129, 255, 256, 257, 4095, 4096, 4097}) {
        const std::vector<float> x = random_floats(n, 3);
        const index_t boundaries[] = {0, n};
        EXPECT_TRUE(same_bits(merge_nodes(values_of(x, 0, n).data(), boundaries, 1, add), by_definition(x))) << n;
    }
}

TEST(MergeNodes, NoCutChangesABit) {
    std::mt19937 bits(4);
    for (int trial = 0; trial < 200; ++trial) {
        const index_t n = static_cast<index_t>(1 + bits() % (trial % 2 == 0 ? 5000 : 40));
        const std::vector<float> x = random_floats(n, static_cast<unsigned>(trial));
        const int parts = 1 + static_cast<int>(bits() % 8);
        std::vector<index_t> cuts = {0, n};
        for (int i = 1; i < parts; ++i) cuts.push_back(static_cast<index_t>(bits() % static_cast<unsigned>(n + 1)));
        std::sort(cuts.begin(), cuts.end());
        std::vector<float> values;
        for (int i = 0; i < parts; ++i)
            for (float value : values_of(x, cuts[static_cast<std::size_t>(i)], cuts[static_cast<std::size_t>(i) + 1]))
                values.push_back(value);
        ASSERT_TRUE(same_bits(merge_nodes(values.data(), cuts.data(), parts, add), by_definition(x))) << trial;
    }
}

TEST(MergeNodes, OperandsStayInOrder) {
    // Concatenation does not commute: it tells every exchange of left and right.
    const auto concatenate = [](std::vector<int> a, const std::vector<int>& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
    };
    const index_t boundaries[] = {0, 3, 3, 10, 11};
    std::vector<std::vector<int>> values;
    for (int part = 0; part < 4; ++part)
        for (const tree_node& node : nodes_of(boundaries[part], boundaries[part + 1])) {
            values.emplace_back();
            for (index_t i = 0; i < node.size(); ++i) values.back().push_back(static_cast<int>(node.begin() + i));
        }
    EXPECT_EQ(merge_nodes(values.data(), boundaries, 4, concatenate),
              (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

}  // namespace
