// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Vector clocks (Fidge 1988, Mattern 1989): what of every stream's work lies certainly before a point. Layer: backend.

#include "cushard/base/config.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// One operation: the `time`th of its stream, from 1.
struct work_stamp {
    std::size_t stream = 0;
    std::uint64_t time = 0;
};

/// For each stream, the time up to which its work is known to come before. Streams not mentioned stand at 0.
class vector_clock {
public:
    [[nodiscard]] bool covers(work_stamp stamp) const noexcept { return at(stamp.stream) >= stamp.time; }

    [[nodiscard]] std::uint64_t at(std::size_t stream) const noexcept {
        return stream < times_.size() ? times_[stream] : 0;
    }

    /// One more operation of `stream`; gives its stamp.
    work_stamp tick(std::size_t stream) {
        if (stream >= times_.size()) times_.resize(stream + 1);
        return {stream, ++times_[stream]};
    }

    /// Afterwards it covers what either covered.
    void join(const vector_clock& other) {
        if (other.times_.size() > times_.size()) times_.resize(other.times_.size());
        for (std::size_t i = 0; i < other.times_.size(); ++i) times_[i] = std::max(times_[i], other.times_[i]);
    }

    /// Afterwards it covers what both covered.
    void meet(const vector_clock& other) {
        times_.resize(std::min(times_.size(), other.times_.size()));
        for (std::size_t i = 0; i < times_.size(); ++i) times_[i] = std::min(times_[i], other.times_[i]);
    }

private:
    std::vector<std::uint64_t> times_;
};

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
