// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// How kernels move elements: as words of up to 16 bytes, each one load or store instruction. Operands that do not stand
// on a word boundary are read as two aligned words and shifted together. Layer: launch; device code.

#include "cushard/launch/elementwise/unroll.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

using address_t = decltype(sizeof(0));

/// What one memory instruction moves; may stand for objects of any type.
template <int Bytes>
struct [[gnu::may_alias]] alignas(Bytes) word {
    unsigned part[Bytes / 4];
};
template <>
struct [[gnu::may_alias]] word<2> {
    unsigned short part;
};
template <>
struct [[gnu::may_alias]] word<1> {
    unsigned char part;
};

/// The `word` that begins `shift` bytes (0 to 15) into `low` and ends in `high`.
CUSHARD_HD word<16> join(const word<16>& low, const word<16>& high, unsigned shift) {
    const unsigned* l = low.part;
    const unsigned* h = high.part;
    const bool by_eight = (shift & 8) != 0;
    const unsigned six[6] = {by_eight ? l[2] : l[0], by_eight ? l[3] : l[1], by_eight ? h[0] : l[2],
                             by_eight ? h[1] : l[3], by_eight ? h[2] : h[0], by_eight ? h[3] : h[1]};
    const bool by_four = (shift & 4) != 0;
    unsigned five[5];
    unroll<5>([&](int i) { five[i] = by_four ? six[i + 1] : six[i]; });
    word<16> joined;
    unroll<4>([&](int i) {
        const unsigned long long pair = static_cast<unsigned long long>(five[i + 1]) << 32 | five[i];
        joined.part[i] = static_cast<unsigned>(pair >> (shift & 3) * 8);
    });
    return joined;
}

/// `shift` is 0 to 7.
CUSHARD_HD word<8> join(const word<8>& low, const word<8>& high, unsigned shift) {
    const unsigned long long l = static_cast<unsigned long long>(low.part[1]) << 32 | low.part[0];
    const unsigned long long h = static_cast<unsigned long long>(high.part[1]) << 32 | high.part[0];
    const unsigned long long joined = l >> shift * 8 | h << 8 << (56 - shift * 8);
    return {{static_cast<unsigned>(joined), static_cast<unsigned>(joined >> 32)}};
}

/// `shift` is 0 to 3.
CUSHARD_HD word<4> join(const word<4>& low, const word<4>& high, unsigned shift) {
    const unsigned long long pair = static_cast<unsigned long long>(high.part[0]) << 32 | low.part[0];
    return {{static_cast<unsigned>(pair >> shift * 8)}};
}

/// `shift` is 0 or 1.
CUSHARD_HD word<2> join(const word<2>& low, const word<2>& high, unsigned shift) {
    const unsigned pair = static_cast<unsigned>(high.part) << 16 | low.part;
    return {static_cast<unsigned short>(pair >> shift * 8)};
}

CUSHARD_HD constexpr bool is_power_of_two(address_t n) { return (n & (n - 1)) == 0; }

/// The word in which `count` elements move together: as large as they are, at most 16 bytes. Types whose size is no
/// power of two (structs) move by their alignment.
template <class T>
CUSHARD_HD constexpr int word_bytes_of(int count) {
    const address_t whole = is_power_of_two(sizeof(T)) ? sizeof(T) * static_cast<address_t>(count) : alignof(T);
    return static_cast<int>(whole < 16 ? whole : 16);
}

/// An element that stands in words.
template <class T>
struct [[gnu::may_alias]] in_words {
    T value;
};

/// `Count` elements in registers, as words. They are assigned, never constructed: any trivially copyable type will do.
template <class T, int Count, int WordBytes = word_bytes_of<T>(Count)>
struct pack {
    static constexpr int word_count = static_cast<int>(sizeof(T)) * Count / WordBytes;
    using word_type = word<WordBytes>;

    alignas(sizeof(word_type) > alignof(T) ? sizeof(word_type) : alignof(T)) word_type words[word_count];

    CUSHARD_HD T& operator[](int index) { return reinterpret_cast<in_words<T>*>(words)[index].value; }
    CUSHARD_HD const T& operator[](int index) const { return reinterpret_cast<const in_words<T>*>(words)[index].value; }

    /// True if `data` can be read and written by whole words.
    static CUSHARD_HD bool fits(const void* data) {
        return (reinterpret_cast<address_t>(data) & static_cast<address_t>(WordBytes - 1)) == 0;
    }
    /// `data` stands on a word boundary.
    CUSHARD_HD void load(const void* data) {
        const auto* from = static_cast<const word_type*>(data);
        unroll<word_count>([&](int i) { words[i] = from[i]; });
    }
    /// `data` stands on a word boundary.
    CUSHARD_HD void store(void* data) const {
        auto* to = static_cast<word_type*>(data);
        unroll<word_count>([&](int i) { to[i] = words[i]; });
    }
};

/// One element, moved by its alignment, which every address of an element has.
template <class T>
using single = pack<T, 1, static_cast<int>(alignof(T) < 16 ? alignof(T) : 16)>;

/// Reads the elements from `begin + offset` bytes, `begin` on any element boundary, `offset` a multiple of the word.
/// Reads no byte outside the words that hold those elements. The branch is uniform where `begin` is.
template <class T, int Count>
CUSHARD_HD void load_shifted(pack<T, Count>& to, const void* begin, address_t offset) {
    using word_type = typename pack<T, Count>::word_type;
    constexpr int count = pack<T, Count>::word_count;
    const auto shift = static_cast<unsigned>(reinterpret_cast<address_t>(begin) & (sizeof(word_type) - 1));
    const auto* words = reinterpret_cast<const word_type*>(static_cast<const char*>(begin) - shift + offset);
    if constexpr (sizeof(word_type) > alignof(T)) {
        if (shift != 0) {
            word_type read[count + 1];
            unroll<count + 1>([&](int i) { read[i] = words[i]; });
            unroll<count>([&](int i) { to.words[i] = join(read[i], read[i + 1], shift); });
            return;
        }
    }
    to.load(words);
}

/// Writes the elements to `data` on any element boundary.
template <class T, int Count>
CUSHARD_HD void store_anywhere(const pack<T, Count>& from, void* data) {
    if (pack<T, Count>::fits(data)) {
        from.store(data);
        return;
    }
    unroll<Count>([&](int k) {
        single<T> element;
        element[0] = from[k];
        element.store(static_cast<char*>(data) + k * static_cast<int>(sizeof(T)));
    });
}

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
