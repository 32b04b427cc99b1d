#pragma once

#include "engine/devices/cpu/kernels/range_kernel.h"

namespace engine::devices::cpu {

/// Operators of the families Slope and Update: elementwise; all tensors have the same shape.
class UpdateKernel final : public RangeKernel {
public:
    UpdateKernel(const ops::Operation& operation, Inputs inputs, Outputs outputs);

private:
    void runUnits(std::int64_t begin, std::int64_t end) override;

    const ops::Operation& m_operation;
    const Inputs m_inputs;
    const Outputs m_outputs;
};

}  // namespace engine::devices::cpu
