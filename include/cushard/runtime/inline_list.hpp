// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// A short list that lives where it is declared and moves to the heap only beyond `Inline` elements: operands of an
// operation, streams that used an array. Layer: runtime.

#include <cstddef>
#include <type_traits>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

template <class T, std::size_t Inline>
class inline_list {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    inline_list() noexcept {}  // leaves the elements uninitialised, on purpose: this is on the path of every launch
    inline_list(const inline_list&) = delete;
    inline_list& operator=(const inline_list&) = delete;
    ~inline_list() { delete[] heap_; }

    void push_back(T value) {
        if (size_ == capacity_) grow();
        data()[size_++] = value;
    }
    void pop_back() noexcept { --size_; }
    void clear() noexcept { size_ = 0; }
    /// Room for so many: up to there `push_back` cannot fail.
    void reserve(std::size_t count) {
        while (capacity_ < count) grow();
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] T* data() noexcept { return heap_ != nullptr ? heap_ : inline_; }
    [[nodiscard]] const T* data() const noexcept { return heap_ != nullptr ? heap_ : inline_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return data()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return data()[i]; }
    [[nodiscard]] T& back() noexcept { return data()[size_ - 1]; }
    [[nodiscard]] T* begin() noexcept { return data(); }
    [[nodiscard]] T* end() noexcept { return data() + size_; }
    [[nodiscard]] const T* begin() const noexcept { return data(); }
    [[nodiscard]] const T* end() const noexcept { return data() + size_; }

private:
    [[gnu::noinline]] void grow() {  // off the path of every launch
        T* const larger = new T[2 * capacity_];
        for (std::size_t i = 0; i < size_; ++i) larger[i] = data()[i];
        delete[] heap_;
        heap_ = larger;
        capacity_ *= 2;
    }

    std::size_t size_ = 0;
    std::size_t capacity_ = Inline;
    T* heap_ = nullptr;  ///< no unique_ptr: one for each kind of list is felt in every compilation
    T inline_[Inline];
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
