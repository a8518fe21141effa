// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// `device_array<T>`: the owner. Layer: array.

#include "cushard/array/view.hpp"

#include <concepts>
#include <initializer_list>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// An array of `T` in one device's memory, C-contiguous when made. It owns its elements: copying copies them, moving
/// moves them (a moved-from array is empty, of shape [0]). Work on it is asynchronous; `item`, `to_host`, `copy_to`,
/// `wait` and printing block.
///
/// Assigning an expression of the same shape writes into the memory that is there, so that views see it; one of another
/// shape takes new memory, and old views keep the old. The result is right although the expression reads the array.
template <class T>
class device_array : public array_access<T>, public array_mutation<device_array<T>, T> {
    static_assert(storable<T>, "cushard: elements are trivially copyable and not const");

public:
    /// Empty, of shape [0].
    device_array() noexcept = default;
    device_array(const device_array& source) : array_access<T>(detail::evaluate<T>("copy", source.as_expression())) {}
    device_array(device_array&&) noexcept = default;
    ~device_array() = default;

    /// Evaluates an expression or copies a view, on the device of its operands; values convert to `T`.
    /// @throws device_error if the operands are not on one device, out_of_memory.
    template <device_operand Source>
    device_array(const Source& source) : array_access<T>(detail::evaluate<T>("evaluate", source.as_expression())) {}

    /// For the library: takes over a body that nobody else writes.
    explicit device_array(detail::array_ref body) noexcept : array_access<T>(std::move(body)) {}

    device_array& operator=(const device_array& source) {
        if (this != &source) take("copy", source);
        return *this;
    }
    device_array& operator=(device_array&&) noexcept = default;
    template <device_operand Source>
    device_array& operator=(const Source& source) {
        take("assignment", source);
        return *this;
    }
    /// Writes a scalar to every element; the shape stays.
    template <assignable_to<T> Source>
    requires(!lazy_operand<Source>) device_array& operator=(const Source& scalar) {
        write("assignment", scalar);
        return *this;
    }

    /// For the library: writes the elements, the shape stays; errors name `what`.
    template <class Source>
    void write(const char* what, const Source& source) {
        detail::assign_source<T>(what, *this->shared_body(), source);
    }

    /// A view of some of the elements, by NumPy's rules: integers, `slice`, `all`, `newaxis`, `ellipsis`; of a const
    /// array a view that only reads.
    /// @throws axis_error for an index out of bounds or too many of them.
    template <class... Indices>
    requires(std::convertible_to<Indices, index_arg>&&...) [[nodiscard]] array_view<T> operator()(
        const Indices&... indices) {
        return detail::view_at<T>(this->shared_body(), indices...);
    }
    template <class... Indices>
    requires(std::convertible_to<Indices, index_arg>&&...) [[nodiscard]] array_view<const T> operator()(
        const Indices&... indices) const {
        return detail::view_at<const T>(this->shared_body(), indices...);
    }

    /// All elements as a view.
    [[nodiscard]] array_view<T> view() { return array_view<T>(this->shared_body()); }
    [[nodiscard]] array_view<const T> view() const { return array_view<const T>(this->shared_body()); }

    /// Axes reversed, or in the order given; NumPy's `transpose`.
    [[nodiscard]] array_view<T> transpose(std::initializer_list<int> axes = {}) { return view().transpose(axes); }
    [[nodiscard]] array_view<const T> transpose(std::initializer_list<int> axes = {}) const {
        return view().transpose(axes);
    }
    /// Another shape for the same elements in C order; one extent may be -1.
    [[nodiscard]] array_view<T> reshape(std::initializer_list<index_t> extents) { return view().reshape(extents); }
    [[nodiscard]] array_view<const T> reshape(std::initializer_list<index_t> extents) const {
        return view().reshape(extents);
    }

private:
    template <class Source>
    void take(const char* what, const Source& source) {
        const auto value = source.as_expression();
        if (this->body_ && value.extents() == this->extents()) {
            detail::assign<T>(what, *this->body_, value);
        } else {
            this->body_ = detail::evaluate<T>(what, value);
        }
    }
};

template <device_operand Source>
device_array(const Source&) -> device_array<value_t<typename Source::lazy_tree>>;

/// Evaluates an expression into an array of its own type.
/// @throws device_error if the operands are not on one device, out_of_memory.
template <device_operand Source>
[[nodiscard]] auto eval(const Source& source) {
    return device_array<value_t<typename Source::lazy_tree>>(source);
}

/// For the library: how `item()` of an expression gets its one value; found by the domain. `pool/` has the other.
template <class Tree>
[[nodiscard]] value_t<Tree> item_of(const expression<Tree, on_device>& source) {
    value_t<Tree> out;
    detail::copy_elements_to_host("item", detail::evaluate<value_t<Tree>>("item", source), &out);
    return out;
}

template <class Tree, class Domain>
typename expression<Tree, Domain>::value_type expression<Tree, Domain>::item() const {
    detail::require_one_element("item", extents());
    return item_of(*this);
}

}  // namespace v0
}  // namespace cushard
