#pragma once

#include "engine/devices/cpu/kernels/range_kernel.h"

namespace engine::devices::cpu {

/// Batch normalization and its gradients. A channel is never divided among threads.
///
/// Training: y = gamma * (x - mean) / sqrt(variance + epsilon) + beta with the batch's mean and (biased) variance;
/// running statistics = momentum * running + (1 - momentum) * batch, as in MXNet. If scalars[2] is not 0, the
/// running variance uses the unbiased variance of the batch, as in PyTorch. Not training: y from the running
/// statistics.
class BatchNormKernel final : public RangeKernel {
public:
    BatchNormKernel(const ops::Operation& operation, Inputs inputs, Outputs outputs);

private:
    void runUnits(std::int64_t begin, std::int64_t end) override;
    void forward(std::int64_t channel) const;
    void backward(std::int64_t channel) const;
    /// Calls use(first element, count) for each contiguous range of the channel.
    void forEachStretch(std::int64_t channel, const auto& use) const;

    const ops::Operation& m_operation;
    const Inputs m_inputs;
    const Outputs m_outputs;
    std::int64_t m_examples = 0;
    std::int64_t m_channels = 0;
    std::int64_t m_spatial = 1;  ///< elements per channel and example
};

}  // namespace engine::devices::cpu
