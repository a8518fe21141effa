// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// What most programs need: arrays, functions, reductions, printing, the device pool. Files are in cushard/npy.hpp.

#include "cushard/algorithm/reductions.hpp"
#include "cushard/array/creation.hpp"
#include "cushard/array/device_array.hpp"
#include "cushard/array/manipulation.hpp"
#include "cushard/array/print.hpp"
#include "cushard/base/config.hpp"
#include "cushard/base/element.hpp"
#include "cushard/base/error.hpp"
#include "cushard/math/arithmetic.hpp"
#include "cushard/math/cast.hpp"
#include "cushard/math/comparison.hpp"
#include "cushard/math/elementary.hpp"
#include "cushard/math/logic.hpp"
#include "cushard/math/selection.hpp"
#include "cushard/pool/creation.hpp"
#include "cushard/pool/device_pool.hpp"
#include "cushard/pool/print.hpp"
#include "cushard/pool/reductions.hpp"
#include "cushard/pool/sharded_array.hpp"
#include "cushard/runtime/device.hpp"
#include "cushard/runtime/memory.hpp"
#include "cushard/runtime/stream.hpp"
