#include "engine/devices/cuda/plugin/deep_learning.h"
#include "engine/devices/cuda/plugin/gpu_queue.h"
#include "engine/devices/cuda/plugin/operators.h"
#include "engine/devices/cuda/plugin/products.h"

/// The kernels: one over elements, two over rows. Their bodies are in functors.h, folds.h and grid.h, so that tests can
/// run them on the CPU.
namespace engine::devices::cuda::plugin {

namespace {

constexpr int kThreads = FoldGrid::kThreads;
constexpr std::int64_t kMaxBlocks = std::int64_t{1} << 20;  ///< limit on thread blocks; threads loop over the rest

template <ElementIndex Index, typename F>
__global__ void __launch_bounds__(kThreads)
    forEachKernel(const __grid_constant__ ElementThreads threads, const __grid_constant__ F f)
{
    const auto count = static_cast<Index>(threads.count());
    const Index step = static_cast<Index>(gridDim.x) * blockDim.x;
    for (Index i = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
        threads.run(i, f);
}
static_assert(kMaxBlocks * kThreads < kNarrowLimit, "an index plus the step of a loop must not exceed 32 bits");

/// Shared memory for the lanes of a thread block.
template <typename Lane>
__device__ Lane* lanesOfBlock()
{
    __shared__ __align__(16) unsigned char memory[kThreads * sizeof(Lane)];
    return reinterpret_cast<Lane*>(memory);
}

/// Folds the lanes of a thread block by halves in a fixed order, so that the bits of the result depend only on sizes
/// and values. Lane i becomes the result of row i of the thread block.
template <typename Fold>
__device__ void foldBlock(const Fold& fold, typename Fold::Lane* lanes, const typename Fold::Lane& mine, unsigned side)
{
    lanes[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half >= side; half /= 2) {
        if (threadIdx.x < half)
            lanes[threadIdx.x] = fold.merge(lanes[threadIdx.x], lanes[threadIdx.x + half]);
        __syncthreads();
    }
}

/// Folds the parts of the rows. If a row has several parts, stores their results in `results`; otherwise finishes the
/// row.
template <ElementIndex Index, typename Fold>
__global__ void __launch_bounds__(kThreads)
    foldKernel(const __grid_constant__ FoldGrid grid, const __grid_constant__ Fold fold, typename Fold::Lane* results)
{
    auto* lanes = lanesOfBlock<typename Fold::Lane>();
    const std::int64_t blocks = grid.blocks();
    for (std::int64_t block = blockIdx.x; block < blocks; block += gridDim.x) {
        const FoldGrid::Share share = grid.shareOf(block, static_cast<std::int32_t>(threadIdx.x));
        foldBlock(fold, lanes, laneOf<Index>(fold, share), static_cast<unsigned>(grid.side));
        if (threadIdx.x < static_cast<unsigned>(grid.side) && share.row < grid.rows)
            storeShare(fold, grid, share, lanes[threadIdx.x], results);
        __syncthreads();
    }
}

/// Folds a row, or the results of its parts if there are several, and maps the elements of a part of the row.
template <ElementIndex Index, typename Fold>
__global__ void __launch_bounds__(kThreads)
    mapRowsKernel(const __grid_constant__ FoldGrid grid, const __grid_constant__ FoldGrid merging,
                  const __grid_constant__ Fold fold, const typename Fold::Lane* results)
{
    auto* lanes = lanesOfBlock<typename Fold::Lane>();
    const std::int64_t blocks = grid.blocks();
    for (std::int64_t block = blockIdx.x; block < blocks; block += gridDim.x) {
        const auto thread = static_cast<std::int32_t>(threadIdx.x);
        const FoldGrid::Share share = grid.shareOf(block, thread);
        foldBlock(fold, lanes,
                  grid.parts.value() == 1 ? laneOf<Index>(fold, share)
                                          : laneOf<Index>(MergedFold<Fold>{fold, results, grid.parts.value()},
                                                          merging.shareOf(share.row, thread)),
                  1);
        mapShare<Index>(fold, share, lanes[0]);
        __syncthreads();
    }
}

class GpuQueue {
public:
    GpuQueue(abi::Stream& stream, IndexWidth width) : m_stream(stream), m_width(width) {}

    template <typename F>
    void forEach(std::int64_t n, const F& f)
    {
        if (n == 0 || !m_result.isOk())
            return;
        const ElementThreads threads = ElementThreads::of(n, f);
        const unsigned blocks = blocksFor((threads.count() + kThreads - 1) / kThreads);
        withIndex(m_width, [&](auto index) {
            forEachKernel<decltype(index)><<<blocks, kThreads, 0, m_stream.stream>>>(threads, f);
        });
        note();
    }

    template <typename Fold>
    void fold(const FoldGrid& grid, const Fold& fold, void* scratch)
    {
        auto* results = static_cast<typename Fold::Lane*>(scratch);
        foldInto(grid, fold, results);
        if (grid.parts.value() > 1)
            foldInto(grid.merging(), MergedFold<Fold>{fold, results, grid.parts.value()}, results);
    }

    template <typename Fold>
    void mapRows(const FoldGrid& grid, const Fold& fold, void* scratch)
    {
        auto* results = static_cast<typename Fold::Lane*>(scratch);
        if (grid.parts.value() > 1)
            foldInto(grid, fold, results);
        if (grid.rows == 0 || !m_result.isOk())
            return;
        const unsigned blocks = blocksFor(grid.blocks());
        withIndex(m_width, [&](auto index) {
            mapRowsKernel<decltype(index)>
                <<<blocks, grid.threads, 0, m_stream.stream>>>(grid, grid.merging(), fold, results);
        });
        note();
    }

    void product(const Product& product)
    {
        if (m_result.isOk())
            m_result.add(multiply(m_stream, product));
    }

    void convolution(const abi::Work& work, bool& isDone)
    {
        if (m_stream.gpu->deepLearning == nullptr)
            return;
        const abi::Code code = m_stream.gpu->deepLearning->convolve(m_stream, work, isDone);
        if (isDone || code != abi::Code::Ok)
            m_result.add(code);
    }

    void copyWithin(float* to, const float* from, std::int64_t elements)
    {
        if (elements > 0 && m_result.isOk())
            m_result.add(codeOf(cudaMemcpyAsync(to, from, static_cast<std::size_t>(elements) * sizeof(float),
                                                cudaMemcpyDeviceToDevice, m_stream.stream)));
    }

    [[nodiscard]] abi::Code status() const { return m_result.code(); }

private:
    template <typename Fold>
    void foldInto(const FoldGrid& grid, const Fold& fold, typename Fold::Lane* results)
    {
        static_assert(sizeof(typename Fold::Lane) <= kFoldLaneBytes);
        if (grid.rows == 0 || !m_result.isOk())
            return;
        const unsigned blocks = blocksFor(grid.blocks());
        withIndex(m_width, [&](auto index) {
            foldKernel<decltype(index)><<<blocks, grid.threads, 0, m_stream.stream>>>(grid, fold, results);
        });
        note();
    }
    static unsigned blocksFor(std::int64_t wanted)
    {
        return static_cast<unsigned>(wanted < kMaxBlocks ? wanted : kMaxBlocks);
    }
    void note() { m_result.add(codeOf(cudaPeekAtLastError())); }

    abi::Stream& m_stream;
    const IndexWidth m_width;
    QueueingResult m_result;
};

}  // namespace

abi::Code launchWork(abi::Stream& stream, const abi::Work& work)
{
    if (const abi::Code code = enter(stream.gpu->ordinal); code != abi::Code::Ok)
        return code;
    GpuQueue queue(stream, indexWidth(work));
    const abi::Code code = Operators<GpuQueue>(queue, work).run();
    if (code == abi::Code::Unsupported)
        setError("the module has no kernel for operator " + std::to_string(work.op));
    return code;
}

}  // namespace engine::devices::cuda::plugin
