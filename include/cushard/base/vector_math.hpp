// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The host's vector functions: scalar code without branches, calls or errno, which compilers vectorise inside a loop
// (`launch/elementwise/host_body.hpp`), and which gives the same bits in vectors of any length and alone, as long as
// nothing is contracted. Zeros, infinities, NaN, subnormals as IEEE 754 and NumPy have them. Greatest errors found in
// units in the last place, over random bit patterns and the ranges where each function moves, 10^6 and more of each:
//
//     function    float                          double
//     exp         0.503                          0.94
//     log         0.501                          0.84
//     sin, cos    0.501, arguments of any size   the C library's, not vectorised
//     tanh        0.506                          1.31
//     pow         0.503                          the C library's, not vectorised
//     sqrt        0.5, over all 2^32             0.5
//
// Layer: base; host only.

#include "cushard/base/vector_math/exp.hpp"
#include "cushard/base/vector_math/log.hpp"
#include "cushard/base/vector_math/pow.hpp"
#include "cushard/base/vector_math/sin_cos.hpp"
#include "cushard/base/vector_math/sqrt.hpp"
#include "cushard/base/vector_math/tanh.hpp"
