// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The backend table: plain functions, the whole of what a backend is. `host/` and `cuda/` fill one each; tests copy one
// and replace entries to inject faults. No entry throws; none changes the calling thread's current CUDA device as seen
// after it returns. Everything that takes a stream is asynchronous in that stream's order unless it says otherwise.
// Layer: backend.

#include "cushard/backend/launch.hpp"
#include "cushard/backend/status.hpp"

#include <atomic>
#include <cstddef>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {

/// A logical device as backends see it: `physical` is the vendor's index; `logical` is unique in the process and is
/// what the checked host mode enforces its rules by.
struct place {
    int physical = 0;
    int logical = 0;
};

struct device_properties {
    char name[256] = {};
    std::size_t total_memory = 0;  ///< bytes
    int multiprocessors = 0;       ///< the host: hardware threads
    int compute_major = 0;         ///< the host: 0
    int compute_minor = 0;
};

enum class copy_kind : int { host_to_device, device_to_host, device_to_device };

/// A copy of `bytes` contiguous bytes. For `device_to_device` the two places may differ (a peer copy, enqueued on the
/// source's stream); the host side of the other kinds is pageable memory, which must stay valid until the copy is over.
struct copy_request {
    void* target = nullptr;
    const void* source = nullptr;
    std::size_t bytes = 0;
    copy_kind kind = copy_kind::device_to_device;
    place target_place = {};
    place source_place = {};
};

struct backend {
    const char* name;  ///< "host" or "cuda"

    status (*device_count)(int* count);
    status (*properties)(int physical, device_properties* out);

    status (*stream_create)(place, void** stream);
    status (*event_create)(place, void** event);

    status (*allocate)(place, void* stream, std::size_t bytes, void** block);  ///< aligned to 256 bytes
    status (*release)(place, void* stream, void* block);
    status (*launch)(place, void* stream, const kernel&, const void* functor, const geometry&);
    status (*copy)(place, void* stream, const copy_request&);
    status (*fill)(place, void* stream, void* target, int byte, std::size_t bytes);

    status (*record)(place, void* stream, void* event);  ///< re-recording an event replaces what it stood for
    status (*wait)(place, void* stream, void* event);    ///< the stream waits on the device; `place` is the waiter's
    status (*synchronize)(place, void* event);           ///< blocks the caller; answers errors of the work before it
    status (*query)(place, void* event, bool* done);     ///< never blocks

    status (*memory_info)(place, std::size_t* free_bytes, std::size_t* total_bytes);
    status (*trim)(place);  ///< gives cached memory back; blocks until pending releases have run
    /// Bytes that it holds for the logical device, in blocks or for blocks to come; 0 where it keeps none for these.
    status (*reserved)(place, std::size_t* bytes);
};

/// The CUDA backend's slot: filled at start-up by whichever unit of the program nvcc compiled, empty in others.
inline constinit std::atomic<const backend*> cuda_backend_slot{nullptr};

}  // namespace v0
}  // namespace cushard
