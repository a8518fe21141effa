// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The host's vector functions, all of them. Layer: base; host only.

#include "cushard/base/vector_math/exp.hpp"
#include "cushard/base/vector_math/log.hpp"
#include "cushard/base/vector_math/pow.hpp"
#include "cushard/base/vector_math/sin_cos.hpp"
#include "cushard/base/vector_math/sqrt.hpp"
#include "cushard/base/vector_math/tanh.hpp"
