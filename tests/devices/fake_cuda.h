#pragma once

#include "tests/devices/fake_runtime.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

/// Shared by the parts of the imitated runtime (fake_cuda.cpp, fake_cupti.cpp, fake_kernels.cpp).
namespace fake {

[[nodiscard]] const RuntimeSettings& settings();
void count(std::int64_t RuntimeCounts::*counter, std::int64_t more = 1);

/// The device of the calling thread.
[[nodiscard]] int currentDevice();
/// Waits for the work in all streams of the device, like cudaFree().
void awaitDevice(int device);

/// Queues a kernel in a stream, or records it if the stream is captured.
[[nodiscard]] cudaError_t launchKernel(cudaStream_t stream, std::function<void()> kernel);

enum class RecordType : std::int8_t { Kernel, Copy, PeerCopy, Graph };

/// A record of CUPTI that has no times yet.
class PendingRecord {
public:
    virtual ~PendingRecord() = default;
    /// Sets the times, which are on CLOCK_MONOTONIC.
    virtual void complete(std::int64_t begin, std::int64_t end) = 0;
};

/// CUPTI's part of a call that starts work: writes the record of the call and reserves the record of the device's work.
/// Null if CUPTI does not record the work.
[[nodiscard]] std::shared_ptr<PendingRecord> recordCall(std::uint32_t runtimeCall, RecordType type);
/// Records a call of the runtime that starts no work.
void recordCall(std::uint32_t runtimeCall);

}  // namespace fake
