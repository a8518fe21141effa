// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The one order in which whole reductions add up, whatever runs them: a binary tree over the global index,
//     node(0, i) = x[i],   node(l, i) = combine(node(l-1, 2i), node(l-1, 2i+1)),
// where an absent right child passes the left one through. A part [first, last) of the elements is worth the nodes that
// lie wholly inside it and are in no larger such node; those of all parts, in order, give the root, wherever the cuts
// are: the bits do not depend on them. Pure arithmetic. Layer: algorithm; device code.

#include "cushard/base/config.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// node(level, index): the elements [index << level, (index + 1) << level).
struct tree_node {
    int level = 0;
    index_t index = 0;

    CUSHARD_HD constexpr index_t begin() const { return index << level; }
    CUSHARD_HD constexpr index_t size() const { return index_t{1} << level; }
    constexpr bool operator==(const tree_node&) const = default;
};

/// The most nodes that a part can have: two of each level, one at either end.
inline constexpr int max_nodes = 126;

/// Elements of the largest node that begins at `position` and ends no later than `last`; a power of two.
/// Needs 0 <= position < last.
CUSHARD_HD constexpr index_t node_size(index_t position, index_t last) {
    const index_t alignment = position & -position;  // 0 for position 0, which is aligned to everything
    index_t fits = last - position;
    for (int shift = 1; shift < 64; shift *= 2) fits |= fits >> shift;
    fits -= fits >> 1;  // the highest bit alone
    return alignment != 0 && alignment < fits ? alignment : fits;
}

/// How many nodes the part [first, last) is worth: `nodes_of(first, last).count`, without making the list.
CUSHARD_HD constexpr int count_nodes(index_t first, index_t last) {
    int count = 0;
    for (; first < last; first += node_size(first, last)) ++count;
    return count;
}

/// The nodes of a part, in the order of their elements.
struct node_list {
    int count = 0;
    tree_node nodes[max_nodes] = {};

    [[nodiscard]] constexpr const tree_node* begin() const { return nodes; }
    [[nodiscard]] constexpr const tree_node* end() const { return nodes + count; }
    [[nodiscard]] constexpr int size() const { return count; }
    constexpr const tree_node& operator[](int i) const { return nodes[i]; }
};

/// The largest nodes of which the part [first, last) is made, in the order of their elements; at most
/// `max(1, 2 * ceil(log2(n)))` in an array of n elements, none when the part is empty.
constexpr node_list nodes_of(index_t first, index_t last) {
    node_list list;
    while (first < last) {
        const index_t size = node_size(first, last);
        tree_node& node = list.nodes[list.count++];
        while (node.size() < size) ++node.level;
        node.index = first >> node.level;
        first += size;
    }
    return list;
}

/// The root over the `count` nodes of [0, n), n > 0, as `nodes_of` orders them. From right to left: the smaller right
/// neighbour is passed through, level by level, until it is the right child of the node before it.
template <class Value, class Combine>
CUSHARD_HD constexpr Value root_of(const Value* nodes, int count, const Combine& combine) {
    Value value = nodes[count - 1];
    for (int i = count - 2; i >= 0; --i) value = combine(nodes[i], value);
    return value;
}

/// Folds nodes, given in order from element 0 on without a gap, up to the root. What is pending are the nodes of which
/// [0, position) is made: one for each bit of `position`, so that a new node carries as a binary counter does.
template <class Value, class Combine>
class tree_fold {
public:
    CUSHARD_HD constexpr explicit tree_fold(Combine combine) : combine_(combine) {}

    /// Takes the node of `size` elements that begins at `position`.
    CUSHARD_HD constexpr void push(index_t position, index_t size, Value value) {
        for (index_t bit = size; (position & bit) != 0; bit *= 2) value = combine_(pending_[--depth_], value);
        pending_[depth_++] = value;
    }

    /// The root of what was pushed, at least one node.
    CUSHARD_HD constexpr Value root() const { return root_of(pending_, depth_, combine_); }

private:
    Value pending_[64];
    int depth_ = 0;
    [[no_unique_address]] Combine combine_;
};

/// The most parts that are merged at once.
inline constexpr int max_parts = 64;

/// Where an array of `boundaries[parts]` elements is cut: part p is [boundaries[p], boundaries[p + 1]).
struct part_boundaries {
    index_t boundaries[max_parts + 1] = {};
    int parts = 0;

    CUSHARD_HD constexpr index_t count() const { return boundaries[parts]; }
};

/// The root over all parts [boundaries[p], boundaries[p + 1]), p < parts, that together are [0, n), n > 0; some may be
/// empty. `values` has the parts' nodes one after the other, each part's as `nodes_of` orders them.
template <class Value, class Combine>
CUSHARD_HD constexpr Value merge_nodes(const Value* values, const index_t* boundaries, int parts, Combine combine) {
    tree_fold<Value, Combine> fold{combine};
    for (int part = 0; part < parts; ++part) {
        for (index_t position = boundaries[part]; position < boundaries[part + 1];) {
            const index_t size = node_size(position, boundaries[part + 1]);
            fold.push(position, size, *values++);
            position += size;
        }
    }
    return fold.root();
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
