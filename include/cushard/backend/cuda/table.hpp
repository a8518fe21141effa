// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The CUDA backend's entries, over a policy that makes the CUDA calls: `cudart_api` is the real one, tests bring one
// that enforces CUDA's rules without a GPU. Each entry makes its device current, calls, gives the caller's device back,
// and translates the error. Layer: backend.

#include "cushard/backend/cuda/errors.hpp"
#include "cushard/backend/table.hpp"

#include <cstddef>
#include <mutex>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

/// A call's answer. Takes the error out of CUDA's own memory of it, else the next caller would meet it again.
template <class Api>
status cuda_answer(int error, const char* call) {
    if (error == cuda_success) return {};
    static_cast<void>(Api::clear_error());
    return cuda_status(error, call, Api::error_text(error));
}

/// The device that was current when this thread last asked; whoever calls CUDA himself may have changed it since.
template <class Api>
inline thread_local int cuda_device_seen = -1;

/// Makes a device current for a scope.
template <class Api>
class cuda_device_guard {
public:
    explicit cuda_device_guard(int physical) {
        int error = Api::get_device(&previous_);
        call_ = "cudaGetDevice";
        cuda_device_seen<Api> = error == cuda_success ? previous_ : -1;
        if (error == cuda_success && previous_ != physical) {
            error = Api::set_device(physical);
            call_ = "cudaSetDevice";
            changed_ = error == cuda_success;
        }
        error_ = error;
    }
    cuda_device_guard(const cuda_device_guard&) = delete;
    cuda_device_guard& operator=(const cuda_device_guard&) = delete;
    ~cuda_device_guard() {
        if (changed_) static_cast<void>(Api::set_device(previous_));
    }

    [[nodiscard]] status entered() const { return cuda_answer<Api>(error_, call_); }
    [[nodiscard]] bool changed() const noexcept { return changed_; }

private:
    int previous_ = 0;
    int error_ = 0;
    const char* call_ = "";
    bool changed_ = false;
};

/// The memory pools, one per logical device: what one of several logical devices on a GPU holds or trims is its own.
/// Never destroyed: memory may outlive every other object of the program.
template <class Api>
class cuda_pools {
public:
    static cuda_pools& all() {
        static cuda_pools& pools = *new cuda_pools;
        return pools;
    }

    /// The pool of `where`, made when first asked for; the device is current.
    status of(place where, void** pool) {
        const std::lock_guard lock(mutex_);
        *pool = find(where);
        if (*pool != nullptr) return {};
        void* made = nullptr;
        status answer = cuda_answer<Api>(Api::pool_create(where.physical, &made), "cudaMemPoolCreate");
        if (!answer.ok()) return answer;
        // By default a pool gives its memory back at every synchronisation, and lets streams wait for each other to
        // reuse it: both undo asynchrony.
        answer = cuda_answer<Api>(Api::pool_keep_all(made), "cudaMemPoolSetAttribute");
        if (answer.ok()) answer = cuda_answer<Api>(Api::pool_add_no_waits(made), "cudaMemPoolSetAttribute");
        if (!answer.ok()) {
            static_cast<void>(Api::pool_destroy(made));
            return answer;
        }
        first_ = new entry{where.logical, made, first_};
        *pool = made;
        return {};
    }

    /// Null if nothing was ever allocated there.
    void* existing(place where) {
        const std::lock_guard lock(mutex_);
        return find(where);
    }

private:
    struct entry {
        int logical;
        void* pool;
        entry* next;
    };

    void* find(place where) const noexcept {
        for (const entry* each = first_; each != nullptr; each = each->next) {
            if (each->logical == where.logical) return each->pool;
        }
        return nullptr;
    }

    std::mutex mutex_;
    entry* first_ = nullptr;
};

/// What is called seldom is marked cold: every unit that nvcc compiles has these functions, and optimises the others.
template <class Api>
struct cuda_entries {
    /// Runs `call` with the place's device current; `name` is the CUDA function it calls.
    template <class Call>
    static status on(place where, const char* name, Call&& call) {
        const cuda_device_guard<Api> guard(where.physical);
        if (const status entered = guard.entered(); !entered.ok()) return entered;
        return cuda_answer<Api>(call(), name);
    }

    /// No driver, no GPU, a driver too old: all of this means that there is no device here, which is no error.
    [[gnu::cold]] static status device_count(int* count) {
        if (!cuda_answer<Api>(Api::device_count(count), "cudaGetDeviceCount").ok()) *count = 0;
        return {};
    }
    [[gnu::cold]] static status properties(int physical, device_properties* out) {
        return cuda_answer<Api>(Api::properties(physical, out), "cudaGetDeviceProperties");
    }

    [[gnu::cold]] static status stream_create(place where, void** stream) {
        return on(where, "cudaStreamCreateWithFlags", [&] { return Api::stream_create(stream); });
    }
    [[gnu::cold]] static status event_create(place where, void** event) {
        return on(where, "cudaEventCreateWithFlags", [&] { return Api::event_create(event); });
    }

    /// Whole 16-byte words, so that vector loads of the last elements stay inside the block.
    static status allocate(place where, void* stream, std::size_t bytes, void** block) {
        *block = nullptr;
        if (bytes == 0) return {};
        const cuda_device_guard<Api> guard(where.physical);
        if (const status entered = guard.entered(); !entered.ok()) return entered;
        void* pool = nullptr;
        if (const status found = cuda_pools<Api>::all().of(where, &pool); !found.ok()) return found;
        const std::size_t whole = (bytes + 15) / 16 * 16;
        return cuda_answer<Api>(Api::allocate(block, whole, pool, stream), "cudaMallocFromPoolAsync");
    }
    static status release(place where, void* stream, void* block) {
        if (block == nullptr) return {};
        return on(where, "cudaFreeAsync", [&] { return Api::release(block, stream); });
    }

    static status launch(place where, void* stream, const kernel& what, const void* functor, const geometry& loop) {
        const cuda_launcher launcher = what.cuda.load(std::memory_order_acquire);
        if (launcher == nullptr)
            return {status_code::unsupported, 0, "launch",
                    "no .cu of this program has compiled this expression; compile the unit that uses it with nvcc, or "
                    "run on the host (CUSHARD_DEVICES=host)"};
        // Asking for the current device at every launch is felt. CUDA refuses a launch on a stream of another device
        // than the current one, so that it is enough to ask when that happens.
        status refused;
        const bool tried = cuda_device_seen<Api> == where.physical;
        if (tried) {
            refused = launcher({where.physical, stream}, functor, loop);
            if (refused.code != status_code::failed) return refused;
        }
        const cuda_device_guard<Api> guard(where.physical);
        if (const status entered = guard.entered(); !entered.ok()) return entered;
        return (tried && !guard.changed()) ? refused : launcher({where.physical, stream}, functor, loop);
    }

    /// CUDA copies from and to pageable memory may block the caller until they are done.
    static status copy(place where, void* stream, const copy_request& what) {
        if (what.bytes == 0) return {};
        const int target = what.target_place.physical;
        const int source = what.source_place.physical;
        if (what.kind == copy_kind::device_to_device && target != source)
            return on(where, "cudaMemcpyPeerAsync",
                      [&] { return Api::copy_peer(what.target, target, what.source, source, what.bytes, stream); });
        return on(where, "cudaMemcpyAsync",
                  [&] { return Api::copy(what.target, what.source, what.bytes, what.kind, stream); });
    }
    static status fill(place where, void* stream, void* target, int byte, std::size_t bytes) {
        if (bytes == 0) return {};
        return on(where, "cudaMemsetAsync", [&] { return Api::fill(target, byte, bytes, stream); });
    }

    static status record(place where, void* stream, void* event) {
        return on(where, "cudaEventRecord", [&] { return Api::event_record(event, stream); });
    }
    static status wait(place where, void* stream, void* event) {
        return on(where, "cudaStreamWaitEvent", [&] { return Api::stream_wait(stream, event); });
    }
    static status synchronize(place where, void* event) {
        return on(where, "cudaEventSynchronize", [&] { return Api::event_synchronize(event); });
    }
    static status query(place where, void* event, bool* done) {
        *done = false;
        const status answer = on(where, "cudaEventQuery", [&] { return Api::event_query(event); });
        *done = answer.ok();
        return answer.native == cuda_not_ready ? status{} : answer;
    }

    [[gnu::cold]] static status memory_info(place where, std::size_t* free_bytes, std::size_t* total_bytes) {
        return on(where, "cudaMemGetInfo", [&] { return Api::memory_info(free_bytes, total_bytes); });
    }
    [[gnu::cold]] static status trim(place where) {
        const cuda_device_guard<Api> guard(where.physical);
        if (const status entered = guard.entered(); !entered.ok()) return entered;
        const status waited = cuda_answer<Api>(Api::device_synchronize(), "cudaDeviceSynchronize");
        if (!waited.ok()) return waited;
        void* pool = cuda_pools<Api>::all().existing(where);
        return pool == nullptr ? status{} : cuda_answer<Api>(Api::pool_trim(pool), "cudaMemPoolTrimTo");
    }
    static status reserved(place where, std::size_t* bytes) {
        *bytes = 0;
        void* pool = cuda_pools<Api>::all().existing(where);
        return pool == nullptr ? status{}
                               : cuda_answer<Api>(Api::pool_reserved(pool, bytes), "cudaMemPoolGetAttribute");
    }
};

/// The CUDA backend's table over the CUDA calls of `Api`.
template <class Api>
const backend& cuda_backend_over() noexcept {
    using entries = cuda_entries<Api>;
    static constexpr backend table{"cuda",
                                   &entries::device_count,
                                   &entries::properties,
                                   &entries::stream_create,
                                   &entries::event_create,
                                   &entries::allocate,
                                   &entries::release,
                                   &entries::launch,
                                   &entries::copy,
                                   &entries::fill,
                                   &entries::record,
                                   &entries::wait,
                                   &entries::synchronize,
                                   &entries::query,
                                   &entries::memory_info,
                                   &entries::trim,
                                   &entries::reserved};
    return table;
}

}  // namespace detail
}  // namespace v0
}  // namespace cushard
