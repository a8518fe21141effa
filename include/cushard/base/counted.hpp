// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Intrusive reference counting: one pointer wide, one allocation, a count that any thread may change. Layer: base.

#include <atomic>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// Base of what is shared by count. A derived class deletes itself through `counted_ptr`; it needs a virtual destructor
/// only if it is deleted through a base.
class counted {
public:
    counted() = default;
    counted(const counted&) = delete;
    counted& operator=(const counted&) = delete;

    void retain() const noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
    /// True for the caller that gave up the last reference. Acquire and release, so that the destructor sees all uses.
    [[nodiscard]] bool let_go() const noexcept { return references_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

protected:
    ~counted() = default;

private:
    mutable std::atomic<std::uint32_t> references_{1};
};

/// Owns one reference. Made from a fresh object by `adopt`.
template <class T>
class counted_ptr {
public:
    constexpr counted_ptr() noexcept = default;
    [[nodiscard]] static counted_ptr adopt(T* fresh) noexcept {
        counted_ptr out;
        out.pointer_ = fresh;
        return out;
    }
    [[nodiscard]] static counted_ptr share(T* existing) noexcept {
        if (existing != nullptr) existing->retain();
        return adopt(existing);
    }
    counted_ptr(const counted_ptr& other) noexcept : pointer_(other.pointer_) {
        if (pointer_ != nullptr) pointer_->retain();
    }
    counted_ptr(counted_ptr&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
    template <class Derived>
    requires(std::is_convertible_v<Derived*, T*>) counted_ptr(counted_ptr<Derived> other)
    noexcept : pointer_(other.detach()) {}
    counted_ptr& operator=(counted_ptr other) noexcept {
        std::swap(pointer_, other.pointer_);
        return *this;
    }
    ~counted_ptr() {
        if (pointer_ != nullptr && pointer_->let_go()) delete pointer_;
    }

    [[nodiscard]] T* get() const noexcept { return pointer_; }
    [[nodiscard]] T& operator*() const noexcept { return *pointer_; }
    [[nodiscard]] T* operator->() const noexcept { return pointer_; }
    [[nodiscard]] explicit operator bool() const noexcept { return pointer_ != nullptr; }
    [[nodiscard]] T* detach() noexcept { return std::exchange(pointer_, nullptr); }

private:
    T* pointer_ = nullptr;
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
