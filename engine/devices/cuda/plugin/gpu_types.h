#pragma once

#include "engine/devices/cuda/abi.h"

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <memory>
#include <set>
#include <string>

namespace engine::devices::cuda::plugin {

class DeepLearning;
class Activity;

/// Stores the reason of the last failure on this thread.
void setError(const std::string& reason);
[[nodiscard]] const char* errorText();

/// Converts a CUDA status and stores the reason.
[[nodiscard]] abi::Code codeOf(cudaError_t error);
[[nodiscard]] abi::Code codeOf(cublasStatus_t status);

/// Selects the GPU of the calling thread. All code must select devices by this function, which caches the current
/// device: cudaSetDevice() costs a tenth of a launch, more under a profiler.
[[nodiscard]] abi::Code enter(int ordinal);
/// Invalidates the cache of enter(). Call after calls of libraries that may select another device.
void forgetDevice();

}  // namespace engine::devices::cuda::plugin

namespace engine::devices::cuda::abi {

struct Gpu {
    int ordinal = 0;
    Options options;
    TimeSource times = TimeSource::Host;
    std::string libraries;
    std::set<std::string> texts;                         ///< returned descriptions, which callers may keep
    std::shared_ptr<plugin::DeepLearning> deepLearning;  ///< null: cuDNN is missing or not wanted
    std::shared_ptr<plugin::Activity> activity;          ///< null: no profiler
};

struct Stream {
    Gpu* gpu = nullptr;
    cudaStream_t stream = nullptr;
    cublasHandle_t products = nullptr;  ///< created with the first product
    void* workspace = nullptr;
    void* convolutions = nullptr;  ///< handle and plans of DeepLearning
};

struct Event {
    Gpu* gpu = nullptr;
    cudaEvent_t event = nullptr;
};

struct Graph {
    cudaGraphExec_t graph = nullptr;
};

}  // namespace engine::devices::cuda::abi
