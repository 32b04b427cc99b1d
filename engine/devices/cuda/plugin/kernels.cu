#include "engine/devices/cuda/plugin/deep_learning.h"
#include "engine/devices/cuda/plugin/gpu_queue.h"
#include "engine/devices/cuda/plugin/operators.h"
#include "engine/devices/cuda/plugin/products.h"

/// The kernels: one over elements, two for folds. functors.h has their bodies, which tests run on the processor.
namespace engine::devices::cuda::plugin {

namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kMaxBlocks = std::int64_t{1} << 20;  ///< threads loop over further elements

template <typename F>
__global__ void __launch_bounds__(kThreads) forEachKernel(std::int64_t n, const __grid_constant__ F f)
{
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step)
        f(i);
}

/// Folds the lanes of a block by halves in a fixed order, so that the bits depend only on the sizes.
template <typename Fold>
__device__ typename Fold::Lane foldBlock(const Fold& fold, typename Fold::Lane* lanes, typename Fold::Lane mine)
{
    lanes[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            lanes[threadIdx.x] = fold.merge(lanes[threadIdx.x], lanes[threadIdx.x + half]);
        __syncthreads();
    }
    return lanes[0];
}

/// Runs one block of threads for each part of a row. Results of several parts are stored in `partials`; a single part
/// is finished at once.
template <typename Fold>
__global__ void __launch_bounds__(kThreads) foldKernel(std::int64_t rows, std::int64_t length, std::int64_t parts,
                                                       const __grid_constant__ Fold fold, typename Fold::Lane* partials)
{
    using Lane = typename Fold::Lane;
    __shared__ __align__(16) unsigned char memory[kThreads * sizeof(Lane)];
    auto* lanes = reinterpret_cast<Lane*>(memory);
    const std::int64_t size = (length + parts - 1) / parts;
    for (std::int64_t block = blockIdx.x; block < rows * parts; block += gridDim.x) {
        const std::int64_t row = block / parts;
        const std::int64_t begin = block % parts * size;
        const std::int64_t end = begin + size < length ? begin + size : length;
        Lane mine = fold.start();
        for (std::int64_t i = begin + threadIdx.x; i < end; i += blockDim.x)
            mine = fold.accumulate(mine, row, i);
        const Lane all = foldBlock(fold, lanes, mine);
        if (threadIdx.x == 0) {
            if (parts == 1)
                fold.finish(row, all);
            else
                partials[block] = all;
        }
        __syncthreads();
    }
}

template <typename Fold>
__global__ void __launch_bounds__(kThreads)
    finishKernel(std::int64_t rows, std::int64_t parts, const __grid_constant__ Fold fold,
                 const typename Fold::Lane* partials)
{
    using Lane = typename Fold::Lane;
    __shared__ __align__(16) unsigned char memory[kThreads * sizeof(Lane)];
    auto* lanes = reinterpret_cast<Lane*>(memory);
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        Lane mine = fold.start();
        for (std::int64_t part = threadIdx.x; part < parts; part += blockDim.x)
            mine = fold.merge(mine, partials[row * parts + part]);
        const Lane all = foldBlock(fold, lanes, mine);
        if (threadIdx.x == 0)
            fold.finish(row, all);
        __syncthreads();
    }
}

class GpuQueue {
public:
    explicit GpuQueue(abi::Stream& stream) : m_stream(stream) {}

    template <typename F>
    void forEach(std::int64_t n, const F& f)
    {
        if (n == 0 || m_status != abi::Code::Ok)
            return;
        forEachKernel<<<blocksFor((n + kThreads - 1) / kThreads), kThreads, 0, m_stream.stream>>>(n, f);
        note();
    }

    template <typename Fold>
    void fold(std::int64_t rows, std::int64_t length, const Fold& fold, void* scratch)
    {
        using Lane = typename Fold::Lane;
        static_assert(sizeof(Lane) <= kFoldLaneBytes);
        if (rows == 0 || m_status != abi::Code::Ok)
            return;
        const std::int64_t parts = foldParts(rows, length);
        auto* partials = static_cast<Lane*>(scratch);
        constexpr int kNarrow = 32;
        const int threads = length <= 2 * kNarrow ? kNarrow : kThreads;
        foldKernel<<<blocksFor(rows * parts), threads, 0, m_stream.stream>>>(rows, length, parts, fold, partials);
        note();
        if (parts == 1)
            return;
        finishKernel<<<blocksFor(rows), kThreads, 0, m_stream.stream>>>(rows, parts, fold, partials);
        note();
    }

    void product(const Product& product)
    {
        if (m_status == abi::Code::Ok)
            m_status = multiply(m_stream, product);
    }

    void convolution(const abi::Work& work, void* scratch, bool& isDone)
    {
        if (m_status == abi::Code::Ok && m_stream.gpu->deepLearning != nullptr)
            m_status = m_stream.gpu->deepLearning->convolve(m_stream, work, scratch, isDone);
    }

    void copyWithin(float* to, const float* from, std::int64_t elements)
    {
        if (elements > 0 && m_status == abi::Code::Ok)
            m_status = codeOf(cudaMemcpyAsync(to, from, static_cast<std::size_t>(elements) * sizeof(float),
                                              cudaMemcpyDeviceToDevice, m_stream.stream));
    }

    [[nodiscard]] abi::Code status() const { return m_status; }

private:
    static unsigned blocksFor(std::int64_t wanted)
    {
        return static_cast<unsigned>(wanted < kMaxBlocks ? wanted : kMaxBlocks);
    }
    void note()
    {
        if (m_status == abi::Code::Ok)
            m_status = codeOf(cudaPeekAtLastError());
    }

    abi::Stream& m_stream;
    abi::Code m_status = abi::Code::Ok;
};

}  // namespace

abi::Code launchWork(abi::Stream& stream, const abi::Work& work)
{
    if (const abi::Code code = enter(stream.gpu->ordinal); code != abi::Code::Ok)
        return code;
    if (stream.gpu->deepLearning != nullptr) {
        bool isDone = false;
        if (const abi::Code code = stream.gpu->deepLearning->layer(stream, work, isDone);
            code != abi::Code::Ok || isDone)
            return code;
    }
    GpuQueue queue(stream);
    const abi::Code code = Operators<GpuQueue>(queue, work).run();
    if (code == abi::Code::Unsupported)
        setError("the module has no kernel for operator " + std::to_string(work.op));
    return code;
}

abi::Code scratchOf(abi::Gpu& gpu, const abi::Work& work, std::int64_t& bytes)
{
    bytes = plainScratch(work);
    std::int64_t workspace = 0;
    if (!isKnown(work) || !isConvolution(operatorOf(work)) || gpu.deepLearning == nullptr)
        return abi::Code::Ok;
    // The libraries plan for the current device of the thread.
    if (const abi::Code code = enter(gpu.ordinal); code != abi::Code::Ok)
        return code;
    if (gpu.deepLearning->workspaceOf(work, workspace))
        bytes = convolutionFoldBytes(work) + aligned(workspace);
    return abi::Code::Ok;
}

}  // namespace engine::devices::cuda::plugin
