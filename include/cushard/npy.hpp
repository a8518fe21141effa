// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// NumPy's files: `load_npy`, `load_npy_as`, `save_npy`, of arrays on one device and over a pool.

#include "cushard/io/npy.hpp"
#include "cushard/pool/npy.hpp"
