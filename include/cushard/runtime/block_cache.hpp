// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Blocks that a stream has freed, kept for its next allocations: a stream runs in order, so that a block whose last use
// was on it may be used again there without anyone waiting, and without asking the driver. Layer: runtime.

#include "cushard/base/config.hpp"
#include "cushard/runtime/inline_list.hpp"

#include <bit>
#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Blocks by size, the last freed first. Used under the stream's mutex.
///
/// Small blocks have few sizes, so that one serves requests of about its size. Larger ones keep the bytes that were
/// asked for: what is made again and again finds its own. Either kind has a share of its own, beyond which other blocks
/// of the kind are given up.
class block_cache {
public:
    static constexpr std::size_t largest_small = std::size_t{1} << 20;
    static constexpr std::size_t most_small_bytes = std::size_t{16} << 20;
    /// Beyond that it is not worth it: what is done with a block takes much longer than the driver does.
    static constexpr std::size_t largest = std::size_t{64} << 20;
    static constexpr std::size_t most_large_bytes = std::size_t{256} << 20;
    static constexpr std::size_t most_large_blocks = 32;

    /// The size that a block of so many bytes, at least one, is allocated with. Of small ones there are four in each
    /// power of two, so that at most a quarter is added (and 255 bytes to the smallest).
    static constexpr std::size_t size_of_block(std::size_t bytes) noexcept {
        if (bytes > largest_small) return bytes;
        if (bytes <= first_power) return (bytes + smallest - 1) / smallest * smallest;
        const std::size_t step = quarter_of(bytes);
        return (bytes + step - 1) / step * step;
    }

    /// A block of that size, of `size_of_block`; null if there is none.
    void* take(std::size_t size) noexcept {
        if (size > largest_small) return take_large(size);
        auto& blocks = small_[class_of(size)];
        if (blocks.empty()) return nullptr;
        void* const taken = blocks.back();
        blocks.pop_back();
        small_bytes_ -= size;
        return taken;
    }

    [[nodiscard]] static constexpr bool keeps(std::size_t size) noexcept { return size <= largest; }

    /// Keeps a block of a size that it `keeps`. False if there is no room: `give_up` makes some.
    bool put(std::size_t size, void* block) {
        if (size > largest_small) {
            if (large_bytes_ + size > most_large_bytes || large_.size() == most_large_blocks) return false;
            large_.push_back({block, size});
            large_bytes_ += size;
        } else {
            if (small_bytes_ + size > most_small_bytes) return false;
            small_[class_of(size)].push_back(block);
            small_bytes_ += size;
        }
        return true;
    }

    /// A block, of `*given_up` bytes, of the kind that one of `size` bytes is, for which there was no room: the largest
    /// of the small ones, the one that was freed longest ago of the others.
    void* give_up(std::size_t size, std::size_t* given_up) noexcept {
        return size > largest_small ? oldest_large(given_up) : largest_of_small(given_up);
    }

    /// Any block, of `*size` bytes; null if there is none.
    void* take_any(std::size_t* size) noexcept {
        if (void* const block = largest_of_small(size)) return block;
        return oldest_large(size);
    }

    [[nodiscard]] std::size_t bytes() const noexcept { return small_bytes_ + large_bytes_; }

private:
    static constexpr std::size_t smallest = 256;
    static constexpr std::size_t first_power = 4 * smallest;  ///< up to here the sizes are multiples of the smallest
    static constexpr std::size_t classes = 4 + 4 * (std::bit_width(largest_small / first_power) - 1);

    /// A quarter of the power of two below `bytes`, which is more than `first_power`.
    static constexpr std::size_t quarter_of(std::size_t bytes) noexcept { return std::bit_floor(bytes - 1) / 4; }

    static constexpr std::size_t class_of(std::size_t size) noexcept {
        if (size <= first_power) return size / smallest - 1;
        const std::size_t quarter = quarter_of(size);
        return static_cast<std::size_t>(std::countr_zero(quarter / smallest)) * 4 + (size - 1) / quarter;
    }
    static constexpr std::size_t size_of_class(std::size_t index) noexcept {
        if (index < 4) return (index + 1) * smallest;
        return (smallest << (index / 4 - 1)) * (5 + index % 4);
    }

    struct large_block {
        void* address;
        std::size_t size;
    };

    void* take_large(std::size_t size) noexcept {
        for (std::size_t i = large_.size(); i-- > 0;) {
            if (large_[i].size == size) return remove_large(i);
        }
        return nullptr;
    }
    void* remove_large(std::size_t at) noexcept {
        const large_block removed = large_[at];
        for (std::size_t i = at + 1; i < large_.size(); ++i) large_[i - 1] = large_[i];
        large_.pop_back();
        large_bytes_ -= removed.size;
        return removed.address;
    }
    void* oldest_large(std::size_t* size) noexcept {
        if (large_.empty()) return nullptr;
        *size = large_[0].size;
        return remove_large(0);
    }
    void* largest_of_small(std::size_t* size) noexcept {
        for (std::size_t each = classes; each-- > 0;) {
            if (small_[each].empty()) continue;
            *size = size_of_class(each);
            return take(*size);
        }
        return nullptr;
    }

    inline_list<void*, 2> small_[classes];
    inline_list<large_block, 4> large_;  ///< by the time when they were freed
    std::size_t small_bytes_ = 0;
    std::size_t large_bytes_ = 0;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
