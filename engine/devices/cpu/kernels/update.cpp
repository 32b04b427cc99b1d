#include "engine/devices/cpu/kernels/update.h"

#include "engine/devices/cpu/kernels/elementwise.h"
#include "engine/ops/arithmetic.h"

namespace engine::devices::cpu {

using ops::Operator;

UpdateKernel::UpdateKernel(const ops::Operation& operation, Inputs inputs, Outputs outputs)
    : RangeKernel(operation.output.elements(), kRangePiece),
      m_operation(operation),
      m_inputs(inputs),
      m_outputs(outputs)
{
}

void UpdateKernel::runUnits(std::int64_t begin, std::int64_t end)
{
    const float* weight = m_inputs[0];
    const float* gradient = m_inputs[1];
    float* out = m_outputs[0];
    if (ops::familyOf(m_operation.op) == ops::Family::Slope)
        return slope(m_operation.op, m_inputs[0], m_inputs[1], out, begin, end);
    const auto rate = static_cast<float>(m_operation.scalars[0] * m_operation.scalars[1]);
    if (m_operation.op == Operator::SgdUpdate) {
        for (std::int64_t i = begin; i < end; ++i)
            out[i] = ops::sgdWeight(weight[i], gradient[i], rate);
        return;
    }
    const auto momentum = static_cast<float>(m_operation.scalars[2]);
    const float* before = m_inputs[2];
    float* after = m_outputs[1];
    for (std::int64_t i = begin; i < end; ++i) {
        const float step = ops::sgdMomentum(before[i], gradient[i], rate, momentum);
        after[i] = step;
        out[i] = weight[i] + step;
    }
}

}  // namespace engine::devices::cpu
