#pragma once

#include "engine/devices/cpu/kernels/product.h"
#include "engine/devices/cuda/plugin/operators.h"

#include <algorithm>
#include <vector>

namespace fake {

/// Runs the functors of the module's operators in loops on the CPU. The loops imitate the threads and blocks of a GPU
/// and add numbers in the same order as the kernels.
class HostQueue {
    using FoldGrid = engine::devices::cuda::plugin::FoldGrid;

public:
    using IndexWidth = engine::devices::cuda::plugin::IndexWidth;

    explicit HostQueue(IndexWidth width) : m_width(width) {}

    template <typename F>
    void forEach(std::int64_t n, const F& f)
    {
        const auto threads = engine::devices::cuda::plugin::ElementThreads::of(n, f);
        engine::devices::cuda::plugin::withIndex(m_width, [&](auto index) {
            for (; index < static_cast<decltype(index)>(threads.count()); ++index)
                threads.run(index, f);
        });
    }

    template <typename Fold>
    void fold(const FoldGrid& grid, const Fold& fold, void* scratch)
    {
        using engine::devices::cuda::plugin::MergedFold;
        auto* results = static_cast<typename Fold::Lane*>(scratch);
        foldInto(grid, fold, results);
        if (grid.parts.value() > 1)
            foldInto(grid.merging(), MergedFold<Fold>{fold, results, grid.parts.value()}, results);
    }

    template <typename Fold>
    void mapRows(const FoldGrid& grid, const Fold& fold, void* scratch)
    {
        using engine::devices::cuda::plugin::MergedFold;
        auto* results = static_cast<typename Fold::Lane*>(scratch);
        if (grid.parts.value() > 1)
            foldInto(grid, fold, results);
        const MergedFold<Fold> merged{fold, results, grid.parts.value()};
        for (std::int64_t block = 0; block < grid.blocks(); ++block) {
            const auto lanes = grid.parts.value() > 1 ? lanesOf(grid.merging(), merged, grid.shareOf(block, 0).row)
                                                      : lanesOf(grid, fold, block);
            for (std::int32_t thread = 0; thread < grid.threads; ++thread)
                engine::devices::cuda::plugin::withIndex(m_width, [&](auto index) {
                    engine::devices::cuda::plugin::mapShare<decltype(index)>(fold, grid.shareOf(block, thread),
                                                                             lanes[0]);
                });
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

    void convolution(const engine::devices::cuda::abi::Work& /*work*/, bool& isDone) { isDone = false; }

    void copyWithin(float* to, const float* from, std::int64_t elements)
    {
        for (std::int64_t i = 0; i < elements; ++i)
            to[i] = from[i];
    }

    [[nodiscard]] engine::devices::cuda::abi::Code status() const { return m_status; }

private:
    /// Folds the elements of one block of threads as the kernel does: each thread folds its elements; then the upper
    /// half of the results is repeatedly merged into the lower half.
    template <typename Fold>
    std::vector<typename Fold::Lane> lanesOf(const FoldGrid& grid, const Fold& fold, std::int64_t block) const
    {
        std::vector<typename Fold::Lane> lanes;
        for (std::int32_t thread = 0; thread < grid.threads; ++thread)
            engine::devices::cuda::plugin::withIndex(m_width, [&](auto index) {
                lanes.push_back(
                    engine::devices::cuda::plugin::laneOf<decltype(index)>(fold, grid.shareOf(block, thread)));
            });
        for (auto half = static_cast<std::size_t>(grid.threads / 2); half >= static_cast<std::size_t>(grid.side);
             half /= 2)
            for (std::size_t lane = 0; lane < half; ++lane)
                lanes[lane] = fold.merge(lanes[lane], lanes[lane + half]);
        return lanes;
    }

    template <typename Fold>
    void foldInto(const FoldGrid& grid, const Fold& fold, typename Fold::Lane* results) const
    {
        for (std::int64_t block = 0; block < grid.blocks(); ++block) {
            const auto lanes = lanesOf(grid, fold, block);
            for (std::int32_t thread = 0; thread < grid.side; ++thread)
                if (const FoldGrid::Share share = grid.shareOf(block, thread); share.row < grid.rows)
                    engine::devices::cuda::plugin::storeShare(fold, grid, share,
                                                              lanes[static_cast<std::size_t>(thread)], results);
        }
    }

    IndexWidth m_width;
    engine::devices::cuda::abi::Code m_status = engine::devices::cuda::abi::Code::Ok;
};

/// Owns a copy of the work and of all data that it points to.
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
