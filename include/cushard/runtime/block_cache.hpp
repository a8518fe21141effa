// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Small blocks that a stream has freed, kept for its next allocations: a stream runs in order, so that a block whose
// last use was on it may be used again there without anyone waiting, and without asking the driver. Layer: runtime.

#include "cushard/base/config.hpp"
#include "cushard/runtime/inline_list.hpp"

#include <bit>
#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Blocks by size, the last freed first. Used under the stream's mutex.
class block_cache {
public:
    /// Larger blocks are not worth it: what is done with them takes longer than the driver does.
    static constexpr std::size_t largest = std::size_t{1} << 20;
    /// The most bytes that one stream keeps.
    static constexpr std::size_t most_bytes = std::size_t{16} << 20;

    /// The size that a block of so many bytes, at least one, is allocated with: four sizes in each power of two, so
    /// that at most a fifth is lost (and 255 bytes of the smallest). Above `largest` it is the bytes themselves.
    static constexpr std::size_t size_of_block(std::size_t bytes) noexcept {
        if (bytes > largest) return bytes;
        if (bytes <= first_power) return (bytes + smallest - 1) / smallest * smallest;
        const std::size_t step = quarter_of(bytes);
        return (bytes + step - 1) / step * step;
    }

    /// A block of that size, of `size_of_block`; null if there is none.
    void* take(std::size_t size) noexcept {
        if (size > largest) return nullptr;
        auto& blocks = blocks_[class_of(size)];
        if (blocks.empty()) return nullptr;
        void* const taken = blocks.back();
        blocks.pop_back();
        bytes_ -= size;
        return taken;
    }

    /// False if it is too large, or too much is kept already.
    bool put(std::size_t size, void* block) {
        if (size > largest || bytes_ + size > most_bytes) return false;
        blocks_[class_of(size)].push_back(block);
        bytes_ += size;
        return true;
    }

    /// Any block; null if there is none.
    void* take_any(std::size_t* size) noexcept {
        for (std::size_t each = 0; each < classes; ++each) {
            if (blocks_[each].empty()) continue;
            *size = size_of_class(each);
            return take(*size);
        }
        return nullptr;
    }

    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    static constexpr std::size_t smallest = 256;
    static constexpr std::size_t first_power = 4 * smallest;  ///< up to here the sizes are multiples of the smallest
    static constexpr std::size_t classes = 4 + 4 * (std::bit_width(largest / first_power) - 1);

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

    inline_list<void*, 2> blocks_[classes];
    std::size_t bytes_ = 0;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
