#include "engine/devices/cuda/detail/work.h"

#include <algorithm>

namespace engine::devices::cuda::detail {

namespace {

abi::View viewOf(const ops::Shape& shape, void* data)
{
    abi::View view;
    view.data = static_cast<float*>(data);
    view.rank = static_cast<std::int32_t>(shape.rank());
    std::ranges::copy(shape.extents(), view.extents);
    return view;
}

}  // namespace

WorkOrder::WorkOrder(const ops::Operation& operation, std::span<void* const> inputs, std::span<void* const> outputs)
{
    m_views.reserve(inputs.size() + outputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i)
        m_views.push_back(viewOf(operation.inputs[i], inputs[i]));
    for (std::size_t i = 0; i < outputs.size(); ++i)
        m_views.push_back(viewOf(operation.outputAt(i), outputs[i]));
    for (const ops::Epilogue& step : operation.epilogue)
        m_epilogue.push_back({step.scalar, static_cast<std::int32_t>(step.op), 0});
    m_work.inputs = m_views.data();
    m_work.outputs = m_views.data() + inputs.size();
    m_work.epilogue = m_epilogue.data();
    std::ranges::copy(operation.scalars, m_work.scalars);
    m_work.seed = operation.seed;
    std::ranges::copy(operation.offsets, m_work.offsets);
    m_work.op = static_cast<std::int32_t>(operation.op);
    m_work.inputCount = static_cast<std::int32_t>(inputs.size());
    m_work.outputCount = static_cast<std::int32_t>(outputs.size());
    m_work.epilogueCount = static_cast<std::int32_t>(m_epilogue.size());
    std::ranges::copy(operation.window.kernel, m_work.kernel);
    std::ranges::copy(operation.window.stride, m_work.stride);
    std::ranges::copy(operation.window.padding, m_work.padding);
    m_work.axes = operation.axes;
    m_work.wanted = operation.wanted;
    m_work.isTraining = operation.isTraining ? 1 : 0;
}

}  // namespace engine::devices::cuda::detail
