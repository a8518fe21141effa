// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What registration.hpp registers. Layer: backend.

#include "cushard/backend/cuda/backend.hpp"
#include "cushard/backend/cuda/registration.hpp"
#include "cushard/backend/table.hpp"

#include <atomic>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

inline const bool cuda_backend_registered = (cuda_backend_slot.store(&cuda_backend(), std::memory_order_release), true);

}  // namespace detail
}  // namespace v0
}  // namespace cushard
