#include "engine/devices/cuda/plugin/products.h"

namespace engine::devices::cuda::plugin {

namespace {

/// Bytes of a stream's workspace: NVIDIA recommends this size for Hopper; other GPUs need 4 MiB.
constexpr std::size_t kWorkspace = std::size_t{32} << 20;

/// Creates handle and workspace. cublasSetStream() resets the workspace, so it must be called before the workspace is
/// set.
abi::Code setUp(abi::Stream& stream)
{
    if (const abi::Code code = codeOf(cublasCreate(&stream.products)); code != abi::Code::Ok)
        return code;
    if (const abi::Code code = codeOf(cudaMalloc(&stream.workspace, kWorkspace)); code != abi::Code::Ok)
        return code;
    if (const abi::Code code = codeOf(cublasSetStream(stream.products, stream.stream)); code != abi::Code::Ok)
        return code;
    if (const abi::Code code = codeOf(cublasSetWorkspace(stream.products, stream.workspace, kWorkspace));
        code != abi::Code::Ok)
        return code;
    const cublasMath_t math = stream.gpu->options.isTf32 != 0 ? CUBLAS_TF32_TENSOR_OP_MATH : CUBLAS_DEFAULT_MATH;
    if (const abi::Code code = codeOf(cublasSetMathMode(stream.products, math)); code != abi::Code::Ok)
        return code;
    return codeOf(cublasSetAtomicsMode(stream.products, CUBLAS_ATOMICS_NOT_ALLOWED));
}

}  // namespace

abi::Code codeOf(cublasStatus_t status)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return abi::Code::Ok;
    static_cast<void>(cudaGetLastError());  // clears the error, which the next launch would report
    setError(std::string("cuBLAS: ") + cublasGetStatusString(status));
    // A broken context is reported at the next event; a failed product is an error of the operation.
    return status == CUBLAS_STATUS_ALLOC_FAILED ? abi::Code::OutOfMemory : abi::Code::Failed;
}

std::string productsName()
{
    int major = 0;
    int minor = 0;
    static_cast<void>(cublasGetProperty(MAJOR_VERSION, &major));
    static_cast<void>(cublasGetProperty(MINOR_VERSION, &minor));
    return "cuBLAS " + std::to_string(major) + "." + std::to_string(minor);
}

abi::Code openProducts(abi::Stream& stream)
{
    if (stream.products != nullptr)
        return abi::Code::Ok;
    const abi::Code code = setUp(stream);
    // An incomplete handle would use the legacy stream, which synchronizes with all streams of the device.
    if (code != abi::Code::Ok)
        closeProducts(stream);
    return code;
}

abi::Code multiply(abi::Stream& stream, const Product& product)
{
    if (product.rows == 0 || product.columns == 0)
        return abi::Code::Ok;
    if (product.inner == 0) {
        if (product.isAdded)
            return abi::Code::Ok;
        const auto bytes = static_cast<std::size_t>(product.rows * product.columns) * sizeof(float);
        return codeOf(cudaMemsetAsync(product.out, 0, bytes, stream.stream));
    }
    if (const abi::Code code = openProducts(stream); code != abi::Code::Ok)
        return code;
    // cuBLAS is column-major: it reads a row-major matrix as its transpose, and (a b)' = b' a'.
    const float one = 1;
    const float rest = product.isAdded ? 1.0F : 0.0F;
    return codeOf(
        cublasSgemm_64(stream.products, product.isBTransposed ? CUBLAS_OP_T : CUBLAS_OP_N,
                       product.isATransposed ? CUBLAS_OP_T : CUBLAS_OP_N, product.columns, product.rows, product.inner,
                       &one, product.b, product.isBTransposed ? product.inner : product.columns, product.a,
                       product.isATransposed ? product.rows : product.inner, &rest, product.out, product.columns));
}

void closeProducts(abi::Stream& stream)
{
    if (stream.products != nullptr)
        static_cast<void>(cublasDestroy(stream.products));
    if (stream.workspace != nullptr)
        static_cast<void>(cudaFree(stream.workspace));
    stream.products = nullptr;
    stream.workspace = nullptr;
}

}  // namespace engine::devices::cuda::plugin
