// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Elements between the host, one device, and the parts of a pool. Layer: pool.

#include "cushard/array/access.hpp"
#include "cushard/pool/pool_assign.hpp"
#include "cushard/runtime/copy.hpp"

#include <cstddef>
#include <cstring>
#include <memory>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// One part of a C-ordered whole as runs: `count` runs of `length` elements, `pitch` elements apart in the whole, the
/// first at `start`.
struct part_runs {
    index_t count = 1;
    index_t length = 1;
    index_t pitch = 0;
    index_t start = 0;
};

part_runs runs_of(const shard_layout& layout, int part);

/// Copies a pool's elements into host memory in C order; blocks until they are there.
template <class T>
void copy_pool_to_host(const char* what, const pool_body& source, T* target) {
    const shard_layout& layout = source.layout();
    if (layout.is_replicated()) return copy_elements_to_host(what, source.part(0), target);
    for (int i = 0; i < layout.pool().size(); ++i) {
        const part_runs runs = runs_of(layout, i);
        if (runs.count * runs.length == 0) continue;
        if (runs.count == 1) {
            copy_elements_to_host(what, source.part(i), target + runs.start);
            continue;
        }
        const std::unique_ptr<T[]> packed(new T[static_cast<std::size_t>(runs.count * runs.length)]);
        copy_elements_to_host(what, source.part(i), packed.get());
        for (index_t r = 0; r < runs.count; ++r) {
            std::memcpy(target + runs.start + r * runs.pitch, packed.get() + r * runs.length,
                        static_cast<std::size_t>(runs.length) * sizeof(T));
        }
    }
}

/// Copies host memory in C order into the parts of a pool; blocks until the memory may be reused.
template <class T>
void copy_host_to_pool(const char* what, const pool_body& target, const T* source) {
    const shard_layout& layout = target.layout();
    for (int i = 0; i < layout.pool().size(); ++i) {
        const part_runs runs = runs_of(layout, i);
        const auto bytes = static_cast<std::size_t>(runs.count * runs.length) * sizeof(T);
        if (bytes == 0) continue;
        if (runs.count == 1) {
            copy_from_host(target.part(i)->memory(), 0, source + runs.start, bytes, what);
            continue;
        }
        const std::unique_ptr<T[]> packed(new T[static_cast<std::size_t>(runs.count * runs.length)]);
        for (index_t r = 0; r < runs.count; ++r) {
            std::memcpy(packed.get() + r * runs.length, source + runs.start + r * runs.pitch,
                        static_cast<std::size_t>(runs.length) * sizeof(T));
        }
        copy_from_host(target.part(i)->memory(), 0, packed.get(), bytes, what);
    }
}

/// The whole array in new memory on one device. Only the parts of other devices move between devices.
template <class T>
array_ref gather_to(const char* what, const pool_body& source, const device& to) {
    const shard_layout& layout = source.layout();
    const array_ref target = new_body(what, layout.extents(), sizeof(T), to);
    for (int i = 0; i < layout.pool().size(); ++i) {
        const array_body& part = *source.part(i);
        const auto bytes = static_cast<std::size_t>(part.extents().size()) * sizeof(T);
        if (bytes == 0) continue;
        const part_runs runs = layout.is_replicated() ? part_runs{1, part.extents().size(), 0, 0} : runs_of(layout, i);
        if (runs.count == 1) {
            copy(target->memory(), static_cast<std::size_t>(runs.start) * sizeof(T), part.memory(), 0, bytes, what);
        } else {
            const array_ref moved = new_body(what, part.extents(), sizeof(T), to);
            copy(moved->memory(), 0, part.memory(), 0, bytes, what);
            strided_layout place{part.extents(), c_contiguous(layout.extents()).strides, runs.start};
            const array_body window(target->shared_storage(), place);
            copy_elements<T>(what, window, *moved);
        }
        if (layout.is_replicated()) break;
    }
    return target;
}

/// Copies an array of one device into the parts of a pool.
template <class T>
void scatter_from(const char* what, const array_ref& source, const pool_body& target) {
    const shard_layout& layout = target.layout();
    for (int i = 0; i < layout.pool().size(); ++i) {
        const array_body& part = *target.part(i);
        const auto bytes = static_cast<std::size_t>(part.extents().size()) * sizeof(T);
        if (bytes == 0) continue;
        strided_layout window{part.extents(), source->layout().strides, source->layout().offset};
        window.offset += layout.first(i) * source->layout().stride(layout.axis());
        const array_ref packed = dense<T>(what, array_ref::adopt(new array_body(source->shared_storage(), window)));
        copy(part.memory(), 0, packed->memory(), static_cast<std::size_t>(packed->layout().offset) * sizeof(T), bytes,
             what);
    }
}

}  // namespace detail

/// For the library: how `item()` of an expression over a pool gets its one value.
template <class Tree>
[[nodiscard]] value_t<Tree> item_of(const expression<Tree, on_pool>& source) {
    value_t<Tree> out;
    detail::copy_pool_to_host("item", *detail::evaluate_on_pool<value_t<Tree>>("item", source), &out);
    return out;
}

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/pool/pool_copy.inl.hpp")
