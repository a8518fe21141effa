// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// The calls of the CUDA runtime that the backend makes, as the policy of `cuda_backend_over`: handles untyped, answers
// cudaError_t as numbers. The only file of the backend that includes CUDA's headers. Layer: backend.

#include "cushard/backend/cuda/errors.hpp"
#include "cushard/backend/table.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstring>

namespace cushard {
inline namespace [[gnu::visibility("default")]] v0 {
namespace detail {

static_assert(cuda_success == cudaSuccess);
static_assert(cuda_memory_allocation == cudaErrorMemoryAllocation);
static_assert(cuda_invalid_device_function == cudaErrorInvalidDeviceFunction);
static_assert(cuda_no_kernel_image == cudaErrorNoKernelImageForDevice);
static_assert(cuda_ecc_uncorrectable == cudaErrorECCUncorrectable);
static_assert(cuda_nvlink_uncorrectable == cudaErrorNvlinkUncorrectable);
static_assert(cuda_unsupported_ptx == cudaErrorUnsupportedPtxVersion);
static_assert(cuda_not_ready == cudaErrorNotReady);
static_assert(cuda_illegal_address == cudaErrorIllegalAddress);
static_assert(cuda_launch_timeout == cudaErrorLaunchTimeout);
static_assert(cuda_context_destroyed == cudaErrorContextIsDestroyed);
static_assert(cuda_assert == cudaErrorAssert);
static_assert(cuda_hardware_stack == cudaErrorHardwareStackError);
static_assert(cuda_illegal_instruction == cudaErrorIllegalInstruction);
static_assert(cuda_misaligned_address == cudaErrorMisalignedAddress);
static_assert(cuda_invalid_address_space == cudaErrorInvalidAddressSpace);
static_assert(cuda_invalid_pc == cudaErrorInvalidPc);
static_assert(cuda_launch_failure == cudaErrorLaunchFailure);
static_assert(cuda_unknown == cudaErrorUnknown);

struct cudart_api {
    static const char* error_text(int error) { return cudaGetErrorString(static_cast<cudaError_t>(error)); }
    static int clear_error() { return cudaGetLastError(); }

    static int device_count(int* count) { return cudaGetDeviceCount(count); }
    static int get_device(int* device) { return cudaGetDevice(device); }
    static int set_device(int device) { return cudaSetDevice(device); }
    static int device_synchronize() { return cudaDeviceSynchronize(); }
    static int memory_info(std::size_t* free_bytes, std::size_t* total_bytes) {
        return cudaMemGetInfo(free_bytes, total_bytes);
    }
    static int properties(int device, device_properties* out) {
        cudaDeviceProp found{};
        const cudaError_t error = cudaGetDeviceProperties(&found, device);
        if (error != cudaSuccess) return error;
        std::memcpy(out->name, found.name, sizeof out->name);
        static_assert(sizeof out->name == sizeof found.name);
        out->total_memory = found.totalGlobalMem;
        out->multiprocessors = found.multiProcessorCount;
        out->compute_major = found.major;
        out->compute_minor = found.minor;
        return cuda_success;
    }

    static int stream_create(void** stream) {
        return cudaStreamCreateWithFlags(reinterpret_cast<cudaStream_t*>(stream), cudaStreamNonBlocking);
    }
    static int event_create(void** event) {
        return cudaEventCreateWithFlags(reinterpret_cast<cudaEvent_t*>(event), cudaEventDisableTiming);
    }
    static int event_record(void* event, void* stream) {
        return cudaEventRecord(static_cast<cudaEvent_t>(event), static_cast<cudaStream_t>(stream));
    }
    static int stream_wait(void* stream, void* event) {
        return cudaStreamWaitEvent(static_cast<cudaStream_t>(stream), static_cast<cudaEvent_t>(event), 0);
    }
    static int event_synchronize(void* event) { return cudaEventSynchronize(static_cast<cudaEvent_t>(event)); }
    static int event_query(void* event) { return cudaEventQuery(static_cast<cudaEvent_t>(event)); }

    static int pool_create(int device, void** pool) {
        cudaMemPoolProps wanted{};
        wanted.allocType = cudaMemAllocationTypePinned;
        wanted.location.type = cudaMemLocationTypeDevice;
        wanted.location.id = device;
        return cudaMemPoolCreate(reinterpret_cast<cudaMemPool_t*>(pool), &wanted);
    }
    static int pool_destroy(void* pool) { return cudaMemPoolDestroy(static_cast<cudaMemPool_t>(pool)); }
    static int pool_keep_all(void* pool) {
        std::uint64_t threshold = UINT64_MAX;
        return cudaMemPoolSetAttribute(static_cast<cudaMemPool_t>(pool), cudaMemPoolAttrReleaseThreshold, &threshold);
    }
    static int pool_add_no_waits(void* pool) {
        int allowed = 0;
        return cudaMemPoolSetAttribute(static_cast<cudaMemPool_t>(pool), cudaMemPoolReuseAllowInternalDependencies,
                                       &allowed);
    }
    static int pool_trim(void* pool) { return cudaMemPoolTrimTo(static_cast<cudaMemPool_t>(pool), 0); }
    static int pool_reserved(void* pool, std::size_t* bytes) {
        std::uint64_t found = 0;
        const cudaError_t error =
            cudaMemPoolGetAttribute(static_cast<cudaMemPool_t>(pool), cudaMemPoolAttrReservedMemCurrent, &found);
        *bytes = static_cast<std::size_t>(found);
        return error;
    }
    static int allocate(void** block, std::size_t bytes, void* pool, void* stream) {
        return cudaMallocFromPoolAsync(block, bytes, static_cast<cudaMemPool_t>(pool),
                                       static_cast<cudaStream_t>(stream));
    }
    static int release(void* block, void* stream) { return cudaFreeAsync(block, static_cast<cudaStream_t>(stream)); }

    static int copy(void* target, const void* source, std::size_t bytes, copy_kind kind, void* stream) {
        const cudaMemcpyKind direction = kind == copy_kind::host_to_device   ? cudaMemcpyHostToDevice
                                         : kind == copy_kind::device_to_host ? cudaMemcpyDeviceToHost
                                                                             : cudaMemcpyDeviceToDevice;
        return cudaMemcpyAsync(target, source, bytes, direction, static_cast<cudaStream_t>(stream));
    }
    static int copy_peer(void* target, int target_device, const void* source, int source_device, std::size_t bytes,
                         void* stream) {
        return cudaMemcpyPeerAsync(target, target_device, source, source_device, bytes,
                                   static_cast<cudaStream_t>(stream));
    }
    static int fill(void* target, int byte, std::size_t bytes, void* stream) {
        return cudaMemsetAsync(target, byte, bytes, static_cast<cudaStream_t>(stream));
    }
};

}  // namespace detail
}  // namespace v0
}  // namespace cushard
