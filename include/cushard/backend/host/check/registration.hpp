// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Including this makes the checked mode known to the program, as cuda/registration.hpp does for CUDA. Layer: backend.

#include "cushard/base/config.hpp"

#include CUSHARD_HOST_ONLY("cushard/backend/host/check/registration.inl.hpp")
