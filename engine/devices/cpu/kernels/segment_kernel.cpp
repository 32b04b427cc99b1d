#include "engine/devices/cpu/kernels/segment_kernel.h"

namespace engine::devices::cpu {

SegmentKernel::SegmentKernel(const ops::Operation& operation, Inputs inputs, Outputs outputs,
                             const KernelContext& context)
    : m_segment(*operation.segment), m_inputs(inputs), m_outputs(outputs), m_context(context)
{
}

Status SegmentKernel::allocateScratch()
{
    m_values.assign(m_segment.values.size(), nullptr);
    for (const Bytes bytes : m_segment.blocks) {
        Result<Block> block = m_context.storage.allocate(bytes, {{}, m_context.op});
        if (!block)
            return std::move(block).error();
        m_scratch.push_back(*std::move(block));
    }
    placeValues();
    // A step may have results that nobody reads; they need memory too.
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        if (m_values[i] != nullptr || i < m_inputs.size())
            continue;
        Result<Block> block = m_context.storage.allocate(m_segment.values[i].shape.bytes(), {{}, m_context.op});
        if (!block)
            return std::move(block).error();
        m_values[i] = block->data();
        m_scratch.push_back(*std::move(block));
    }
    return {};
}

void SegmentKernel::placeValues()
{
    for (std::size_t i = 0; i < m_values.size(); ++i)
        if (const std::int32_t block = m_segment.values[i].block; block >= 0)
            m_values[i] = m_scratch[static_cast<std::size_t>(block)].data();
    for (std::size_t i = 0; i < m_outputs.size(); ++i)
        m_values[static_cast<std::size_t>(m_segment.outputs[i])] = m_outputs[i];
}

void SegmentKernel::enter(const ops::Segment::Step& step)
{
    m_kernel.reset();
    m_reads.clear();
    m_writes.clear();
    for (const std::int32_t value : step.reads) {
        const auto index = static_cast<std::size_t>(value);
        m_reads.push_back(index < m_inputs.size() ? m_inputs[index] : m_values[index]);
    }
    for (const std::int32_t value : step.writes)
        m_writes.push_back(m_values[static_cast<std::size_t>(value)]);
    m_kernel = makeKernel(step.operation, m_reads, m_writes, m_context);
    m_stage = 0;
}

Result<std::optional<std::int64_t>> SegmentKernel::begin(int stage)
{
    if (stage == 0)
        if (Status status = allocateScratch(); !status)
            return std::move(status).error();
    while (true) {
        if (m_kernel) {
            Result<std::optional<std::int64_t>> pieces = m_kernel->begin(m_stage++);
            if (!pieces || *pieces)
                return pieces;
        }
        if (m_next == m_segment.steps.size()) {
            m_kernel.reset();
            m_scratch.clear();
            return std::optional<std::int64_t>();
        }
        enter(m_segment.steps[m_next++]);
    }
}

}  // namespace engine::devices::cpu
