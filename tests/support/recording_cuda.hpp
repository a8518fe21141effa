// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// CUDA's runtime without a GPU, for tests of the CUDA backend's table: it keeps CUDA's rules about devices (each
// handle and block belongs to one, which must be current when it is used), remembers every call, and fails on demand.

#include "cushard/backend/cuda/errors.hpp"
#include "cushard/backend/table.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cushard_test {

struct recording_cuda {
    static constexpr int invalid_value = 1;
    static constexpr int invalid_device = 101;
    static constexpr int invalid_handle = 400;

    struct object {
        int device;
        char kind;  ///< 's'tream, 'e'vent, 'p'ool, 'b'lock
        bool recorded = false;
        bool keeps_all = false;
        bool adds_no_waits = false;
        std::size_t bytes = 0;
        void* pool = nullptr;
    };

    struct state {
        int devices = 3;
        int current = 0;
        int last_error = 0;
        bool events_done = true;
        std::vector<std::string> calls;
        std::map<std::string, int> failures;  ///< what a call answers instead of doing anything
        std::map<void*, std::unique_ptr<object>> objects;
    };
    static state& now() {
        static state s;
        return s;
    }

    /// Starts a test: every call forgotten, device 0 current; handles of earlier tests stay valid.
    static void begin() {
        now().devices = 3;
        now().current = 0;
        now().last_error = 0;
        now().events_done = true;
        now().calls.clear();
        now().failures.clear();
    }
    static std::size_t count(const std::string& call) {
        return static_cast<std::size_t>(std::count(now().calls.begin(), now().calls.end(), call));
    }
    static object* find(const void* handle) {
        const auto found = now().objects.find(const_cast<void*>(handle));
        return found == now().objects.end() ? nullptr : found->second.get();
    }

    static const char* error_text(int error) {
        return error == invalid_handle ? "invalid resource handle" : error == 2 ? "out of memory" : "an error";
    }
    static int clear_error() {
        const int error = now().last_error;
        now().last_error = 0;
        return error;
    }

    static int device_count(int* count) {
        if (const int error = enter("device_count")) return error;
        *count = now().devices;
        return 0;
    }
    static int get_device(int* device) {
        if (const auto found = now().failures.find("get_device"); found != now().failures.end())
            return fail(found->second);
        *device = now().current;
        return 0;
    }
    static int set_device(int device) {
        if (const int error = enter("set_device")) return error;
        if (device < 0 || device >= now().devices) return fail(invalid_device);
        now().current = device;
        return 0;
    }
    static int device_synchronize() { return enter("device_synchronize:" + std::to_string(now().current)); }
    static int memory_info(std::size_t* free_bytes, std::size_t* total_bytes) {
        if (const int error = enter("memory_info")) return error;
        *free_bytes = static_cast<std::size_t>(now().current) * 1000 + 1;
        *total_bytes = static_cast<std::size_t>(now().current) * 1000 + 2;
        return 0;
    }
    static int properties(int device, cushard::device_properties* out) {
        if (const int error = enter("properties")) return error;
        if (device >= now().devices) return fail(invalid_device);
        out->multiprocessors = 100 + device;
        return 0;
    }

    static int stream_create(void** stream) { return make("stream_create", stream, 's'); }
    static int event_create(void** event) { return make("event_create", event, 'e'); }
    static int event_record(void* event, void* stream) {
        if (const int error = enter("event_record")) return error;
        if (!here(event, 'e') || !here(stream, 's')) return fail(invalid_handle);
        find(event)->recorded = true;
        return 0;
    }
    /// The event may be of another device.
    static int stream_wait(void* stream, void* event) {
        if (const int error = enter("stream_wait")) return error;
        return here(stream, 's') && is(event, 'e') ? 0 : fail(invalid_handle);
    }
    static int event_synchronize(void* event) {
        if (const int error = enter("event_synchronize")) return error;
        return here(event, 'e') ? 0 : fail(invalid_handle);
    }
    static int event_query(void* event) {
        if (const int error = enter("event_query")) return error;
        if (!here(event, 'e')) return fail(invalid_handle);
        return now().events_done ? 0 : fail(cushard::detail::cuda_not_ready);
    }

    static int pool_create(int device, void** pool) {
        if (const int error = make("pool_create", pool, 'p')) return error;
        find(*pool)->device = device;
        return 0;
    }
    static int pool_destroy(void* pool) {
        if (const int error = enter("pool_destroy")) return error;
        return now().objects.erase(pool) == 1 ? 0 : fail(invalid_handle);
    }
    static int pool_keep_all(void* pool) {
        if (const int error = enter("pool_keep_all")) return error;
        if (!here(pool, 'p')) return fail(invalid_handle);
        find(pool)->keeps_all = true;
        return 0;
    }
    static int pool_add_no_waits(void* pool) {
        if (const int error = enter("pool_add_no_waits")) return error;
        if (!here(pool, 'p')) return fail(invalid_handle);
        find(pool)->adds_no_waits = true;
        return 0;
    }
    static int pool_trim(void* pool) {
        if (const int error = enter("pool_trim")) return error;
        return here(pool, 'p') ? 0 : fail(invalid_handle);
    }
    static constexpr std::size_t reserved_bytes = 4096;
    static int pool_reserved(void* pool, std::size_t* bytes) {
        if (const int error = enter("pool_reserved")) return error;
        *bytes = reserved_bytes;
        return find(pool) != nullptr ? 0 : fail(invalid_handle);
    }
    static int allocate(void** block, std::size_t bytes, void* pool, void* stream) {
        if (!here(pool, 'p') || !here(stream, 's')) return fail(invalid_handle);
        if (const int error = make("allocate", block, 'b')) return error;
        find(*block)->bytes = bytes;
        find(*block)->pool = pool;
        return 0;
    }
    static int release(void* block, void* stream) {
        if (const int error = enter("release")) return error;
        if (!here(block, 'b') || !here(stream, 's')) return fail(invalid_value);
        now().objects.erase(block);
        return 0;
    }

    static int copy(void* target, const void* source, std::size_t, cushard::copy_kind kind, void* stream) {
        if (const int error = enter("copy")) return error;
        if (!here(stream, 's')) return fail(invalid_handle);
        if (kind != cushard::copy_kind::device_to_host && !here(target, 'b')) return fail(invalid_value);
        return kind != cushard::copy_kind::host_to_device && !here(source, 'b') ? fail(invalid_value) : 0;
    }
    static int copy_peer(void* target, int target_device, const void* source, int source_device, std::size_t,
                         void* stream) {
        if (const int error = enter("copy_peer")) return error;
        if (!here(stream, 's')) return fail(invalid_handle);
        return on(target, 'b', target_device) && on(source, 'b', source_device) ? 0 : fail(invalid_value);
    }
    static int fill(void* target, int, std::size_t, void* stream) {
        if (const int error = enter("fill")) return error;
        return here(target, 'b') && here(stream, 's') ? 0 : fail(invalid_value);
    }

private:
    static int fail(int error) { return now().last_error = error; }
    static int enter(const std::string& call) {
        now().calls.push_back(call);
        const auto found = now().failures.find(call.substr(0, call.find(':')));
        return found == now().failures.end() ? 0 : fail(found->second);
    }
    static int make(const std::string& call, void** handle, char kind) {
        if (const int error = enter(call)) return error;
        auto made = std::make_unique<object>();
        made->device = now().current;
        made->kind = kind;
        *handle = made.get();
        now().objects[*handle] = std::move(made);
        return 0;
    }
    static bool is(const void* handle, char kind) { return find(handle) != nullptr && find(handle)->kind == kind; }
    static bool on(const void* handle, char kind, int device) {
        return is(handle, kind) && find(handle)->device == device;
    }
    static bool here(const void* handle, char kind) { return on(handle, kind, now().current); }
};

}  // namespace cushard_test
