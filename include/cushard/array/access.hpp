// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What arrays and views share: shape, place, reading to the host, standing in an expression. Layer: array.

#include "cushard/base/element.hpp"
#include "cushard/expr/expression.hpp"
#include "cushard/lower/assign.hpp"
#include "cushard/runtime/copy.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

namespace detail {

/// @throws shape_error
void require_one_element(const char* what, const shape& extents);
/// @throws shape_error unless there is room for all elements and no more.
void require_room(const char* what, index_t elements, std::size_t room);

/// The memory of a body as C-contiguous elements: the body itself, or a fresh copy.
template <class T>
array_ref dense(const char* what, const array_ref& body) {
    if (body->layout().is_c_contiguous()) return body;
    return evaluate<T>(what, expression<leaf<T>>({operand_ref(body)}, {}, 0));
}

/// Copies all elements in C order; blocks until they are there.
template <class T>
void copy_elements_to_host(const char* what, const array_ref& body, T* target) {
    const auto count = static_cast<std::size_t>(body->extents().size());
    if (count == 0) return;
    const array_ref source = dense<T>(what, body);
    copy_to_host(source->memory(), static_cast<std::size_t>(source->layout().offset) * sizeof(T), target,
                 count * sizeof(T), what);
}

}  // namespace detail

/// The common part of `device_array<T>` and `array_view<T>`; `T` is const where elements cannot be written through it.
template <class T>
class array_access {
public:
    using value_type = std::remove_const_t<T>;
    using lazy_tree = leaf<value_type>;
    using lazy_domain = on_device;

    /// The shape, outermost axis first; NumPy's `shape`.
    [[nodiscard]] const shape& extents() const noexcept {
        static constexpr shape nothing = shape({0});
        return body_ ? body_->extents() : nothing;
    }
    [[nodiscard]] int rank() const noexcept { return extents().rank(); }
    /// The number of elements.
    [[nodiscard]] index_t size() const noexcept { return extents().size(); }
    /// The device on which the elements lie, and on which operations with them run.
    [[nodiscard]] device get_device() const { return shared_body()->memory().get_device(); }
    /// Whether the elements lie in C order without gaps.
    [[nodiscard]] bool is_c_contiguous() const { return !body_ || body_->layout().is_c_contiguous(); }

    /// The value of an array of one element; blocks until it is computed and copied.
    /// @throws shape_error unless the size is 1.
    [[nodiscard]] value_type item() const {
        detail::require_one_element("item", extents());
        value_type out;
        detail::copy_elements_to_host("item", body_, &out);
        return out;
    }

    /// All elements in C order; blocks until they are there. CuPy's `asnumpy`.
    [[nodiscard]] std::vector<value_type> to_host() const {
        const auto count = static_cast<std::size_t>(size());
        if constexpr (std::is_same_v<value_type, bool>) {  // std::vector<bool> has no memory to copy into
            const std::unique_ptr<value_type[]> elements(new value_type[count]);
            detail::copy_elements_to_host("to_host", shared_body(), elements.get());
            return std::vector<value_type>(elements.get(), elements.get() + count);
        } else {
            std::vector<value_type> out(count);
            detail::copy_elements_to_host("to_host", shared_body(), out.data());
            return out;
        }
    }

    /// Copies all elements in C order into `target`; blocks until they are there.
    /// @throws shape_error unless `target` has as many elements.
    void copy_to(std::span<value_type> target) const {
        detail::require_room("copy_to", size(), target.size());
        detail::copy_elements_to_host("copy_to", shared_body(), target.data());
    }

    /// Blocks until all work that was submitted on these elements is over.
    /// @throws what that work failed with.
    void wait() const {
        if (body_) detail::wait_for(body_->memory(), access_mode::read_write);
    }

    /// The address of the first element, in the device's memory. Nothing orders what the caller does with it: call
    /// `wait()` first.
    [[nodiscard]] T* data() const noexcept {
        if (!body_) return nullptr;
        return static_cast<T*>(body_->memory().data()) + body_->layout().offset;
    }

    [[nodiscard]] expression<lazy_tree> as_expression() const {
        return expression<lazy_tree>({detail::operand_ref(shared_body())}, {}, 0);
    }

    /// For the library: storage and layout.
    [[nodiscard]] detail::array_ref shared_body() const {
        return body_ ? body_ : detail::new_body("empty", shape({0}), sizeof(value_type), device());
    }

protected:
    array_access() noexcept = default;
    explicit array_access(detail::array_ref body) noexcept : body_(std::move(body)) {}
    array_access(const array_access&) = default;
    array_access(array_access&&) noexcept = default;
    array_access& operator=(const array_access&) = default;
    array_access& operator=(array_access&&) noexcept = default;
    ~array_access() = default;

    detail::array_ref body_;
};

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/array/access.inl.hpp")
