// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A pointer and a count: how lists are handed down without a copy. `std::span` does the same, but each element type of
// it costs a unit that nvcc compiles 0.1 s, and each kind of container that converts to it as much again; so it stands
// only where users meet it. Layer: base; device code.

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Elements of somebody else's memory, one after the other. Converts from arrays and from all that has `data()`,
/// `size()` and `begin()`: `std::array`, `std::vector`, `std::span`, `span` itself.
template <class T>
class span {
public:
    using size_type = decltype(sizeof(int));

    constexpr span() noexcept = default;
    constexpr span(T* data, size_type size) noexcept : data_(data), size_(size) {}
    template <size_type Count>
    constexpr span(T (&array)[Count]) noexcept : data_(array), size_(Count) {}
    template <class List>
    requires requires(List& list, T*& data) {
        data = list.data();
        list.size();
        list.begin();
    }
    constexpr span(List&& list) noexcept : data_(list.data()), size_(list.size()) {}

    [[nodiscard]] constexpr T* data() const noexcept { return data_; }
    [[nodiscard]] constexpr size_type size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr T& operator[](size_type i) const noexcept { return data_[i]; }
    [[nodiscard]] constexpr T& front() const noexcept { return data_[0]; }
    [[nodiscard]] constexpr T& back() const noexcept { return data_[size_ - 1]; }
    [[nodiscard]] constexpr T* begin() const noexcept { return data_; }
    [[nodiscard]] constexpr T* end() const noexcept { return data_ + size_; }

private:
    T* data_ = nullptr;
    size_type size_ = 0;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
