// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Every block that the checked host mode has given out, and who touched what of it. Released blocks stay a while, so
// that a stale pointer meets its own block and not the next one at the same address. Layer: backend.

#include "cushard/backend/host/check/clock.hpp"
#include "cushard/backend/host/check/touch.hpp"
#include "cushard/backend/host/memory.hpp"
#include "cushard/base/config.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// One use of a block, as messages tell it: `what` lives for ever.
struct block_access {
    const char* what = "";
    work_stamp stamp;
    int logical = 0;  ///< the device of the stream that `stamp` is of
    byte_range bytes;
    bool writes = false;

    /// Together with `other` it is one access of a range without gaps.
    [[nodiscard]] bool continues(const block_access& other) const noexcept {
        return what == other.what && writes == other.writes && stamp.stream == other.stamp.stream &&
               stamp.time == other.stamp.time && bytes.begin <= other.bytes.end && other.bytes.begin <= bytes.end;
    }
};

class checked_block {
public:
    checked_block(std::size_t id, byte_range bytes, int logical) : id_(id), bytes_(bytes), logical_(logical) {}

    [[nodiscard]] byte_range bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.end - bytes_.begin; }
    [[nodiscard]] int logical() const noexcept { return logical_; }
    [[nodiscard]] bool released() const noexcept { return released_; }
    [[nodiscard]] void* data() const noexcept { return reinterpret_cast<void*>(bytes_.begin); }

    [[nodiscard]] std::string name() const {
        return "block " + std::to_string(id_) + " (" + std::to_string(size()) + " bytes, device " +
               std::to_string(logical_) + ")";
    }

    /// An access that must not be unordered with one of `bytes` and that `before` does not cover; null if all is well.
    [[nodiscard]] const block_access* conflict(byte_range bytes, bool writes, const vector_clock& before) const {
        for (const block_access& each : accesses_) {
            if ((writes || each.writes) && each.bytes.meets(bytes) && !before.covers(each.stamp)) return &each;
        }
        return nullptr;
    }

    /// Remembers an access that conflicts with none; `before` is the clock it was checked against. Forgets those that
    /// it makes needless (whoever comes after the new one comes after them), and joins it to one that only differs by
    /// bytes next to it: a loop that fills a block bit by bit leaves one access.
    void add(const block_access& access, const vector_clock& before) {
        std::erase_if(accesses_, [&](const block_access& each) {
            return access.bytes.holds(each.bytes) && (access.writes || (!each.writes && before.covers(each.stamp)));
        });
        for (block_access& each : accesses_) {
            if (!each.continues(access)) continue;
            each.bytes.begin = std::min(each.bytes.begin, access.bytes.begin);
            each.bytes.end = std::max(each.bytes.end, access.bytes.end);
            return;
        }
        accesses_.push_back(access);
    }

    /// The last one is the release.
    void add_release(const block_access& access, const vector_clock& before) {
        add(access, before);
        released_ = true;
    }

    [[nodiscard]] const block_access& last_access() const { return accesses_.back(); }

    /// True when so many accesses have come together that `forget` is worth its time.
    [[nodiscard]] bool crowded() const noexcept { return accesses_.size() > limit_; }

    /// Drops what all that is still to come comes after.
    void forget(const vector_clock& past) {
        std::erase_if(accesses_, [&](const block_access& each) { return past.covers(each.stamp); });
        limit_ = std::max<std::size_t>(256, 2 * accesses_.size());
    }

private:
    std::size_t id_;
    byte_range bytes_;
    int logical_;
    bool released_ = false;
    std::size_t limit_ = 256;
    std::vector<block_access> accesses_;
};

class block_map {
public:
    /// A new block, filled with 0xFF: not a number in every floating type. Null when there is no memory.
    checked_block* allocate(std::size_t bytes, int logical) {
        // A gap behind each block: the byte after its last is in no other.
        const std::size_t room = bytes + block_alignment;
        if (room < bytes) return nullptr;
        void* memory = allocate_block(room);
        if (memory == nullptr) {
            flush();
            memory = allocate_block(room);
            if (memory == nullptr) return nullptr;
        }
        std::memset(memory, 0xFF, bytes);
        const auto begin = reinterpret_cast<std::uintptr_t>(memory);
        return &blocks_.emplace(begin, checked_block(++made_, {begin, begin + bytes}, logical)).first->second;
    }

    /// The block that has this byte, released or not; null if there is none.
    checked_block* find(std::uintptr_t byte) {
        auto after = blocks_.upper_bound(byte);
        if (after == blocks_.begin()) return nullptr;
        checked_block& candidate = std::prev(after)->second;
        return byte < candidate.bytes().end ? &candidate : nullptr;
    }

    /// The release of `block` has run. Its memory is filled with 0xFB and kept until others have been released.
    void retire(void* block) {
        const checked_block& gone = blocks_.at(reinterpret_cast<std::uintptr_t>(block));
        std::memset(block, 0xFB, gone.size());
        retired_.push_back(block);
        retired_bytes_ += gone.size();
        while (retired_bytes_ > most_retired_bytes || retired_.size() > most_retired) free_oldest();
    }

    /// Gives all retired memory back to the system.
    void flush() {
        while (!retired_.empty()) free_oldest();
    }

private:
    static constexpr std::size_t most_retired_bytes = std::size_t{64} << 20;
    static constexpr std::size_t most_retired = 4096;

    void free_oldest() {
        void* block = retired_.front();
        retired_.pop_front();
        const auto found = blocks_.find(reinterpret_cast<std::uintptr_t>(block));
        retired_bytes_ -= found->second.size();
        blocks_.erase(found);
        free_block(block);
    }

    std::map<std::uintptr_t, checked_block> blocks_;
    std::deque<void*> retired_;
    std::size_t retired_bytes_ = 0;
    std::size_t made_ = 0;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
