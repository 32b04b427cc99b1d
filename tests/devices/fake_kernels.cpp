#include "engine/devices/cuda/plugin/deep_learning.h"
#include "engine/devices/cuda/plugin/gpu_queue.h"
#include "engine/devices/cuda/plugin/operators.h"
#include "engine/devices/cuda/plugin/products.h"
#include "engine/devices/cuda/plugin/runtime.h"
#include "tests/devices/fake_cuda.h"
#include "tests/devices/host_queue.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

/// The kernels and products of the module, on the CPU.
namespace engine::devices::cuda::plugin {

namespace {

constexpr std::size_t kWorkspace = std::size_t{1} << 20;

/// Rounds to the 10 mantissa bits of TF32.
float rounded(float value)
{
    constexpr std::uint32_t kDropped = 13;
    const auto bits = std::bit_cast<std::uint32_t>(value) + (1U << (kDropped - 1));
    return std::bit_cast<float>(bits >> kDropped << kDropped);
}

/// Compiled without sanitizers, which slow these loops down up to 70 times. Only the caller accesses the operands.
__attribute__((no_sanitize("thread", "address", "undefined"))) void multiply(const Product& p, const float* a,
                                                                             const float* b, float* result)
{
    // The innermost loop reads a row of b, unless b is transposed.
    const std::int64_t step = p.isBTransposed ? p.inner : 1;
    for (std::int64_t row = 0; row < p.rows; ++row) {
        float* out = result + row * p.columns;
        for (std::int64_t i = 0; i < p.inner; ++i) {
            const float factor = a[p.isATransposed ? i * p.rows + row : row * p.inner + i];
            const float* from = p.isBTransposed ? b + i : b + i * p.columns;
            for (std::int64_t column = 0; column < p.columns; ++column)
                out[column] += factor * from[column * step];
        }
    }
}

/// A HostQueue that does not use engine/devices/cpu, because this library does not link it.
class LoopQueue : public fake::HostQueue {
public:
    LoopQueue(IndexWidth width, bool isTf32) : HostQueue(width), m_isTf32(isTf32) {}

    void product(const Product& p)
    {
        // multiply() has no sanitizer, so these copies let the sanitizer check all operands.
        std::vector<float> a(p.a, p.a + p.rows * p.inner), b(p.b, p.b + p.inner * p.columns);
        if (m_isTf32) {
            std::ranges::transform(a, a.begin(), rounded);
            std::ranges::transform(b, b.begin(), rounded);
        }
        std::vector<float> out(static_cast<std::size_t>(p.rows * p.columns));
        if (p.isAdded)
            std::copy_n(p.out, out.size(), out.data());
        multiply(p, a.data(), b.data(), out.data());
        std::copy(out.begin(), out.end(), p.out);
    }

private:
    bool m_isTf32;
};

/// Issues kernels, products and convolutions to a stream, like the queue of kernels.cu.
class IssuingQueue {
public:
    IssuingQueue(abi::Stream& stream, IndexWidth width) : m_stream(stream), m_width(width) {}

    template <typename F>
    void forEach(std::int64_t n, const F& f)
    {
        if (n > 0)
            issue([n, f](LoopQueue& loops) { loops.forEach(n, f); });
    }
    template <typename Fold>
    void fold(const FoldGrid& grid, const Fold& fold, void* scratch)
    {
        if (grid.rows > 0)
            issue([grid, fold, scratch](LoopQueue& loops) { loops.fold(grid, fold, scratch); });
    }
    template <typename Fold>
    void mapRows(const FoldGrid& grid, const Fold& fold, void* scratch)
    {
        if (grid.rows > 0)
            issue([grid, fold, scratch](LoopQueue& loops) { loops.mapRows(grid, fold, scratch); });
    }
    void product(const Product& product)
    {
        issue([product](LoopQueue& loops) { loops.product(product); });
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
            m_result.add(codeOf(runtime().memcpyAsync(to, from, static_cast<std::size_t>(elements) * sizeof(float),
                                                      cudaMemcpyDeviceToDevice, m_stream.stream)));
    }
    [[nodiscard]] abi::Code status() const { return m_result.code(); }

private:
    template <typename Kernel>
    void issue(const Kernel& kernel)
    {
        if (m_kernels++ == fake::settings().memoryAtKernel)
            if (const abi::Code code = allocateTemporarily(); code != abi::Code::Ok)
                m_result.add(code);
        if (!m_result.isOk())
            return;
        const bool isTf32 = m_stream.gpu->options.isTf32 != 0;
        m_result.add(codeOf(fake::launchKernel(m_stream.stream, [kernel, width = m_width, isTf32] {
            LoopQueue loops(width, isTf32);
            kernel(loops);
        })));
    }
    /// Allocates memory as the driver does when it loads a kernel.
    static abi::Code allocateTemporarily()
    {
        const auto bytes = static_cast<std::size_t>(fake::settings().kernelMemory);
        void* memory = nullptr;
        const abi::Code code = bytes > 0 ? codeOf(runtime().malloc(&memory, bytes)) : abi::Code::Ok;
        if (memory != nullptr)
            static_cast<void>(runtime().free(memory));
        return code;
    }

    abi::Stream& m_stream;
    IndexWidth m_width;
    QueueingResult m_result;
    std::int32_t m_kernels = 0;
};

}  // namespace

abi::Code launchWork(abi::Stream& stream, const abi::Work& work)
{
    if (const abi::Code code = enter(stream.gpu->ordinal); code != abi::Code::Ok)
        return code;
    IssuingQueue queue(stream, indexWidth(work));
    return Operators<IssuingQueue>(queue, work).run();
}

abi::Code openProducts(abi::Stream& stream)
{
    return stream.workspace != nullptr ? abi::Code::Ok : codeOf(runtime().malloc(&stream.workspace, kWorkspace));
}

void closeProducts(abi::Stream& stream)
{
    if (stream.workspace != nullptr)
        static_cast<void>(runtime().free(stream.workspace));
    stream.workspace = nullptr;
}

std::string productsName()
{
    return "imitated cuBLAS";
}

}  // namespace engine::devices::cuda::plugin
