// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// `array_view<T>`: some elements of an array, in some order, without a copy. It keeps the memory alive, is cheap to
// copy, and writes through. Layer: array.

#include "cushard/array/access.hpp"
#include "cushard/array/mutation.hpp"
#include "cushard/layout/reshape.hpp"
#include "cushard/layout/slice.hpp"
#include "cushard/layout/transpose.hpp"

#include <concepts>
#include <initializer_list>
#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

template <class T>
class array_view;

namespace detail {

/// A scalar as an element: converted, or as it is where the types are one (a struct's).
template <class T, class Source>
T to_element(const Source& scalar) {
    if constexpr (std::is_same_v<Source, T>) {
        return scalar;
    } else {
        return convert<T>(scalar_element_t<Source>(scalar));
    }
}

/// Evaluates a lazy operand or repeats a scalar into a body's elements.
template <class T, class Source>
void assign_source(const char* what, const array_body& target, const Source& source) {
    if constexpr (lazy_operand<Source>) {
        assign<T>(what, target, source.as_expression());
    } else {
        assign<T>(what, target, expression<constant<T>>({}, tuple_of(to_element<T>(source)), -1));
    }
}

template <class T, class... Indices>
array_view<T> view_at(const array_ref& body, const Indices&... indices) {
    const index_arg list[] = {index_arg(indices)..., index_arg(ellipsis)};  // one more, that the list is not empty
    const strided_layout layout = index(body->layout(), {list, sizeof...(Indices)});
    return array_view<T>(array_ref::adopt(new array_body(body->shared_storage(), layout)));
}

template <class T>
array_view<T> view_of_layout(const array_ref& body, const strided_layout& layout) {
    return array_view<T>(array_ref::adopt(new array_body(body->shared_storage(), layout)));
}

/// Axes reversed where none are given.
strided_layout transposed(const strided_layout& layout, std::initializer_list<int> axes);

template <class T>
array_view<T> reshaped(const array_ref& body, std::initializer_list<index_t> extents) {
    const reshaped_layout result = reshape("reshape", body->layout(), {extents.begin(), extents.size()});
    return view_of_layout<T>(result.is_view ? body : dense<std::remove_const_t<T>>("reshape", body), result.layout);
}

}  // namespace detail

/// A view: elements of somebody's memory, kept alive by it. Copying a view makes another view of the same elements;
/// assigning to one writes its elements. A view of rank 0 is one element, read by `item()`.
template <class T>
class array_view : public array_access<T>, public array_mutation<array_view<T>, T> {
public:
    explicit array_view(detail::array_ref body) noexcept : array_access<T>(std::move(body)) {}
    array_view(const array_view&) = default;
    array_view(array_view&&) noexcept = default;
    ~array_view() = default;

    /// Writes the elements; the source broadcasts to the view's shape, its values convert to `T`.
    /// @throws shape_error if it does not broadcast.
    template <assignable_to<T> Source>
    array_view& operator=(const Source& source) {
        write("assignment", source);
        return *this;
    }
    array_view& operator=(const array_view& source) {
        write("assignment", source);
        return *this;
    }

    /// For the library: writes the elements; errors name `what`.
    template <class Source>
    void write(const char* what, const Source& source) const {
        detail::assign_source<T>(what, *this->body_, source);
    }

    /// The same elements, read only.
    operator array_view<const T>() const { return array_view<const T>(this->body_); }

    /// A view of some of the elements, by NumPy's rules: integers, `slice`, `all`, `newaxis`, `ellipsis`.
    /// @throws axis_error for an index out of bounds or too many of them.
    template <class... Indices>
    requires(std::convertible_to<Indices, index_arg>&&...) [[nodiscard]] array_view operator()(
        const Indices&... indices) const {
        return detail::view_at<T>(this->body_, indices...);
    }
    /// Axes reversed, or in the order given; NumPy's `transpose`.
    [[nodiscard]] array_view transpose(std::initializer_list<int> axes = {}) const {
        return detail::view_of_layout<T>(this->body_, detail::transposed(this->body_->layout(), axes));
    }
    /// Another shape for the same elements in C order; one extent may be -1. A copy where the layout does not allow a
    /// view.
    [[nodiscard]] array_view reshape(std::initializer_list<index_t> extents) const {
        return detail::reshaped<T>(this->body_, extents);
    }
};

/// A view that only reads.
template <class T>
class array_view<const T> : public array_access<const T> {
public:
    explicit array_view(detail::array_ref body) noexcept : array_access<const T>(std::move(body)) {}

    template <class... Indices>
    requires(std::convertible_to<Indices, index_arg>&&...) [[nodiscard]] array_view operator()(
        const Indices&... indices) const {
        return detail::view_at<const T>(this->body_, indices...);
    }
    [[nodiscard]] array_view transpose(std::initializer_list<int> axes = {}) const {
        return detail::view_of_layout<const T>(this->body_, detail::transposed(this->body_->layout(), axes));
    }
    [[nodiscard]] array_view reshape(std::initializer_list<index_t> extents) const {
        return detail::reshaped<const T>(this->body_, extents);
    }
};

}  // namespace v0
}  // namespace cushard

#include CUSHARD_HOST_ONLY("cushard/array/view.inl.hpp")
