#include "engine/devices/cuda/plugin/runtime.h"
#include "tests/devices/fake_cuda.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// cuDNN over the imitated runtime: convolutions by loops, which overwrite the whole workspace. The first algorithm in
/// its list is not deterministic, and its execution fails.
struct cudnnContext {
    cudaStream_t stream = nullptr;
};

struct cudnnTensorStruct {
    std::int64_t extents[4] = {};
};

struct cudnnFilterStruct {
    std::int64_t extents[4] = {};
};

struct cudnnConvolutionStruct {
    std::int64_t padding[2] = {};
    std::int64_t stride[2] = {};
};

namespace fake {

namespace {

constexpr std::size_t kWorkspace = 4096;
constexpr std::size_t kVersion = 91900;

// -- handles and descriptors

cudnnStatus_t create(cudnnHandle_t* handle)
{
    *handle = new cudnnContext;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t destroy(cudnnHandle_t handle)
{
    delete handle;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t setStream(cudnnHandle_t handle, cudaStream_t stream)
{
    handle->stream = stream;
    return CUDNN_STATUS_SUCCESS;
}

std::size_t getVersion()
{
    return kVersion;
}

const char* errorString(cudnnStatus_t)
{
    return "an error of the imitated cuDNN";
}

template <typename Descriptor>
cudnnStatus_t make(Descriptor** descriptor)
{
    count(&RuntimeCounts::descriptors);
    *descriptor = new Descriptor;
    return CUDNN_STATUS_SUCCESS;
}

template <typename Descriptor>
cudnnStatus_t drop(Descriptor* descriptor)
{
    count(&RuntimeCounts::descriptors, -1);
    delete descriptor;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t setTensor(cudnnTensorDescriptor_t tensor, cudnnTensorFormat_t, cudnnDataType_t, int n, int c, int h,
                        int w)
{
    *tensor = {{n, c, h, w}};
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t setFilter(cudnnFilterDescriptor_t filter, cudnnDataType_t, cudnnTensorFormat_t, int k, int c, int h,
                        int w)
{
    *filter = {{k, c, h, w}};
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t setConvolution(cudnnConvolutionDescriptor_t convolution, int paddingH, int paddingW, int strideH,
                             int strideW, int, int, cudnnConvolutionMode_t, cudnnDataType_t)
{
    *convolution = {{paddingH, paddingW}, {strideH, strideW}};
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t setMathType(cudnnConvolutionDescriptor_t, cudnnMathType_t)
{
    return CUDNN_STATUS_SUCCESS;
}

// -- algorithms

/// Lists `fast` before `deterministic`.
template <typename Performance, typename Algorithm>
cudnnStatus_t list(Algorithm fast, Algorithm deterministic, int* found, Performance* performances)
{
    count(&RuntimeCounts::algorithmLists);
    *found = 2;
    performances[0].algo = fast;
    performances[1].algo = deterministic;
    for (Performance* one : {&performances[0], &performances[1]}) {
        one->status = CUDNN_STATUS_SUCCESS;
        one->memory = kWorkspace;
        one->mathType = CUDNN_FMA_MATH;
    }
    performances[0].determinism = CUDNN_NON_DETERMINISTIC;
    performances[1].determinism = CUDNN_DETERMINISTIC;
    return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t listForward(cudnnHandle_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t, cudnnConvolutionDescriptor_t,
                          cudnnTensorDescriptor_t, int, int* found, cudnnConvolutionFwdAlgoPerf_t* performances)
{
    return list(CUDNN_CONVOLUTION_FWD_ALGO_FFT, CUDNN_CONVOLUTION_FWD_ALGO_GEMM, found, performances);
}

cudnnStatus_t listBackwardData(cudnnHandle_t, cudnnFilterDescriptor_t, cudnnTensorDescriptor_t,
                               cudnnConvolutionDescriptor_t, cudnnTensorDescriptor_t, int, int* found,
                               cudnnConvolutionBwdDataAlgoPerf_t* performances)
{
    return list(CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, found, performances);
}

cudnnStatus_t listBackwardFilter(cudnnHandle_t, cudnnTensorDescriptor_t, cudnnTensorDescriptor_t,
                                 cudnnConvolutionDescriptor_t, cudnnFilterDescriptor_t, int, int* found,
                                 cudnnConvolutionBwdFilterAlgoPerf_t* performances)
{
    return list(CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, found, performances);
}

std::atomic<std::int32_t> g_queries = 0;

cudnnStatus_t bytesFor(cudnnFilterDescriptor_t filter, std::size_t* bytes)
{
    if (g_queries++ < settings().failedQueries)
        return CUDNN_STATUS_INTERNAL_ERROR;
    *bytes = kWorkspace;
    return filter->extents[2] == settings().refusedKernel ? CUDNN_STATUS_NOT_SUPPORTED : CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t forwardBytes(cudnnHandle_t, cudnnTensorDescriptor_t, cudnnFilterDescriptor_t filter,
                           cudnnConvolutionDescriptor_t, cudnnTensorDescriptor_t, cudnnConvolutionFwdAlgo_t,
                           std::size_t* bytes)
{
    return bytesFor(filter, bytes);
}

cudnnStatus_t backwardDataBytes(cudnnHandle_t, cudnnFilterDescriptor_t filter, cudnnTensorDescriptor_t,
                                cudnnConvolutionDescriptor_t, cudnnTensorDescriptor_t, cudnnConvolutionBwdDataAlgo_t,
                                std::size_t* bytes)
{
    return bytesFor(filter, bytes);
}

cudnnStatus_t backwardFilterBytes(cudnnHandle_t, cudnnTensorDescriptor_t, cudnnTensorDescriptor_t,
                                  cudnnConvolutionDescriptor_t, cudnnFilterDescriptor_t filter,
                                  cudnnConvolutionBwdFilterAlgo_t, std::size_t* bytes)
{
    return bytesFor(filter, bytes);
}

// -- arithmetic

struct Layer {
    cudnnTensorStruct x;
    cudnnFilterStruct w;
    cudnnConvolutionStruct window;
    cudnnTensorStruct y;

    /// Calls use(x, w, y) with the indices of both factors and of the sum, for each multiply-add. Compiled without
    /// sanitizers, which slow such loops down (see fake_kernels.cpp).
    template <typename Use>
    __attribute__((no_sanitize("thread", "address", "undefined"))) void multiply(const Use& use) const
    {
        const std::int64_t taps = w.extents[1] * w.extents[2] * w.extents[3];
        const std::int64_t plane = y.extents[2] * y.extents[3];
        for (std::int64_t out = 0; out < y.extents[0] * y.extents[1] * plane; ++out)
            for (std::int64_t tap = 0; tap < taps; ++tap) {
                const std::int64_t image = out / plane / y.extents[1];
                const std::int64_t channel = tap / w.extents[3] / w.extents[2];
                const std::int64_t row = out % plane / y.extents[3] * window.stride[0] - window.padding[0] +
                                         tap / w.extents[3] % w.extents[2];
                const std::int64_t column =
                    out % y.extents[3] * window.stride[1] - window.padding[1] + tap % w.extents[3];
                if (row < 0 || row >= x.extents[2] || column < 0 || column >= x.extents[3])
                    continue;
                use(((image * x.extents[1] + channel) * x.extents[2] + row) * x.extents[3] + column,
                    out / plane % y.extents[1] * taps + tap, out);
            }
    }
};

std::int64_t elementsOf(const std::int64_t (&extents)[4])
{
    return extents[0] * extents[1] * extents[2] * extents[3];
}

/// Queues a pass that sets `result` to zero and adds products to it.
template <typename Use>
cudnnStatus_t compute(cudnnHandle_t handle, const Layer& layer, bool isRightAlgorithm, void* workspace,
                      std::size_t bytes, void* result, std::int64_t elements, const Use& use)
{
    if (settings().isLayerMemoryFull != 0)
        return CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED;
    if (!isRightAlgorithm || bytes < kWorkspace)
        return CUDNN_STATUS_EXECUTION_FAILED;
    count(&RuntimeCounts::convolutions);
    const cudaError_t error = launchKernel(handle->stream, [=] {
        std::memset(workspace, 0xFF, bytes);
        auto* const sums = static_cast<float*>(result);
        std::fill_n(sums, elements, 0.0F);
        layer.multiply([=](std::int64_t x, std::int64_t w, std::int64_t y) { use(sums, x, w, y); });
    });
    return error == cudaSuccess ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED;
}

cudnnStatus_t forward(cudnnHandle_t handle, const void*, cudnnTensorDescriptor_t x, const void* data,
                      cudnnFilterDescriptor_t w, const void* weight, cudnnConvolutionDescriptor_t window,
                      cudnnConvolutionFwdAlgo_t algorithm, void* workspace, std::size_t bytes, const void*,
                      cudnnTensorDescriptor_t y, void* result)
{
    const auto* a = static_cast<const float*>(data);
    const auto* b = static_cast<const float*>(weight);
    return compute(
        handle, {*x, *w, *window, *y}, algorithm == CUDNN_CONVOLUTION_FWD_ALGO_GEMM, workspace, bytes, result,
        elementsOf(y->extents),
        [=](float* sums, std::int64_t inX, std::int64_t inW, std::int64_t inY) { sums[inY] += a[inX] * b[inW]; });
}

cudnnStatus_t backwardData(cudnnHandle_t handle, const void*, cudnnFilterDescriptor_t w, const void* weight,
                           cudnnTensorDescriptor_t y, const void* gradient, cudnnConvolutionDescriptor_t window,
                           cudnnConvolutionBwdDataAlgo_t algorithm, void* workspace, std::size_t bytes, const void*,
                           cudnnTensorDescriptor_t x, void* result)
{
    const auto* a = static_cast<const float*>(weight);
    const auto* b = static_cast<const float*>(gradient);
    return compute(
        handle, {*x, *w, *window, *y}, algorithm == CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, workspace, bytes, result,
        elementsOf(x->extents),
        [=](float* sums, std::int64_t inX, std::int64_t inW, std::int64_t inY) { sums[inX] += a[inW] * b[inY]; });
}

cudnnStatus_t backwardFilter(cudnnHandle_t handle, const void*, cudnnTensorDescriptor_t x, const void* data,
                             cudnnTensorDescriptor_t y, const void* gradient, cudnnConvolutionDescriptor_t window,
                             cudnnConvolutionBwdFilterAlgo_t algorithm, void* workspace, std::size_t bytes, const void*,
                             cudnnFilterDescriptor_t w, void* result)
{
    const auto* a = static_cast<const float*>(data);
    const auto* b = static_cast<const float*>(gradient);
    return compute(
        handle, {*x, *w, *window, *y}, algorithm == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, workspace, bytes, result,
        elementsOf(w->extents),
        [=](float* sums, std::int64_t inX, std::int64_t inW, std::int64_t inY) { sums[inW] += a[inX] * b[inY]; });
}

}  // namespace

}  // namespace fake

namespace engine::devices::cuda::plugin {

const Convolutions* loadConvolutions()
{
    static constexpr Convolutions kConvolutions = {
        .create = fake::create,
        .destroy = fake::destroy,
        .setStream = fake::setStream,
        .getVersion = fake::getVersion,
        .errorString = fake::errorString,
        .createTensor = fake::make,
        .setTensor = fake::setTensor,
        .destroyTensor = fake::drop,
        .createFilter = fake::make,
        .setFilter = fake::setFilter,
        .destroyFilter = fake::drop,
        .createConvolution = fake::make,
        .setConvolution = fake::setConvolution,
        .setMathType = fake::setMathType,
        .destroyConvolution = fake::drop,
        .listForward = fake::listForward,
        .listBackwardData = fake::listBackwardData,
        .listBackwardFilter = fake::listBackwardFilter,
        .forwardBytes = fake::forwardBytes,
        .forward = fake::forward,
        .backwardDataBytes = fake::backwardDataBytes,
        .backwardData = fake::backwardData,
        .backwardFilterBytes = fake::backwardFilterBytes,
        .backwardFilter = fake::backwardFilter,
    };
    return &kConvolutions;
}

}  // namespace engine::devices::cuda::plugin
