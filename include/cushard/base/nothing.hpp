// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Nothing: what CUSHARD_HOST_ONLY includes in a pass for the device. Layer: base.
