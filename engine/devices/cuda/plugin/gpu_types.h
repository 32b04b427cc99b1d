#pragma once

#include "engine/devices/cuda/abi.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <memory>
#include <string>

namespace engine::devices::cuda::plugin {

class DeepLearning;
class Activity;

/// The reason of the last failure on this thread.
void setError(const std::string& reason);
[[nodiscard]] const char* errorText();

/// What a call of CUDA returned, as the program's code; keeps the reason.
[[nodiscard]] abi::Code codeOf(cudaError_t error);
[[nodiscard]] abi::Code codeOf(cublasStatus_t status);

/// The calling thread works on this GPU from here on. Every choice of a device goes through here: it is remembered, as
/// the call itself costs a tenth of a launch, more while a profiler counts calls.
[[nodiscard]] abi::Code enter(int ordinal);
/// A library may have chosen another one.
void forgetDevice();

}  // namespace engine::devices::cuda::plugin

namespace engine::devices::cuda::abi {

struct Gpu {
    int ordinal = 0;
    Options options;
    TimeSource times = TimeSource::Host;
    std::string libraries;
    std::shared_ptr<plugin::DeepLearning> deepLearning;  ///< null: cuDNN is not there, or not wanted
    std::shared_ptr<plugin::Activity> activity;          ///< null: no profiler
};

struct Stream {
    Gpu* gpu = nullptr;
    cudaStream_t stream = nullptr;
    cublasHandle_t products = nullptr;  ///< made with the first product
    void* workspace = nullptr;
    void* convolutions = nullptr;  ///< cudnnHandle_t, made with the first convolution
};

struct Event {
    Gpu* gpu = nullptr;
    cudaEvent_t event = nullptr;
};

struct Graph {
    cudaGraphExec_t graph = nullptr;
};

}  // namespace engine::devices::cuda::abi
