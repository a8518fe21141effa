// SPDX-FileCopyrightText: 2026 The cuShard authors
// SPDX-License-Identifier: MIT
#pragma once

// Device time of launches: a gate holds the stream until a whole batch is enqueued, and events inside measure what then
// runs back to back. What a launch costs the host is not in it, whoever launches and however. Compiled by nvcc.

#include <cuda_runtime.h>

#include <algorithm>
#include <functional>
#include <source_location>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

inline void require(cudaError_t error, std::source_location at = std::source_location::current()) {
    if (error == cudaSuccess) return;
    throw std::runtime_error(std::string(at.file_name()) + ":" + std::to_string(at.line()) + ": " +
                             cudaGetErrorString(error));
}

inline cudaDeviceProp device_properties() {
    int device = 0;
    require(cudaGetDevice(&device));
    cudaDeviceProp found;
    require(cudaGetDeviceProperties(&found, device));
    return found;
}

/// Holds the stream until the host writes to `open`. It gives up after five seconds: a launch that waits for the device
/// would otherwise never return.
static __global__ void hold_stream(const volatile int* open, volatile int* gave_up) {
    const auto now = [] {
        unsigned long long nanoseconds;
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(nanoseconds));
        return nanoseconds;
    };
    const unsigned long long begin = now();
    while (*open == 0) {
        if (now() - begin > 5'000'000'000ull) {
            *gave_up = 1;
            return;
        }
    }
}

/// Measures batches of launches on one stream.
class cuda_timer {
public:
    explicit cuda_timer(cudaStream_t stream) : stream_(stream) {
        require(cudaHostAlloc(&flags_, 2 * sizeof(int), cudaHostAllocMapped));
        require(cudaEventCreate(&begin_));
        require(cudaEventCreate(&end_));
    }
    cuda_timer(const cuda_timer&) = delete;
    cuda_timer& operator=(const cuda_timer&) = delete;
    ~cuda_timer() {
        cudaEventDestroy(begin_);
        cudaEventDestroy(end_);
        cudaFreeHost(flags_);
    }

    /// Seconds of one launch, the mean of `launches`; they are fewer than the stream's queue takes. `launch(k)`
    /// enqueues the k-th.
    double seconds_of(int launches, const std::function<void(int)>& launch) {
        volatile int* open = flags_;
        volatile int* gave_up = flags_ + 1;
        *open = 0;
        *gave_up = 0;
        hold_stream<<<1, 1, 0, stream_>>>(open, gave_up);
        require(cudaGetLastError());
        try {
            require(cudaEventRecord(begin_, stream_));
            for (int k = 0; k < launches; ++k) launch(k);
            require(cudaEventRecord(end_, stream_));
        } catch (...) {
            *open = 1;
            throw;
        }
        *open = 1;
        require(cudaEventSynchronize(end_));
        require(cudaGetLastError());
        if (*gave_up != 0) throw std::runtime_error("a launch waited for the device: it cannot be timed in a batch");
        float milliseconds = 0;
        require(cudaEventElapsedTime(&milliseconds, begin_, end_));
        return static_cast<double>(milliseconds) * 1e-3 / launches;
    }

private:
    cudaStream_t stream_;
    int* flags_ = nullptr;
    cudaEvent_t begin_ = nullptr;
    cudaEvent_t end_ = nullptr;
};

}  // namespace bench
