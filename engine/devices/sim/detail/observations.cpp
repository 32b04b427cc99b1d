#include "engine/devices/sim/detail/observations.h"

#include "engine/device/platform.h"

#include <array>
#include <cmath>
#include <utility>

namespace engine::devices::sim::detail {

namespace {

/// Largest number of unread means. It bounds the memory for their inputs, which a lazy value engine retains.
constexpr std::size_t kMaxSubmitted = 32;

}  // namespace

void Observations::submit(VariableId id, std::string_view metric, std::int32_t step, const Maker& maker)
{
    const Variable& variable = m_state.storage[id];
    if (variable.shape.elements() == 0)
        return;
    m_views.refresh(id);
    ops::Operation mean;
    mean.op = ops::Operator::Mean;
    mean.inputs = {variable.shape};
    const device::ValueId result = m_values->create({});
    const std::array reads{variable.value};
    const std::array writes{result};
    if (!m_values->submit(mean, reads, writes)) {
        m_values->release(result);
        return;
    }
    m_submitted.push_back({result, maker, std::string(metric), step});
    if (m_submitted.size() > kMaxSubmitted)
        writeFirst();
}

void Observations::await(OpId writer, VariableId id, std::string_view metric, std::int32_t step)
{
    m_uses.addReader(id);
    m_awaited[writer.index].push_back({id, std::string(metric), step});
}

void Observations::endAwaited(const Maker& writer, Completion completion)
{
    const auto found = m_awaited.find(writer.op.index);
    if (found == m_awaited.end())
        return;
    const std::vector<AwaitedMetric> all = std::move(found->second);
    m_awaited.erase(found);
    for (const AwaitedMetric& one : all) {
        if (completion == Completion::Computed)
            submit(one.variable, one.metric, one.step, writer);
        m_uses.removeReader(one.variable);
    }
}

void Observations::writeFirst()
{
    const SubmittedMean first = std::move(m_submitted.front());
    m_submitted.pop_front();
    // If the run was stopped or the operation failed, there is no value to record.
    if (const auto numbers = m_values->read(first.mean)) {
        const auto value = static_cast<double>((*numbers)[0]);
        m_state.trace.write(trace::MetricRecord{
            .time = at(first.maker.time), .name = first.metric, .value = value, .step = first.step});
        if (std::isnan(value) && !std::exchange(m_hasNotedNaN, true))
            m_state.trace.write(trace::NoteRecord{.time = at(first.maker.time),
                                                  .text = device::noteOfNaN(first.metric, first.step),
                                                  .isWarning = true,
                                                  .line = first.maker.line,
                                                  .op = first.maker.op});
    }
    m_values->release(first.mean);
}

void Observations::finish()
{
    while (!m_submitted.empty())
        writeFirst();
}

}  // namespace engine::devices::sim::detail
