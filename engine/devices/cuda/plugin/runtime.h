#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

#if defined(OVERLAP_HAS_CUPTI)
#include <cupti.h>
#endif
#if defined(OVERLAP_HAS_CUDNN)
#include <cudnn.h>
#endif
#if defined(OVERLAP_HAS_NCCL)
#include <nccl.h>
#endif

namespace engine::devices::cuda::plugin {

/// The functions of the CUDA runtime that streams, events, memory, copies and graphs need. Tests replace this table by
/// an imitation of the runtime; kernels.cu and products.cpp call CUDA directly.
struct Runtime {
    decltype(&::cudaRuntimeGetVersion) runtimeGetVersion;
    decltype(&::cudaDriverGetVersion) driverGetVersion;
    decltype(&::cudaGetErrorString) getErrorString;
    decltype(&::cudaGetErrorName) getErrorName;
    decltype(&::cudaGetLastError) getLastError;
    decltype(&::cudaGetDeviceCount) getDeviceCount;
    decltype(&::cudaGetDeviceProperties) getDeviceProperties;
    decltype(&::cudaDeviceGetAttribute) deviceGetAttribute;
    decltype(&::cudaSetDevice) setDevice;
    decltype(&::cudaSetDeviceFlags) setDeviceFlags;
    decltype(&::cudaDeviceSynchronize) deviceSynchronize;
    decltype(&::cudaDeviceCanAccessPeer) deviceCanAccessPeer;
    decltype(&::cudaDeviceEnablePeerAccess) deviceEnablePeerAccess;
    decltype(&::cudaMemGetInfo) memGetInfo;
    cudaError_t (*malloc)(void**, std::size_t);  // type written in full, because CUDA's C++ header overloads cudaMalloc
    decltype(&::cudaFree) free;
    cudaError_t (*hostAlloc)(void**, std::size_t, unsigned);
    decltype(&::cudaFreeHost) freeHost;
    decltype(&::cudaMemcpyAsync) memcpyAsync;
    decltype(&::cudaMemcpyPeerAsync) memcpyPeerAsync;
    decltype(&::cudaDeviceGetStreamPriorityRange) deviceGetStreamPriorityRange;
    decltype(&::cudaStreamCreateWithPriority) streamCreateWithPriority;
    decltype(&::cudaStreamDestroy) streamDestroy;
    decltype(&::cudaStreamWaitEvent) streamWaitEvent;
    decltype(&::cudaStreamBeginCapture) streamBeginCapture;
    decltype(&::cudaStreamEndCapture) streamEndCapture;
    decltype(&::cudaEventCreateWithFlags) eventCreateWithFlags;
    decltype(&::cudaEventDestroy) eventDestroy;
    decltype(&::cudaEventRecord) eventRecord;
    decltype(&::cudaEventQuery) eventQuery;
    decltype(&::cudaEventSynchronize) eventSynchronize;
    decltype(&::cudaEventElapsedTime) eventElapsedTime;
    decltype(&::cudaGraphGetNodes) graphGetNodes;
    decltype(&::cudaGraphDestroy) graphDestroy;
    cudaError_t (*graphInstantiate)(cudaGraphExec_t*, cudaGraph_t, unsigned long long);
    decltype(&::cudaGraphExecUpdate) graphExecUpdate;
    decltype(&::cudaGraphExecDestroy) graphExecDestroy;
    decltype(&::cudaGraphLaunch) graphLaunch;
};
[[nodiscard]] const Runtime& runtime();

#if defined(OVERLAP_HAS_CUPTI)
/// The functions of CUPTI that Activity needs.
struct Profiler {
    decltype(&::cuptiGetVersion) getVersion;
    decltype(&::cuptiGetTimestamp) getTimestamp;
    decltype(&::cuptiActivitySetAttribute) setAttribute;
    decltype(&::cuptiActivityRegisterCallbacks) registerCallbacks;
    decltype(&::cuptiActivityEnable) enable;
    decltype(&::cuptiActivityEnableRuntimeApi) enableRuntimeApi;
    decltype(&::cuptiActivityEnableDriverApi) enableDriverApi;
    decltype(&::cuptiActivityFlushAll) flushAll;
    decltype(&::cuptiActivityGetNextRecord) getNextRecord;
    decltype(&::cuptiActivityPushExternalCorrelationId) pushId;
    decltype(&::cuptiActivityPopExternalCorrelationId) popId;
};
/// Loads CUPTI. Returns null if it is missing or another tool uses it; `reason` receives the reason.
[[nodiscard]] const Profiler* loadProfiler(std::string& reason);
#endif

#if defined(OVERLAP_HAS_CUDNN)
/// The functions of cuDNN that convolutions need.
struct Convolutions {
    decltype(&::cudnnCreate) create;
    decltype(&::cudnnDestroy) destroy;
    decltype(&::cudnnSetStream) setStream;
    decltype(&::cudnnGetVersion) getVersion;
    decltype(&::cudnnGetErrorString) errorString;
    decltype(&::cudnnCreateTensorDescriptor) createTensor;
    decltype(&::cudnnSetTensor4dDescriptor) setTensor;
    decltype(&::cudnnDestroyTensorDescriptor) destroyTensor;
    decltype(&::cudnnCreateFilterDescriptor) createFilter;
    decltype(&::cudnnSetFilter4dDescriptor) setFilter;
    decltype(&::cudnnDestroyFilterDescriptor) destroyFilter;
    decltype(&::cudnnCreateConvolutionDescriptor) createConvolution;
    decltype(&::cudnnSetConvolution2dDescriptor) setConvolution;
    decltype(&::cudnnSetConvolutionMathType) setMathType;
    decltype(&::cudnnDestroyConvolutionDescriptor) destroyConvolution;
    decltype(&::cudnnGetConvolutionForwardAlgorithm_v7) listForward;
    decltype(&::cudnnGetConvolutionBackwardDataAlgorithm_v7) listBackwardData;
    decltype(&::cudnnGetConvolutionBackwardFilterAlgorithm_v7) listBackwardFilter;
    decltype(&::cudnnGetConvolutionForwardWorkspaceSize) forwardBytes;
    decltype(&::cudnnConvolutionForward) forward;
    decltype(&::cudnnGetConvolutionBackwardDataWorkspaceSize) backwardDataBytes;
    decltype(&::cudnnConvolutionBackwardData) backwardData;
    decltype(&::cudnnGetConvolutionBackwardFilterWorkspaceSize) backwardFilterBytes;
    decltype(&::cudnnConvolutionBackwardFilter) backwardFilter;
};
/// Loads cuDNN 9. Returns null if it is missing.
[[nodiscard]] const Convolutions* loadConvolutions();
#endif

#if defined(OVERLAP_HAS_NCCL)
/// The functions of NCCL that collectives need.
struct Collectives {
    decltype(&::ncclGetVersion) getVersion;
    decltype(&::ncclGetErrorString) errorString;
    decltype(&::ncclGetUniqueId) getUniqueId;
    decltype(&::ncclCommInitRankConfig) initRank;
    decltype(&::ncclCommGetAsyncError) asyncError;
    decltype(&::ncclCommAbort) abort;
    decltype(&::ncclCommFinalize) finalize;
    decltype(&::ncclCommDestroy) destroy;
    decltype(&::ncclAllReduce) allReduce;
    decltype(&::ncclReduce) reduce;
    decltype(&::ncclBroadcast) broadcast;
    decltype(&::ncclGroupStart) groupStart;
    decltype(&::ncclGroupEnd) groupEnd;
};
/// Loads NCCL 2.14 or newer. Returns null if it is missing.
[[nodiscard]] const Collectives* loadCollectives();
#endif

}  // namespace engine::devices::cuda::plugin
