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
    decltype(&::cudaRuntimeGetVersion) runtimeGetVersion = ::cudaRuntimeGetVersion;
    decltype(&::cudaDriverGetVersion) driverGetVersion = ::cudaDriverGetVersion;
    decltype(&::cudaGetErrorString) getErrorString = ::cudaGetErrorString;
    decltype(&::cudaGetErrorName) getErrorName = ::cudaGetErrorName;
    decltype(&::cudaGetLastError) getLastError = ::cudaGetLastError;
    decltype(&::cudaGetDeviceCount) getDeviceCount = ::cudaGetDeviceCount;
    decltype(&::cudaGetDeviceProperties) getDeviceProperties = ::cudaGetDeviceProperties;
    decltype(&::cudaDeviceGetAttribute) deviceGetAttribute = ::cudaDeviceGetAttribute;
    decltype(&::cudaSetDevice) setDevice = ::cudaSetDevice;
    decltype(&::cudaSetDeviceFlags) setDeviceFlags = ::cudaSetDeviceFlags;
    decltype(&::cudaDeviceSynchronize) deviceSynchronize = ::cudaDeviceSynchronize;
    decltype(&::cudaDeviceCanAccessPeer) deviceCanAccessPeer = ::cudaDeviceCanAccessPeer;
    decltype(&::cudaDeviceEnablePeerAccess) deviceEnablePeerAccess = ::cudaDeviceEnablePeerAccess;
    decltype(&::cudaMemGetInfo) memGetInfo = ::cudaMemGetInfo;
    // The type is written in full, because CUDA's C++ header overloads cudaMalloc.
    cudaError_t (*malloc)(void**, std::size_t) = ::cudaMalloc;
    decltype(&::cudaFree) free = ::cudaFree;
    cudaError_t (*hostAlloc)(void**, std::size_t, unsigned) = ::cudaHostAlloc;
    decltype(&::cudaFreeHost) freeHost = ::cudaFreeHost;
    decltype(&::cudaMemcpyAsync) memcpyAsync = ::cudaMemcpyAsync;
    decltype(&::cudaMemcpyPeerAsync) memcpyPeerAsync = ::cudaMemcpyPeerAsync;
    decltype(&::cudaDeviceGetStreamPriorityRange) deviceGetStreamPriorityRange = ::cudaDeviceGetStreamPriorityRange;
    decltype(&::cudaStreamCreateWithPriority) streamCreateWithPriority = ::cudaStreamCreateWithPriority;
    decltype(&::cudaStreamDestroy) streamDestroy = ::cudaStreamDestroy;
    decltype(&::cudaStreamWaitEvent) streamWaitEvent = ::cudaStreamWaitEvent;
    decltype(&::cudaStreamBeginCapture) streamBeginCapture = ::cudaStreamBeginCapture;
    decltype(&::cudaStreamEndCapture) streamEndCapture = ::cudaStreamEndCapture;
    decltype(&::cudaEventCreateWithFlags) eventCreateWithFlags = ::cudaEventCreateWithFlags;
    decltype(&::cudaEventDestroy) eventDestroy = ::cudaEventDestroy;
    decltype(&::cudaEventRecord) eventRecord = ::cudaEventRecord;
    decltype(&::cudaEventQuery) eventQuery = ::cudaEventQuery;
    decltype(&::cudaEventSynchronize) eventSynchronize = ::cudaEventSynchronize;
    decltype(&::cudaEventElapsedTime) eventElapsedTime = ::cudaEventElapsedTime;
    decltype(&::cudaGraphGetNodes) graphGetNodes = ::cudaGraphGetNodes;
    decltype(&::cudaGraphDestroy) graphDestroy = ::cudaGraphDestroy;
    cudaError_t (*graphInstantiate)(cudaGraphExec_t*, cudaGraph_t, unsigned long long) = ::cudaGraphInstantiate;
    decltype(&::cudaGraphExecUpdate) graphExecUpdate = ::cudaGraphExecUpdate;
    decltype(&::cudaGraphExecDestroy) graphExecDestroy = ::cudaGraphExecDestroy;
    decltype(&::cudaGraphLaunch) graphLaunch = ::cudaGraphLaunch;
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
/// Loads cuDNN 9. Returns null if the library or one of its functions is missing.
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
