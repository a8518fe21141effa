// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What CUDA's error numbers mean for the runtime. Plain numbers, so that this compiles without the toolkit;
// `cudart_api.hpp` asserts that they are CUDA's. Layer: backend.

#include "cushard/backend/status.hpp"

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// The cudaError_t values that matter here.
inline constexpr int cuda_success = 0;
inline constexpr int cuda_memory_allocation = 2;
inline constexpr int cuda_invalid_device_function = 98;
inline constexpr int cuda_no_kernel_image = 209;
inline constexpr int cuda_ecc_uncorrectable = 214;
inline constexpr int cuda_nvlink_uncorrectable = 220;
inline constexpr int cuda_unsupported_ptx = 222;
inline constexpr int cuda_not_ready = 600;
inline constexpr int cuda_illegal_address = 700;
inline constexpr int cuda_launch_timeout = 702;
inline constexpr int cuda_context_destroyed = 709;
inline constexpr int cuda_assert = 710;
inline constexpr int cuda_hardware_stack = 714;
inline constexpr int cuda_illegal_instruction = 715;
inline constexpr int cuda_misaligned_address = 716;
inline constexpr int cuda_invalid_address_space = 717;
inline constexpr int cuda_invalid_pc = 718;
inline constexpr int cuda_launch_failure = 719;
inline constexpr int cuda_unknown = 999;

constexpr status_code code_of_cuda(int error) {
    switch (error) {
        case cuda_success:
            return status_code::ok;
        case cuda_memory_allocation:
            return status_code::out_of_memory;
        case cuda_invalid_device_function:
        case cuda_no_kernel_image:
        case cuda_unsupported_ptx:
            return status_code::unsupported;
        case cuda_ecc_uncorrectable:
        case cuda_nvlink_uncorrectable:
        case cuda_illegal_address:
        case cuda_launch_timeout:
        case cuda_context_destroyed:
        case cuda_assert:
        case cuda_hardware_stack:
        case cuda_illegal_instruction:
        case cuda_misaligned_address:
        case cuda_invalid_address_space:
        case cuda_invalid_pc:
        case cuda_launch_failure:
        case cuda_unknown:
            return status_code::lost;
        default:
            return status_code::failed;
    }
}

constexpr status cuda_status(int error, const char* call, const char* text) {
    return {code_of_cuda(error), error, call, text};
}

}  // namespace detail
}  // namespace gnu::visibility("default")]]v0
}  // namespace cushard
