// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Whole reductions on the host. The part is cut into pieces that are nodes of the tree; the loop pool takes them in any
// order, so that the bits do not depend on the threads. A piece is evaluated in tiles, each folded level by level.
// Layer: algorithm.

#include "cushard/algorithm/reducer.hpp"
#include "cushard/algorithm/tree_nodes.hpp"
#include "cushard/backend/host/gather.hpp"
#include "cushard/backend/host/loop_pool.hpp"
#include "cushard/backend/launch.hpp"
#include "cushard/launch/elementwise/host_body.hpp"

#include <cstddef>
#include <memory>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Elements that are evaluated and folded at once, in memory of the thread.
inline constexpr index_t reduce_tile = 256;

/// A piece is a node of at most this level: 2^15 elements, long enough to be worth a thread.
inline constexpr int reduce_piece_level = 15;
inline constexpr index_t reduce_piece = index_t{1} << reduce_piece_level;

/// The tree over a power of two of neighbours, at most a tile of them; `values` is overwritten. Levels take turns with
/// a second array, so that none writes what it reads and each is one vectorised loop.
template <class Reducer>
typename Reducer::value_type fold_tile(typename Reducer::value_type* values, index_t count) {
    using value = typename Reducer::value_type;
    alignas(64) value spare[reduce_tile / 2];
    value* from = values;
    value* to = spare;
    for (index_t half = count / 2; half > 0; half /= 2) {
        const value* __restrict in = from;
        value* __restrict out = to;
        for (index_t i = 0; i < half; ++i) out[i] = Reducer::combine(in[2 * i], in[2 * i + 1]);
        value* const folded = to;
        to = from;
        from = folded;
    }
    return from[0];
}

/// Reads the inputs of a loop in C order of its elements.
template <class Flat>
class input_reader {
public:
    static constexpr int count = Flat::inputs::size;

    explicit input_reader(const geometry& loop) : loop_(loop), inputs_(loop.operands + loop.outputs) {
        for (int k = 0; k < count; ++k) contiguous_[k] = follows_loop(inputs_[k]);
    }

    /// Pointers to `length` neighbours from element `begin` of the loop on: in place, or gathered into `tiles`, where
    /// each input has room for a tile of its elements.
    void read(index_t begin, index_t length, char* const* tiles, const void** pointers) const {
        for (int k = 0; k < count; ++k) {
            if (contiguous_[k]) {
                pointers[k] = static_cast<const char*>(inputs_[k].data) + begin * inputs_[k].element_bytes;
            } else {
                gather(inputs_[k], begin, length, tiles[k]);
                pointers[k] = tiles[k];
            }
        }
    }

private:
    [[nodiscard]] bool follows_loop(const operand& input) const {
        index_t expected = 1;
        for (int d = loop_.rank - 1; d >= 0; --d) {
            if (loop_.extents[d] == 1) continue;
            if (input.strides[d] != expected) return false;
            expected *= loop_.extents[d];
        }
        return true;
    }

    void gather(const operand& input, index_t begin, index_t length, char* tile) const {
        const index_t bytes = input.element_bytes;
        const int inner = loop_.rank - 1;
        while (length > 0) {
            index_t offset = 0;
            index_t rest = begin;
            for (int d = inner; d >= 0; --d) {
                offset += rest % loop_.extents[d] * input.strides[d];
                rest /= loop_.extents[d];
            }
            const index_t row = loop_.rank > 0 ? loop_.extents[inner] - begin % loop_.extents[inner] : 1;
            const index_t step = loop_.rank > 0 ? input.strides[inner] * bytes : 0;
            const index_t run = length < row ? length : row;
            move_elements(static_cast<std::size_t>(bytes), tile, bytes,
                          static_cast<const char*>(input.data) + offset * bytes, step, run);
            tile += run * bytes;
            begin += run;
            length -= run;
        }
    }

    const geometry& loop_;
    const operand* inputs_;
    bool contiguous_[count + 1] = {};
};

/// Memory of one thread for a tile of every input, of positions and of values.
template <class Flat, class Value, class Inputs = index_list_of<Flat::inputs::size>>
struct reduce_tiles;
template <class Flat, class Value, int... Index>
struct reduce_tiles<Flat, Value, index_list<Index...>> {
    template <int Input>
    struct alignas(64) input_tile {
        char bytes[sizeof(tuple_element_t<Input, typename Flat::inputs>) * static_cast<std::size_t>(reduce_tile)];
    };
    tuple<input_tile<Index>...> inputs;
    char* input_pointers[sizeof...(Index) + 1] = {get<Index>(inputs).bytes...};
    alignas(64) index_t positions[Flat::uses_position ? reduce_tile : 1];
    alignas(64) Value values[reduce_tile];
};

/// One launch of a whole reduction.
template <class Flat, class Reducer>
class host_reduction {
    using value = typename Reducer::value_type;
    using tiles = reduce_tiles<Flat, value>;

public:
    host_reduction(const Flat& flat, const geometry& loop)
        : flat_(flat), loop_(loop), reader_(loop), nodes_(nodes_of(loop.origin, loop.origin + loop.size())) {
        for (int k = 0; k < nodes_.size(); ++k) first_piece_[k + 1] = first_piece_[k] + pieces_of(nodes_[k]);
        pieces_.reset(new value[static_cast<std::size_t>(first_piece_[nodes_.size()]) + 1]);
    }

    /// Evaluates the pieces, then folds each node's.
    void run() {
        loops().run([](void* self, index_t begin,
                       index_t end) { static_cast<const host_reduction*>(self)->run_pieces(begin, end); },
                    this, first_piece_[nodes_.size()], 1);
        for (int k = 0; k < nodes_.size(); ++k) {
            tree_fold<value, combine_by<Reducer>> fold{{}};
            for (index_t piece = first_piece_[k]; piece < first_piece_[k + 1]; ++piece)
                fold.push(piece - first_piece_[k], 1, pieces_[static_cast<std::size_t>(piece)]);
            node_values_[k] = fold.root();
        }
    }

    [[nodiscard]] const value* node_values() const { return node_values_; }
    /// Of a loop that is the whole array.
    [[nodiscard]] value root() const {
        if (nodes_.size() == 0) return Reducer::absent();
        return root_of(node_values_, nodes_.size(), combine_by<Reducer>{});
    }
    [[nodiscard]] int node_count() const { return nodes_.size(); }

private:
    static index_t pieces_of(const tree_node& node) {
        return index_t{1} << (node.level > reduce_piece_level ? node.level - reduce_piece_level : 0);
    }

    void run_pieces(index_t begin, index_t end) const {
        tiles memory;
        int k = 0;
        for (index_t piece = begin; piece < end; ++piece) {
            while (piece >= first_piece_[k + 1]) ++k;
            const index_t length = nodes_[k].size() < reduce_piece ? nodes_[k].size() : reduce_piece;
            const index_t global = nodes_[k].begin() + (piece - first_piece_[k]) * length;
            pieces_[static_cast<std::size_t>(piece)] = node_value(memory, global - loop_.origin, length);
        }
    }

    /// The node over `length` elements, a power of two, from element `begin` of the loop on.
    value node_value(tiles& memory, index_t begin, index_t length) const {
        tree_fold<value, combine_by<Reducer>> fold{{}};
        const index_t tile = length < reduce_tile ? length : reduce_tile;
        for (index_t done = 0; done < length; done += tile) {
            const void* inputs[Flat::inputs::size + 1] = {};
            reader_.read(begin + done, tile, memory.input_pointers, inputs);
            if constexpr (Flat::uses_position)
                for (index_t i = 0; i < tile; ++i) memory.positions[i] = loop_.origin + begin + done + i;
            void* const outputs[] = {memory.values};
            host_body<Flat>(&flat_, outputs, inputs, tile, Flat::uses_position ? memory.positions : nullptr);
            fold.push(done / tile, 1, fold_tile<Reducer>(memory.values, tile));
        }
        return fold.root();
    }

    const Flat& flat_;
    const geometry& loop_;
    input_reader<Flat> reader_;
    node_list nodes_;
    index_t first_piece_[max_nodes + 1] = {};  ///< node k has pieces [first_piece_[k], first_piece_[k + 1])
    std::unique_ptr<value[]> pieces_;
    value node_values_[max_nodes] = {};
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
