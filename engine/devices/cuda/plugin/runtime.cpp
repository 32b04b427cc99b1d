#include "engine/devices/cuda/plugin/runtime.h"

#include <dlfcn.h>

#include <cstdlib>

namespace engine::devices::cuda::plugin {

const Runtime& runtime()
{
    static constexpr Runtime kRuntime;
    return kRuntime;
}

namespace {

template <typename F>
[[maybe_unused]] bool load(void* library, const char* name, F& function)
{
    function = reinterpret_cast<F>(dlsym(library, name));
    return function != nullptr;
}

}  // namespace

#if defined(OVERLAP_HAS_CUPTI)

namespace {

bool loadAll(void* library, Profiler& calls)
{
    return load(library, "cuptiGetVersion", calls.getVersion) &&
           load(library, "cuptiGetTimestamp", calls.getTimestamp) &&
           load(library, "cuptiActivitySetAttribute", calls.setAttribute) &&
           load(library, "cuptiActivityRegisterCallbacks", calls.registerCallbacks) &&
           load(library, "cuptiActivityEnable", calls.enable) &&
           load(library, "cuptiActivityEnableRuntimeApi", calls.enableRuntimeApi) &&
           load(library, "cuptiActivityEnableDriverApi", calls.enableDriverApi) &&
           load(library, "cuptiActivityFlushAll", calls.flushAll) &&
           load(library, "cuptiActivityGetNextRecord", calls.getNextRecord) &&
           load(library, "cuptiActivityPushExternalCorrelationId", calls.pushId) &&
           load(library, "cuptiActivityPopExternalCorrelationId", calls.popId);
}

}  // namespace

const Profiler* loadProfiler(std::string& reason)
{
    // Nsight Systems and Nsight Compute set one of these variables to inject themselves; CUPTI supports only one
    // reader.
    if (std::getenv("NVTX_INJECTION64_PATH") != nullptr || std::getenv("CUDA_INJECTION64_PATH") != nullptr) {
        reason = "another profiler is attached";
        return nullptr;
    }
    static Profiler calls{};
    const std::string file = "libcupti.so." + std::to_string(CUDART_VERSION / 1000);
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library != nullptr && loadAll(library, calls))
        return &calls;
    reason = file + " was not found";
    return nullptr;
}

#endif

#if defined(OVERLAP_HAS_CUDNN)

const Convolutions* loadConvolutions()
{
    static Convolutions calls{};
    void* library = dlopen("libcudnn.so.9", RTLD_NOW | RTLD_LOCAL);
    const bool isWhole =
        library != nullptr && load(library, "cudnnCreate", calls.create) &&
        load(library, "cudnnDestroy", calls.destroy) && load(library, "cudnnSetStream", calls.setStream) &&
        load(library, "cudnnGetVersion", calls.getVersion) && load(library, "cudnnGetErrorString", calls.errorString) &&
        load(library, "cudnnCreateTensorDescriptor", calls.createTensor) &&
        load(library, "cudnnSetTensor4dDescriptor", calls.setTensor) &&
        load(library, "cudnnDestroyTensorDescriptor", calls.destroyTensor) &&
        load(library, "cudnnCreateFilterDescriptor", calls.createFilter) &&
        load(library, "cudnnSetFilter4dDescriptor", calls.setFilter) &&
        load(library, "cudnnDestroyFilterDescriptor", calls.destroyFilter) &&
        load(library, "cudnnCreateConvolutionDescriptor", calls.createConvolution) &&
        load(library, "cudnnSetConvolution2dDescriptor", calls.setConvolution) &&
        load(library, "cudnnSetConvolutionMathType", calls.setMathType) &&
        load(library, "cudnnDestroyConvolutionDescriptor", calls.destroyConvolution) &&
        load(library, "cudnnGetConvolutionForwardAlgorithm_v7", calls.listForward) &&
        load(library, "cudnnGetConvolutionBackwardDataAlgorithm_v7", calls.listBackwardData) &&
        load(library, "cudnnGetConvolutionBackwardFilterAlgorithm_v7", calls.listBackwardFilter) &&
        load(library, "cudnnGetConvolutionForwardWorkspaceSize", calls.forwardBytes) &&
        load(library, "cudnnConvolutionForward", calls.forward) &&
        load(library, "cudnnGetConvolutionBackwardDataWorkspaceSize", calls.backwardDataBytes) &&
        load(library, "cudnnConvolutionBackwardData", calls.backwardData) &&
        load(library, "cudnnGetConvolutionBackwardFilterWorkspaceSize", calls.backwardFilterBytes) &&
        load(library, "cudnnConvolutionBackwardFilter", calls.backwardFilter);
    return isWhole ? &calls : nullptr;
}

#endif

#if defined(OVERLAP_HAS_NCCL)

const Collectives* loadCollectives()
{
    static Collectives calls{};
    void* library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    const bool isWhole =
        library != nullptr && load(library, "ncclGetVersion", calls.getVersion) &&
        load(library, "ncclGetErrorString", calls.errorString) && load(library, "ncclGetUniqueId", calls.getUniqueId) &&
        load(library, "ncclCommInitRankConfig", calls.initRank) &&
        load(library, "ncclCommGetAsyncError", calls.asyncError) && load(library, "ncclCommAbort", calls.abort) &&
        load(library, "ncclCommFinalize", calls.finalize) && load(library, "ncclCommDestroy", calls.destroy) &&
        load(library, "ncclAllReduce", calls.allReduce) && load(library, "ncclReduce", calls.reduce) &&
        load(library, "ncclBroadcast", calls.broadcast) && load(library, "ncclGroupStart", calls.groupStart) &&
        load(library, "ncclGroupEnd", calls.groupEnd);
    return isWhole ? &calls : nullptr;
}

#endif

}  // namespace engine::devices::cuda::plugin
