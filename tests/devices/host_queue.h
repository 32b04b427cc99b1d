#pragma once

#include "engine/devices/cpu/kernels/product.h"
#include "engine/devices/cuda/plugin/operators.h"

#include <algorithm>
#include <vector>

namespace fake {

/// Runs the functors of the module's operators in loops on the CPU. Folds use the same number of lanes and the same
/// order as a thread block.
class HostQueue {
public:
    template <typename F>
    void forEach(std::int64_t n, const F& f)
    {
        for (std::int64_t i = 0; i < n; ++i)
            f(i);
    }

    template <typename Fold>
    void fold(std::int64_t rows, std::int64_t length, const Fold& fold, void* /*scratch*/)
    {
        constexpr std::int64_t kLanes = 256;
        std::vector<typename Fold::Lane> lanes(kLanes);
        for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t lane = 0; lane < kLanes; ++lane) {
                typename Fold::Lane value = fold.start();
                for (std::int64_t i = lane; i < length; i += kLanes)
                    value = fold.accumulate(value, row, i);
                lanes[static_cast<std::size_t>(lane)] = value;
            }
            for (std::int64_t half = kLanes / 2; half > 0; half /= 2)
                for (std::int64_t lane = 0; lane < half; ++lane)
                    lanes[static_cast<std::size_t>(lane)] =
                        fold.merge(lanes[static_cast<std::size_t>(lane)], lanes[static_cast<std::size_t>(lane + half)]);
            fold.finish(row, lanes[0]);
        }
    }

    void product(const engine::devices::cuda::plugin::Product& p)
    {
        std::vector<float> before;
        if (p.isAdded)
            before.assign(p.out, p.out + p.rows * p.columns);
        const std::int64_t one = 1;
        engine::devices::cpu::Tile tile{p.a, p.b, p.out, p.rows,          p.columns,      p.inner,
                                        0,   0,   0,     p.isATransposed, p.isBTransposed};
        tile.aStride = std::max(one, p.isATransposed ? p.rows : p.inner);
        tile.bStride = std::max(one, p.isBTransposed ? p.inner : p.columns);
        tile.outStride = std::max(one, p.columns);
        if (!engine::devices::cpu::multiply(tile))
            m_status = engine::devices::cuda::abi::Code::Failed;
        for (std::size_t i = 0; i < before.size(); ++i)
            p.out[i] += before[i];
    }

    void convolution(const engine::devices::cuda::abi::Work& /*work*/, void* /*scratch*/, bool& isDone)
    {
        isDone = false;
    }

    void copyWithin(float* to, const float* from, std::int64_t elements)
    {
        for (std::int64_t i = 0; i < elements; ++i)
            to[i] = from[i];
    }

    [[nodiscard]] engine::devices::cuda::abi::Code status() const { return m_status; }

private:
    engine::devices::cuda::abi::Code m_status = engine::devices::cuda::abi::Code::Ok;
};

/// Owns a copy of the work and of everything it points to.
struct KeptWork {
    engine::devices::cuda::abi::Work work;
    std::vector<engine::devices::cuda::abi::View> views;
    std::vector<engine::devices::cuda::abi::EpilogueStep> epilogue;

    explicit KeptWork(const engine::devices::cuda::abi::Work& order)
        : work(order),
          views(order.inputs, order.inputs + order.inputCount),
          epilogue(order.epilogue, order.epilogue + order.epilogueCount)
    {
        views.insert(views.end(), order.outputs, order.outputs + order.outputCount);
        work.inputs = views.data();
        work.outputs = views.data() + order.inputCount;
        work.epilogue = epilogue.data();
    }
};

}  // namespace fake
