// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What the library throws. Every exception derives from `error`; its text says what was tried, what was met and what
// was expected: `add: cannot broadcast [3, 4] with [5]: axis 1 is 4 and 5`. Layer: base.

#include "cushard/base/config.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// The root of everything that the library throws.
class error : public std::runtime_error {
public:
    explicit error(const std::string& what) : std::runtime_error(what) {}
};

/// Shapes that do not fit each other or the operation, too many axes, a size that overflows.
class shape_error : public error {
public:
    explicit shape_error(const std::string& what) : error(what) {}
};

/// An axis that an array does not have, or one given twice.
class axis_error : public error {
public:
    explicit axis_error(const std::string& what) : error(what) {}
};

/// An element type that an operation or a file cannot take.
class dtype_error : public error {
public:
    explicit dtype_error(const std::string& what) : error(what) {}
};

/// A device that does not exist, is lost, or is not the one where the operands live.
class device_error : public error {
public:
    explicit device_error(const std::string& what) : error(what) {}
};

/// Memory of a device or the host ran out, after pending frees were waited for.
class out_of_memory : public error {
public:
    explicit out_of_memory(const std::string& what) : error(what) {}
};

/// A file that cannot be opened, read, written or understood.
class io_error : public error {
public:
    explicit io_error(const std::string& what) : error(what) {}
};

/// A call of CUDA's that failed.
class cuda_error : public error {
public:
    explicit cuda_error(const std::string& what) : error(what) {}

    /// @param what    what the user tried, and CUDA's own text
    /// @param code    the `cudaError_t`
    /// @param call    the function that failed, e.g. "cudaMallocAsync"
    /// @param device  the id of the logical device
    cuda_error(const std::string& what, int code, std::string call, int device)
        : error(what), code_(code), call_(std::move(call)), device_(device) {}

    /// The `cudaError_t`; 0 where it is not known.
    [[nodiscard]] int code() const noexcept { return code_; }
    /// The function that failed; empty where it is not known.
    [[nodiscard]] const std::string& call() const noexcept { return call_; }
    /// The id of the logical device; -1 where it is not known.
    [[nodiscard]] int device() const noexcept { return device_; }

private:
    int code_ = 0;
    std::string call_;
    int device_ = -1;
};

}  // namespace v0
}  // namespace cushard
