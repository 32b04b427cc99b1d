#include "tests/gpu/bare_loops.h"

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace bare {

namespace {

std::string g_problem;

bool isGood(cudaError_t error)
{
    if (error != cudaSuccess)
        g_problem = cudaGetErrorString(error);
    return error == cudaSuccess;
}

bool isGood(cublasStatus_t status)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        g_problem = cublasGetStatusString(status);
    return status == CUBLAS_STATUS_SUCCESS;
}

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Fills with pseudo-random numbers below 1.
__global__ void fill(float* values, std::size_t elements)
{
    const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements; i += step)
        values[i] = static_cast<float>((static_cast<unsigned>(i) * 2654435761U) >> 8U) * 0x1p-24F;
}

__global__ void addOne(float* values, int elements)
{
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < elements)
        values[i] += 1.0F;
}

}  // namespace

std::string problem()
{
    return std::exchange(g_problem, {});
}

struct Products::State {
    int n = 0;
    cublasHandle_t handle = nullptr;
    cudaStream_t compute = nullptr;
    cudaStream_t copies = nullptr;
    float* factor = nullptr;
    std::vector<float*> results;
    std::vector<float*> onHost;

    [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(n) * static_cast<std::size_t>(n) * 4; }
};

Products::Products(int n, int count) : m_state(std::make_unique<State>())
{
    State& s = *m_state;
    s.n = n;
    bool isWell = isGood(cudaStreamCreateWithFlags(&s.compute, cudaStreamNonBlocking)) &&
                  isGood(cudaStreamCreateWithFlags(&s.copies, cudaStreamNonBlocking)) &&
                  isGood(cublasCreate(&s.handle)) && isGood(cublasSetStream(s.handle, s.compute)) &&
                  isGood(cudaMalloc(&s.factor, s.bytes()));
    if (isWell) {
        // Random numbers, because products of zeros need less power and run at a higher clock.
        fill<<<256, 256, 0, s.compute>>>(s.factor, s.bytes() / sizeof(float));
        isWell = isGood(cudaGetLastError());
    }
    for (int i = 0; i < count && isWell; ++i) {
        float* result = nullptr;
        float* host = nullptr;
        isWell = isGood(cudaMalloc(&result, s.bytes())) && isGood(cudaMallocHost(&host, s.bytes()));
        s.results.push_back(result);
        s.onHost.push_back(host);
    }
}

Products::~Products()
{
    for (float* result : m_state->results)
        static_cast<void>(cudaFree(result));
    for (float* host : m_state->onHost)
        static_cast<void>(cudaFreeHost(host));
    static_cast<void>(cudaFree(m_state->factor));
    if (m_state->handle != nullptr)
        static_cast<void>(cublasDestroy(m_state->handle));
    static_cast<void>(cudaStreamDestroy(m_state->compute));
    static_cast<void>(cudaStreamDestroy(m_state->copies));
}

double Products::run()
{
    State& s = *m_state;
    const float one = 1;
    const float none = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (float* result : s.results)
        if (!isGood(cublasSgemm(s.handle, CUBLAS_OP_N, CUBLAS_OP_N, s.n, s.n, s.n, &one, s.factor, s.n, s.factor, s.n,
                                &none, result, s.n)))
            return 0;
    return isGood(cudaStreamSynchronize(s.compute)) ? secondsSince(begin) : 0;
}

double Products::copy()
{
    State& s = *m_state;
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < s.results.size(); ++i)
        if (!isGood(cudaMemcpyAsync(s.onHost[i], s.results[i], s.bytes(), cudaMemcpyDeviceToHost, s.copies)))
            return 0;
    return isGood(cudaStreamSynchronize(s.copies)) ? secondsSince(begin) : 0;
}

struct Chain::State {
    int count = 0;
    int elements = 0;
    cudaStream_t stream = nullptr;
    cudaGraphExec_t graph = nullptr;
    float* values = nullptr;

    void launchAll() const
    {
        constexpr int kThreads = 256;
        const auto blocks = static_cast<unsigned>((elements + kThreads - 1) / kThreads);
        for (int i = 0; i < count; ++i)
            addOne<<<blocks, kThreads, 0, stream>>>(values, elements);
    }
};

Chain::Chain(int count, int elements) : m_state(std::make_unique<State>())
{
    State& s = *m_state;
    s.count = count;
    s.elements = elements;
    if (!isGood(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking)) ||
        !isGood(cudaMalloc(&s.values, static_cast<std::size_t>(elements) * sizeof(float))))
        return;
    cudaGraph_t captured = nullptr;
    if (!isGood(cudaStreamBeginCapture(s.stream, cudaStreamCaptureModeThreadLocal)))
        return;
    s.launchAll();
    if (isGood(cudaStreamEndCapture(s.stream, &captured)) && captured != nullptr) {
        static_cast<void>(isGood(cudaGraphInstantiate(&s.graph, captured, 0)));
        static_cast<void>(cudaGraphDestroy(captured));
    }
}

Chain::~Chain()
{
    if (m_state->graph != nullptr)
        static_cast<void>(cudaGraphExecDestroy(m_state->graph));
    static_cast<void>(cudaFree(m_state->values));
    static_cast<void>(cudaStreamDestroy(m_state->stream));
}

double Chain::launch(double& issuing)
{
    const auto begin = std::chrono::steady_clock::now();
    m_state->launchAll();
    issuing = secondsSince(begin);
    return isGood(cudaPeekAtLastError()) && isGood(cudaStreamSynchronize(m_state->stream)) ? secondsSince(begin) : 0;
}

double Chain::replay(int times)
{
    if (m_state->graph == nullptr)
        return 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i)
        if (!isGood(cudaGraphLaunch(m_state->graph, m_state->stream)))
            return 0;
    return isGood(cudaStreamSynchronize(m_state->stream)) ? secondsSince(begin) : 0;
}

}  // namespace bare
