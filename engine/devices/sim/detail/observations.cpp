#include "engine/devices/sim/detail/observations.h"

#include "engine/device/platform.h"

#include <array>
#include <cmath>
#include <utility>

namespace engine::devices::sim::detail {

namespace {

/// Bounded because a lazy value engine retains the inputs of unread means.
constexpr std::size_t kMaxSubmitted = 32;

}  // namespace

void Observations::submit(device::ValueId value, const tensor::Shape& shape, std::string_view metric, std::int32_t step,
                          const Maker& maker)
{
    if (shape.elements() == 0)
        return;
    ops::Operation mean;
    mean.op = ops::Operator::Mean;
    mean.inputs = {shape};
    const device::ValueId result = m_values->create({});
    const std::array reads{value};
    const std::array writes{result};
    if (!m_values->submit(mean, reads, writes)) {
        m_values->release(result);
        return;
    }
    m_submitted.push_back({result, maker, std::string(metric), step});
    if (m_submitted.size() > kMaxSubmitted)
        writeFirst();
}

void Observations::await(OpId writer, device::ValueId value, const tensor::Shape& shape, std::string_view metric,
                         std::int32_t step)
{
    m_awaited[writer.index].push_back({value, shape, std::string(metric), step});
}

void Observations::submitAwaited(const Maker& maker)
{
    const auto found = m_awaited.find(maker.op.index);
    if (found == m_awaited.end())
        return;
    const std::vector<Awaited> all = std::move(found->second);
    m_awaited.erase(found);
    for (const Awaited& one : all)
        submit(one.value, one.shape, one.metric, one.step, maker);
}

void Observations::writeFirst()
{
    const Submitted first = std::move(m_submitted.front());
    m_submitted.pop_front();
    // If the run was stopped or the operation failed, there is no value to record.
    if (const auto numbers = m_values->read(first.mean)) {
        const auto value = static_cast<double>((*numbers)[0]);
        m_trace.write(trace::MetricRecord{
            .time = at(first.maker.time), .name = first.metric, .value = value, .step = first.step});
        if (std::isnan(value) && !std::exchange(m_hasNotedNaN, true))
            m_trace.write(trace::NoteRecord{.time = at(first.maker.time),
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
