// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Bodies of copy.hpp. Layer: runtime.

#include "cushard/base/error.hpp"
#include "cushard/base/span.hpp"
#include "cushard/runtime/copy.hpp"
#include "cushard/runtime/submit.hpp"

#include <atomic>
#include <cstddef>
#include <string>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

namespace detail {

inline void require_range(const char* what, const storage& of, std::size_t offset, std::size_t bytes) {
    if (offset > of.bytes() || bytes > of.bytes() - offset)
        throw error(std::string(what) + ": " + std::to_string(bytes) + " bytes from byte " + std::to_string(offset) +
                    " on: the storage has " + std::to_string(of.bytes()));
}

[[nodiscard]] inline char* byte_at(const storage& of, std::size_t offset) noexcept {
    return static_cast<char*>(of.data()) + offset;
}

/// Enqueues one copy on the current stream of `from`, recorded at once.
inline point enqueue_copy(const char* what, device from, span<const use> uses, const copy_request& request) {
    require_alive(what);
    const part only{&current_stream(what, from.state()), uses};
    return enqueue(what, span(&only, 1), true, [&](std::size_t, const backend& table, place at, void* stream) {
        return table.copy(at, stream, request);
    });
}

/// Blocks until `target` has been reached.
inline void wait_until(const char* what, const point& target) {
    wait_list waits;
    waits.add(0, target);
    waits.pin(what);
    waits.block(what);
}

}  // namespace detail

inline void copy_to_host(storage& from, std::size_t offset, void* to, std::size_t bytes, const char* what) {
    detail::require_range(what, from, offset, bytes);
    if (bytes == 0) return;
    const place at = from.get_device().state().at;
    const use source{&from, access_mode::read};
    detail::wait_until(what, detail::enqueue_copy(what, from.get_device(), detail::span(&source, 1),
                                                  {.target = to,
                                                   .source = detail::byte_at(from, offset),
                                                   .bytes = bytes,
                                                   .kind = copy_kind::device_to_host,
                                                   .target_place = at,
                                                   .source_place = at}));
}

inline void copy_from_host(storage& to, std::size_t offset, const void* from, std::size_t bytes, const char* what) {
    detail::require_range(what, to, offset, bytes);
    if (bytes == 0) return;
    const place at = to.get_device().state().at;
    const use target{&to, access_mode::read_write};
    detail::wait_until(what, detail::enqueue_copy(what, to.get_device(), detail::span(&target, 1),
                                                  {.target = detail::byte_at(to, offset),
                                                   .source = from,
                                                   .bytes = bytes,
                                                   .kind = copy_kind::host_to_device,
                                                   .target_place = at,
                                                   .source_place = at}));
}

namespace detail {

/// Between backends, neither of which reaches the other's memory: in pieces through host memory.
inline void copy_staged(const char* what, storage& to, std::size_t to_offset, storage& from, std::size_t from_offset,
                        std::size_t bytes) {
    constexpr std::size_t longest_piece = std::size_t{32} << 20;
    const struct owner {
        char* const bytes;
        ~owner() { delete[] bytes; }
    } stage{new char[bytes < longest_piece ? bytes : longest_piece]};
    for (std::size_t done = 0; done < bytes;) {
        const std::size_t piece = bytes - done < longest_piece ? bytes - done : longest_piece;
        copy_to_host(from, from_offset + done, stage.bytes, piece, what);
        copy_from_host(to, to_offset + done, stage.bytes, piece, what);
        done += piece;
    }
}

}  // namespace detail

inline void copy(storage& to, std::size_t to_offset, storage& from, std::size_t from_offset, std::size_t bytes,
                 const char* what) {
    detail::require_range(what, to, to_offset, bytes);
    detail::require_range(what, from, from_offset, bytes);
    if (bytes == 0) return;
    if (&to == &from && to_offset < from_offset + bytes && from_offset < to_offset + bytes)
        throw error(std::string(what) + ": bytes " + std::to_string(from_offset) + " and " + std::to_string(to_offset) +
                    " on, " + std::to_string(bytes) + " of one storage: they overlap");
    const device to_device = to.get_device();
    const device from_device = from.get_device();
    const detail::device_state& target = to_device.state();
    const detail::device_state& source = from_device.state();
    if (&target.table != &source.table) {
        detail::copy_staged(what, to, to_offset, from, from_offset, bytes);
    } else {
        const use uses[] = {{&to, access_mode::read_write, true}, {&from, access_mode::read}};
        detail::enqueue_copy(what, from.get_device(), uses,
                             {.target = detail::byte_at(to, to_offset),
                              .source = detail::byte_at(from, from_offset),
                              .bytes = bytes,
                              .kind = copy_kind::device_to_device,
                              .target_place = target.at,
                              .source_place = source.at});
    }
    if (&target != &source) detail::counters.transfers.fetch_add(bytes, std::memory_order_relaxed);
}

}  // namespace v0
}  // namespace cushard
