// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The checked mode. A program has it if one unit of it, whichever, includes this header; it runs so where the
// environment says `CUSHARD_CHECK=1`, and what uses the host backend then follows CUDA's rules of order and place or
// fails. Apart from `cushard.hpp`, because it is as large as the rest of the runtime and a program needs it once.

#include "cushard/backend/host/check/registration.hpp"
