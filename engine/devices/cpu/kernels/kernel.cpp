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

/// Whether the operation is a reduction over all axes; it has a separate kernel, which cuts the input into pieces.
bool isOverAllAxes(const ops::Operation& operation)
{
    const auto all = static_cast<std::uint8_t>((1U << operation.inputs[0].rank()) - 1U);
    return operation.axes == 0 || operation.axes == all;
}

/// A layer computed by oneDNN: all pieces belong to one stage.
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

static_assert(ops::sizeOf(ops::Family::Generator) == 5 && ops::sizeOf(ops::Family::Rearrangement) == 3 &&
                  ops::sizeOf(ops::Family::Reduction) == 5 && ops::sizeOf(ops::Family::Update) == 2 &&
                  ops::sizeOf(ops::Family::Block) == 2 && ops::sizeOf(ops::Family::Parts) == 2 &&
                  ops::sizeOf(ops::Family::Pick) == 2 && ops::sizeOf(ops::Family::Softmax) == 4 &&
                  ops::sizeOf(ops::Family::Dense) == 2 && ops::sizeOf(ops::Family::Convolution) == 2 &&
                  ops::sizeOf(ops::Family::Pool) == 4 && ops::sizeOf(ops::Family::Normalization) == 2,
              "a new operator of these families needs its case in the kernel of the family");

std::unique_ptr<Kernel> makeKernel(const ops::Operation& operation, Inputs inputs, Outputs outputs,
                                   const KernelContext& context)
{
    using ops::Family;
    switch (ops::familyOf(operation.op)) {
        case Family::Marker:
            return nullptr;
        case Family::Generator:
        case Family::Unary:
        case Family::Binary:
        case Family::Product:
        case Family::Rearrangement:
            return std::make_unique<PlainKernel>(operation, inputs, outputs[0]);
        case Family::Slope:
        case Family::Update:
            return std::make_unique<UpdateKernel>(operation, inputs, outputs);
        case Family::Reduction:
            if (isOverAllAxes(operation))
                return std::make_unique<PlainKernel>(operation, inputs, outputs[0]);
            return std::make_unique<AxisReduce>(operation, inputs[0], outputs[0]);
        case Family::Broadcast:
            return std::make_unique<BroadcastKernel>(operation, inputs[0], outputs[0]);
        case Family::Block:
            if (operation.op == Operator::Slice)
                return std::make_unique<SliceKernel>(operation, inputs[0], outputs[0]);
            return std::make_unique<SliceAssignKernel>(operation, inputs, outputs[0]);
        case Family::Concat:
            return std::make_unique<ConcatKernel>(operation, inputs, outputs[0]);
        case Family::Parts:
            if (operation.op == Operator::Gather)
                return std::make_unique<GatherKernel>(operation, inputs, outputs[0]);
            return std::make_unique<ScatterKernel>(operation, inputs, outputs[0]);
        case Family::Pick:
        case Family::Softmax:
            return std::make_unique<RowKernel>(operation, inputs, outputs[0]);
        case Family::Dense:
            return std::make_unique<LayerKernel<Dense>>(operation, inputs, outputs);
        case Family::Convolution:
            return std::make_unique<LayerKernel<Convolution>>(operation, inputs, outputs, context.primitives,
                                                              context.storage, context.op);
        case Family::Pool:
            return std::make_unique<PoolKernel>(operation, inputs, outputs[0]);
        case Family::Normalization:
            return std::make_unique<BatchNormKernel>(operation, inputs, outputs);
        case Family::Graph:
            return std::make_unique<SegmentKernel>(operation, inputs, outputs, context);
    }
    return nullptr;
}

}  // namespace engine::devices::cpu
