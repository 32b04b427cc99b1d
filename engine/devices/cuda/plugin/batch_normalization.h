#pragma once

#include "engine/devices/cuda/plugin/plans.h"

namespace engine::devices::cuda::plugin {

/// Batch normalization: queues its kernels and folds (see Operators for the type Queue).
template <typename Queue>
class BatchNormalization {
public:
    BatchNormalization(Queue& queue, const abi::Work& work) : m_queue(queue), m_work(work) {}

    /// Queues the work of Operator::BatchNorm.
    void normalize() const
    {
        const abi::View& x = in(0);
        const FoldPlan plan = channelPlan(x);
        const std::int64_t channels = x.extents[1];
        const RunningFactors factors{in(1).data,
                                     in(2).data,
                                     in(3).data,
                                     in(4).data,
                                     m_work.scalars[0],
                                     channelArray(0, channels),
                                     channelArray(1, channels)};
        if (m_work.isTraining != 0 && plan.length == 0)
            return m_queue.forEach(channels, EmptyBatchStatistics{in(3).data, in(4).data, m_work.scalars[0],
                                                                  out(1).data, out(2).data, out(3).data, out(4).data});
        if (m_work.isTraining != 0)
            m_queue.fold(plan.grid(),
                         BatchStatistics{x.data, plan.kept, plan.folded, in(3).data, in(4).data,
                                         static_cast<double>(plan.length), m_work.scalars[1], out(1).data, out(2).data,
                                         out(3).data, out(4).data, m_work.scalars[2] != 0, factors},
                         channelArray(2, channels));
        else
            m_queue.forEach(channels, factors);
        m_queue.forEach(elementsOf(out()),
                        Normalizer{x.data, out().data, m_work.isTraining != 0 ? out(1).data : in(3).data,
                                   factors.factors, factors.shifts, channelMap(x, plan)});
    }

    /// Queues the work of Operator::BatchNormBackward.
    void differentiate() const
    {
        const abi::View& x = in(1);
        const FoldPlan plan = channelPlan(x);
        const std::int64_t channels = x.extents[1];
        const BatchGradients fold{in(0).data,
                                  x.data,
                                  plan.kept,
                                  plan.folded,
                                  in(2).data,
                                  in(3).data,
                                  in(4).data,
                                  static_cast<double>(plan.length > 1 ? plan.length : 1),
                                  out(1).data,
                                  out(2).data,
                                  channelArray(0, channels),
                                  channelArray(1, channels),
                                  channelArray(2, channels)};
        m_queue.fold(plan.grid(), fold, channelArray(3, channels));
        m_queue.forEach(elementsOf(x), NormalizerGradient{in(0).data, x.data, in(3).data, out(0).data, fold.factors,
                                                          fold.averages, fold.slopes, channelMap(x, plan)});
    }

private:
    [[nodiscard]] const abi::View& in(int i) const { return m_work.inputs[i]; }
    [[nodiscard]] const abi::View& out(int i = 0) const { return m_work.outputs[i]; }
    /// Returns array `number` of the scratch memory; it has one float per channel.
    [[nodiscard]] float* channelArray(int number, std::int64_t channels) const
    {
        return reinterpret_cast<float*>(static_cast<char*>(m_work.scratch) + number * aligned(channels * 4));
    }

    static ChannelMap channelMap(const abi::View& x, const FoldPlan& plan)
    {
        return {plan.length / (x.extents[0] > 0 ? x.extents[0] : 1), x.extents[1]};
    }

    Queue& m_queue;
    const abi::Work& m_work;
};

}  // namespace engine::devices::cuda::plugin
