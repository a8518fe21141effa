// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Included before everything else in programs that mutate.py builds: which mutant this process is, by the environment
// variable CUSHARD_MUTANT; without it, none.

#include <cstdint>
#include <cstdlib>
#include <type_traits>

namespace mutation {

/// FNV-1a (Fowler, Noll, Vo 1991).
constexpr std::uint64_t hash_of(const char* name) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (; *name != '\0'; ++name) hash = (hash ^ static_cast<unsigned char>(*name)) * 0x100000001B3U;
    return hash;
}

inline const std::uint64_t chosen = [] {
    const char* name = std::getenv("CUSHARD_MUTANT");
    return name == nullptr ? 0 : hash_of(name);
}();

constexpr bool is(std::uint64_t mutant) { return !std::is_constant_evaluated() && chosen == mutant; }

/// A lock that one mutant does not take.
template <class Mutex>
class lock_unless {
public:
    lock_unless(bool dropped, Mutex& of) : of_(dropped ? nullptr : &of) {
        if (of_ != nullptr) of_->lock();
    }
    lock_unless(const lock_unless&) = delete;
    lock_unless& operator=(const lock_unless&) = delete;
    ~lock_unless() {
        if (of_ != nullptr) of_->unlock();
    }

private:
    Mutex* of_;
};

}  // namespace mutation
