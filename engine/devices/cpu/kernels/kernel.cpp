#include "engine/devices/cpu/kernels/kernel.h"

#include "engine/devices/cpu/kernels/arrange.h"
#include "engine/devices/cpu/kernels/axis_reduce.h"
#include "engine/devices/cpu/kernels/batch_norm.h"
#include "engine/devices/cpu/kernels/convolution.h"
#include "engine/devices/cpu/kernels/dense.h"
#include "engine/devices/cpu/kernels/gather.h"
#include "engine/devices/cpu/kernels/plain_kernel.h"
#include "engine/devices/cpu/kernels/pool.h"
#include "engine/devices/cpu/kernels/rows.h"
#include "engine/devices/cpu/kernels/segment_kernel.h"
#include "engine/devices/cpu/kernels/update.h"

#include <utility>

namespace engine::devices::cpu {

using ops::Operator;

namespace {

/// Reductions over all axes have a kernel of their own, which cuts the one result's elements into pieces.
bool isOverAllAxes(const ops::Operation& operation)
{
    const auto all = static_cast<std::uint8_t>((1U << operation.inputs[0].rank()) - 1U);
    return operation.axes == 0 || operation.axes == all;
}

/// Layers by oneDNN, whose pieces are all of one stage.
template <typename Layer>
class LayerKernel final : public Kernel {
public:
    template <typename... Arguments>
    explicit LayerKernel(Arguments&&... arguments) : m_layer(std::forward<Arguments>(arguments)...)
    {
    }

    Result<std::optional<std::int64_t>> begin(int stage) override
    {
        return stage == 0 ? std::optional(m_layer.pieces()) : std::optional<std::int64_t>();
    }
    Status run(std::int64_t piece) override { return m_layer.run(piece); }

private:
    Layer m_layer;
};

}  // namespace

std::unique_ptr<Kernel> makeKernel(const ops::Operation& operation, Inputs inputs, Outputs outputs,
                                   const KernelContext& context)
{
    switch (operation.op) {
        case Operator::Marker:
            return nullptr;
        case Operator::ReluBackward:
        case Operator::SigmoidBackward:
        case Operator::TanhBackward:
        case Operator::SgdUpdate:
        case Operator::SgdMomentumUpdate:
            return std::make_unique<UpdateKernel>(operation, inputs, outputs);
        case Operator::Broadcast:
            return std::make_unique<BroadcastKernel>(operation, inputs[0], outputs[0]);
        case Operator::Slice:
            return std::make_unique<SliceKernel>(operation, inputs[0], outputs[0]);
        case Operator::SliceAssign:
            return std::make_unique<SliceAssignKernel>(operation, inputs, outputs[0]);
        case Operator::Concat:
            return std::make_unique<ConcatKernel>(operation, inputs, outputs[0]);
        case Operator::Gather:
            return std::make_unique<GatherKernel>(operation, inputs, outputs[0]);
        case Operator::Scatter:
            return std::make_unique<ScatterKernel>(operation, inputs, outputs[0]);
        case Operator::Pick:
        case Operator::PickBackward:
        case Operator::Softmax:
        case Operator::LogSoftmax:
        case Operator::SoftmaxBackward:
        case Operator::LogSoftmaxBackward:
            return std::make_unique<RowKernel>(operation, inputs, outputs[0]);
        case Operator::FullyConnected:
        case Operator::FullyConnectedBackward:
            return std::make_unique<LayerKernel<Dense>>(operation, inputs, outputs);
        case Operator::Convolution:
        case Operator::ConvolutionBackward:
            return std::make_unique<LayerKernel<Convolution>>(operation, inputs, outputs, context.primitives,
                                                              context.storage, context.op);
        case Operator::AveragePool:
        case Operator::AveragePoolBackward:
        case Operator::MaxPool:
        case Operator::MaxPoolBackward:
            return std::make_unique<PoolKernel>(operation, inputs, outputs[0]);
        case Operator::BatchNorm:
        case Operator::BatchNormBackward:
            return std::make_unique<BatchNormKernel>(operation, inputs, outputs);
        case Operator::Segment:
            return std::make_unique<SegmentKernel>(operation, inputs, outputs, context);
        default:
            break;
    }
    if (isReduction(operation.op) && !isOverAllAxes(operation))
        return std::make_unique<AxisReduce>(operation, inputs[0], outputs[0]);
    return std::make_unique<PlainKernel>(operation, inputs, outputs[0]);
}

}  // namespace engine::devices::cpu
