// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// `sharded_array<T>`: one array over the devices of a pool. Layer: pool.

#include "cushard/array/device_array.hpp"
#include "cushard/array/mutation.hpp"
#include "cushard/array/view.hpp"
#include "cushard/pool/pool_assign.hpp"
#include "cushard/pool/pool_copy.hpp"

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// One device's part of a sharded array: indices [first, last) along the axis that is cut.
template <class T>
struct shard_view {
    device where;
    index_t first = 0;
    index_t last = 0;
    array_view<T> elements;
};

namespace detail {
[[noreturn]] void refuse_moved_from();
}  // namespace detail

/// An array cut along one axis over the devices of a pool. It owns its elements as `device_array` does: copying copies,
/// moving moves, assignment of the same layout writes into the memory that is there. An expression over arrays of equal
/// layout is one fused kernel per device, all at once; no element moves. A moved-from array has shape [0] and no
/// layout: it may be assigned to; what needs its elements or its layout throws `error`.
template <class T>
class sharded_array : public array_mutation<sharded_array<T>, T, on_pool> {
    static_assert(storable<T>, "cushard: elements are trivially copyable and not const");

public:
    using value_type = T;
    using lazy_tree = leaf<T>;
    using lazy_domain = on_pool;

    sharded_array(const sharded_array& source) : body_(detail::evaluate_on_pool<T>("copy", source.as_expression())) {}
    sharded_array(sharded_array&&) noexcept = default;
    ~sharded_array() = default;

    /// Evaluates an expression, in the layout of its operands; values convert to `T`.
    /// @throws device_error if the operands' layouts differ, out_of_memory: then nothing has changed on any device.
    template <pool_operand Source>
    sharded_array(const Source& source) : body_(detail::evaluate_on_pool<T>("evaluate", source.as_expression())) {}

    /// For the library: takes over a body that nobody else writes.
    explicit sharded_array(detail::pool_ref body) noexcept : body_(std::move(body)) {}

    sharded_array& operator=(const sharded_array& source) {
        if (this != &source) take("copy", source);
        return *this;
    }
    sharded_array& operator=(sharded_array&&) noexcept = default;
    template <pool_operand Source>
    sharded_array& operator=(const Source& source) {
        take("assignment", source);
        return *this;
    }
    /// Writes a scalar to every element.
    template <assignable_to<T, on_pool> Source>
    requires(!lazy_operand<Source>) sharded_array& operator=(const Source& scalar) {
        write("assignment", scalar);
        return *this;
    }

    /// For the library: writes the elements, layout and shape stay; errors name `what`.
    template <class Source>
    void write(const char* what, const Source& source) {
        if constexpr (lazy_operand<Source>) {
            detail::assign_on_pool<T>(what, *shared_body(), source.as_expression());
        } else {
            const expression<constant<T>, on_pool> repeated({}, detail::tuple_of(detail::to_element<T>(source)), -1);
            detail::assign_on_pool<T>(what, *shared_body(), repeated);
        }
    }

    /// The global shape.
    [[nodiscard]] const shape& extents() const noexcept {
        static constexpr shape nothing = shape({0});
        return body_ ? body_->extents() : nothing;
    }
    [[nodiscard]] int rank() const noexcept { return extents().rank(); }
    [[nodiscard]] index_t size() const noexcept { return extents().size(); }
    /// Pool, axis and boundaries.
    [[nodiscard]] const shard_layout& layout() const { return shared_body()->layout(); }
    [[nodiscard]] const device_pool& pool() const { return layout().pool(); }

    /// The parts, in the order of the pool. Writing through one writes the array.
    [[nodiscard]] std::vector<shard_view<T>> shards() {
        std::vector<shard_view<T>> out;
        const int axis = layout().axis();
        for (int i = 0; i < pool().size(); ++i) {
            const detail::array_ref& part = body_->part(i);
            const index_t length = layout().is_replicated() ? 0 : part->extents()[axis];
            out.push_back({pool()[i], layout().first(i), layout().first(i) + length, array_view<T>(part)});
        }
        return out;
    }

    /// All elements in C order; blocks until they are there.
    [[nodiscard]] std::vector<T> to_host() const {
        const auto count = static_cast<std::size_t>(size());
        if constexpr (std::is_same_v<T, bool>) {  // std::vector<bool> has no memory to copy into
            const std::unique_ptr<T[]> elements(new T[count]);
            if (body_) detail::copy_pool_to_host("to_host", *body_, elements.get());
            return std::vector<T>(elements.get(), elements.get() + count);
        } else {
            std::vector<T> out(count);
            if (body_) detail::copy_pool_to_host("to_host", *body_, out.data());
            return out;
        }
    }

    /// The whole array on one device.
    [[nodiscard]] device_array<T> gather(const device& to) const {
        return device_array<T>(detail::gather_to<T>("gather", *shared_body(), to));
    }
    /// The whole array on the pool's first device.
    [[nodiscard]] device_array<T> gather() const { return gather(pool()[0]); }

    /// Blocks until all work that was submitted on these elements is over, on every device.
    /// @throws what that work failed with.
    void wait() const {
        for (int i = 0; body_ && i < pool().size(); ++i) {
            detail::wait_for(body_->part(i)->memory(), access_mode::read_write);
        }
    }

    [[nodiscard]] expression<lazy_tree, on_pool> as_expression() const {
        return expression<lazy_tree, on_pool>({detail::operand_ref(shared_body())}, {}, 0);
    }
    /// For the library: layout and parts.
    [[nodiscard]] const detail::pool_ref& shared_body() const {
        if (!body_) detail::refuse_moved_from();
        return body_;
    }

private:
    template <class Source>
    void take(const char* what, const Source& source) {
        const auto value = source.as_expression();
        const detail::pool_sources sources(what, value);
        if (body_ && sources.layout == layout()) {
            detail::assign_on_pool<T>(what, *body_, value, sources);
        } else {
            body_ = detail::evaluate_on_pool<T>(what, value, sources);
        }
    }

    detail::pool_ref body_;
};

template <pool_operand Source>
sharded_array(const Source&) -> sharded_array<value_t<typename Source::lazy_tree>>;

/// Evaluates an expression over a pool into an array of its own type.
/// @throws device_error if the operands' layouts differ, out_of_memory.
template <pool_operand Source>
[[nodiscard]] auto eval(const Source& source) {
    return sharded_array<value_t<typename Source::lazy_tree>>(source);
}

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/pool/sharded_array.inl.hpp")
