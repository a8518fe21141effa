// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What drive.hpp runs loops by. Layer: backend.

#include "cushard/backend/host/drive.hpp"
#include "cushard/backend/host/gather.hpp"
#include "cushard/backend/host/loop_pool.hpp"

#include <cstddef>
#include <new>
#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Memory for one piece of a loop: on the stack, unless there are very many or very large operands.
class tile_memory {
public:
    explicit tile_memory(std::size_t bytes) {
        if (bytes > sizeof inline_) heap_ = static_cast<char*>(::operator new(bytes, std::align_val_t(alignment)));
        next_ = heap_ != nullptr ? heap_ : inline_;
    }
    tile_memory(const tile_memory&) = delete;
    tile_memory& operator=(const tile_memory&) = delete;
    ~tile_memory() { ::operator delete(heap_, std::align_val_t(alignment)); }

    /// `count` objects, aligned to `alignment`, their values undetermined.
    template <class T>
    T* take(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<T>);
        T* taken = reinterpret_cast<T*>(next_);
        for (std::size_t i = 0; i < count; ++i) ::new (static_cast<void*>(taken + i)) T;
        next_ += bytes_of<T>(count);
        return taken;
    }

    template <class T>
    static constexpr std::size_t bytes_of(std::size_t count) {
        return (count * sizeof(T) + alignment - 1) / alignment * alignment;
    }

private:
    static constexpr std::size_t alignment = 256;

    alignas(alignment) char inline_[16384];
    char* heap_ = nullptr;
    char* next_;
};

/// One launch. A piece of it walks its elements in C order, in tiles that never cross a row's end unless rows are
/// shorter than a tile; each operand of a tile is either contiguous in memory or goes through memory of the piece.
class elementwise_drive {
public:
    elementwise_drive(const void* functor, const geometry& loop, elementwise_body body, bool uses_position)
        : functor_(functor), loop_(loop), body_(body), uses_position_(uses_position) {
        if (loop_.rank == 0) {
            loop_.rank = 1;
            loop_.extents[0] = 1;
        }
        row_ = loop_.extents[inner()];
        wide_ = row_ >= tile_elements;
        for (int k = 0; k < operands(); ++k) {
            whole_ = whole_ && follows_loop(loop_.operands[k]);
            direct_ = direct_ && is_direct(loop_.operands[k]);
        }
    }

    void run() {
        loops().run([](void* self, index_t begin,
                       index_t end) { static_cast<const elementwise_drive*>(self)->run_piece(begin, end); },
                    this, loop_.size(), grain);
    }

private:
    /// Elements below which another thread costs more than it brings.
    static constexpr index_t grain = 64 * tile_elements;

    /// How a piece gets at one operand.
    struct access {
        const operand* what;
        bool direct;         ///< contiguous in every tile
        bool repeats;        ///< one element in all of a tile
        char* tile;          ///< room for `tile_elements`, unless direct
        const char* filled;  ///< the element of which `tile` is full
    };

    /// Where a piece is.
    struct cursor {
        index_t flat;
        index_t at[max_rank];
    };

    static index_t smaller(index_t a, index_t b) { return a < b ? a : b; }

    [[nodiscard]] int operands() const { return loop_.outputs + loop_.inputs; }
    [[nodiscard]] int inner() const { return loop_.rank - 1; }

    /// The operand's elements lie in memory as the loop meets them, without gaps.
    [[nodiscard]] bool follows_loop(const operand& each) const {
        index_t expected = 1;
        for (int d = inner(); d >= 0; --d) {
            if (loop_.extents[d] == 1) continue;
            if (each.strides[d] != expected) return false;
            expected *= loop_.extents[d];
        }
        return true;
    }

    [[nodiscard]] bool is_direct(const operand& each) const {
        return follows_loop(each) || (wide_ && each.strides[inner()] == 1);
    }

    [[nodiscard]] bool repeats(const operand& each) const {
        if (wide_) return each.strides[inner()] == 0;
        for (int d = 0; d < loop_.rank; ++d) {
            if (loop_.extents[d] != 1 && each.strides[d] != 0) return false;
        }
        return true;
    }

    [[nodiscard]] cursor seek(index_t flat) const {
        cursor to{flat, {}};
        for (int d = inner(); d >= 0; --d) {
            to.at[d] = flat % loop_.extents[d];
            flat /= loop_.extents[d];
        }
        return to;
    }

    /// By at most the rest of the row.
    void advance(cursor& from, index_t count) const {
        from.flat += count;
        from.at[inner()] += count;
        for (int d = inner(); d > 0 && from.at[d] == loop_.extents[d]; --d) {
            from.at[d] = 0;
            ++from.at[d - 1];
        }
    }

    [[nodiscard]] index_t along(const cursor& where, const index_t* strides) const {
        index_t sum = 0;
        for (int d = 0; d < loop_.rank; ++d) sum += where.at[d] * strides[d];
        return sum;
    }

    [[nodiscard]] char* address(const operand& each, const cursor& where) const {
        return static_cast<char*>(each.data) + along(where, each.strides) * each.element_bytes;
    }

    /// Elements of the tile that starts at `from`.
    [[nodiscard]] index_t tile_length(const cursor& from, index_t end) const {
        index_t length = end - from.flat;
        if (wide_) length = smaller(length, row_ - from.at[inner()]);
        return direct_ && !uses_position_ ? length : smaller(length, tile_elements);
    }

    static std::size_t tile_bytes(const operand& each) {
        return tile_memory::bytes_of<char>(static_cast<std::size_t>(tile_elements * each.element_bytes));
    }

    [[nodiscard]] std::size_t memory_bytes() const {
        const auto count = static_cast<std::size_t>(operands());
        std::size_t bytes = tile_memory::bytes_of<access>(count) + tile_memory::bytes_of<void*>(count);
        if (uses_position_) bytes += tile_memory::bytes_of<index_t>(tile_elements);
        for (int k = 0; k < operands(); ++k) {
            if (!is_direct(loop_.operands[k])) bytes += tile_bytes(loop_.operands[k]);
        }
        return bytes;
    }

    void run_piece(index_t begin, index_t end) const {
        tile_memory memory(memory_bytes());
        auto* accesses = memory.take<access>(static_cast<std::size_t>(operands()));
        auto* pointers = memory.take<void*>(static_cast<std::size_t>(operands()));
        auto* index = uses_position_ ? memory.take<index_t>(tile_elements) : nullptr;
        for (int k = 0; k < operands(); ++k) {
            const operand& each = loop_.operands[k];
            const bool direct = is_direct(each);
            char* tile = direct ? nullptr : memory.take<char>(tile_bytes(each));
            accesses[k] = {&each, direct, repeats(each), tile, nullptr};
        }
        if (whole_ && !uses_position_) {
            const cursor from = seek(begin);
            for (int k = 0; k < operands(); ++k) pointers[k] = address(loop_.operands[k], from);
            return body_(functor_, pointers, pointers + loop_.outputs, end - begin, nullptr);
        }
        for (cursor from = seek(begin); from.flat < end;) {
            const index_t length = tile_length(from, end);
            for (int k = 0; k < operands(); ++k) {
                pointers[k] = accesses[k].direct ? address(*accesses[k].what, from) : accesses[k].tile;
            }
            cursor reader = from;
            each_row(reader, length, [&](index_t done, index_t count) { load(accesses, index, reader, done, count); });
            body_(functor_, pointers, pointers + loop_.outputs, length, index);
            each_row(from, length, [&](index_t done, index_t count) { store(accesses, from, done, count); });
        }
    }

    /// `act(done, count)` for each part of the next `length` elements that lies in one row, `at` standing at its start.
    template <class Act>
    void each_row(cursor& at, index_t length, Act act) const {
        for (index_t done = 0; done < length;) {
            const index_t count = smaller(length - done, row_ - at.at[inner()]);
            act(done, count);
            advance(at, count);
            done += count;
        }
    }

    /// Elements `done` to `done + count` of the inputs' tiles, and their global indices.
    void load(access* accesses, index_t* index, const cursor& from, index_t done, index_t count) const {
        for (int k = loop_.outputs; k < operands(); ++k) {
            access& each = accesses[k];
            if (each.direct) continue;
            const auto bytes = static_cast<std::size_t>(each.what->element_bytes);
            const char* source = address(*each.what, from);
            if (!each.repeats) {
                const index_t step = each.what->strides[inner()] * each.what->element_bytes;
                move_elements(bytes, each.tile + done * each.what->element_bytes, each.what->element_bytes, source,
                              step, count);
            } else if (each.filled != source) {
                move_elements(bytes, each.tile, each.what->element_bytes, source, 0, tile_elements);
                each.filled = source;
            }
        }
        if (index == nullptr) return;
        const index_t first = loop_.origin + along(from, loop_.index_strides);
        const index_t step = loop_.index_strides[inner()];
        for (index_t i = 0; i < count; ++i) index[done + i] = first + i * step;
    }

    void store(const access* accesses, const cursor& to, index_t done, index_t count) const {
        for (int k = 0; k < loop_.outputs; ++k) {
            const access& each = accesses[k];
            if (each.direct) continue;
            const index_t bytes = each.what->element_bytes;
            move_elements(static_cast<std::size_t>(bytes), address(*each.what, to), each.what->strides[inner()] * bytes,
                          each.tile + done * bytes, bytes, count);
        }
    }

    const void* functor_;
    geometry loop_;
    elementwise_body body_;
    bool uses_position_;
    index_t row_ = 1;     ///< elements of the innermost axis
    bool wide_ = false;   ///< a row is at least a tile, so that no tile crosses a row's end
    bool whole_ = true;   ///< every operand follows the loop
    bool direct_ = true;  ///< no operand needs a tile
};

inline void drive_elementwise(const void* functor, const geometry& loop, elementwise_body body, bool uses_position) {
    elementwise_drive(functor, loop, body, uses_position).run();
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
