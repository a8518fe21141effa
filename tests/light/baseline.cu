// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>
#include <memory>
#include <string>
#include <vector>
