#include "engine/trace/trace.h"

#include <algorithm>

namespace engine::trace {

double transferred(const LinkRates& rates, Nanoseconds time)
{
    const auto after = std::ranges::upper_bound(rates, time, {}, &LinkRate::time);
    if (after == rates.begin())
        return 0;
    const LinkRate& last = *(after - 1);
    return last.bytes + last.rate * toSeconds(time - last.time);
}

std::string_view Trace::text(NameId name) const
{
    return name.index < m_names.size() ? std::string_view(m_names[name.index]) : std::string_view();
}

const LaneIndex& Trace::index(LaneId lane) const
{
    static const LaneIndex none;
    return lane.index < m_lanes.spans.size() ? *m_lanes.spans[lane.index] : none;
}

const Column<MemoryRecord, 1024>& Trace::memory(DeviceId device) const
{
    static const Column<MemoryRecord, 1024> none;
    return device.index < m_devices.memory.size() ? *m_devices.memory[device.index] : none;
}

const LinkRates& Trace::rates(LaneId link) const
{
    static const LinkRates none;
    return link.index < m_lanes.rates.size() ? *m_lanes.rates[link.index] : none;
}

std::optional<OpId> Trace::running(LaneId lane) const
{
    if (lane.index >= m_lanes.running.size() || !m_lanes.running[lane.index].isValid())
        return std::nullopt;
    return m_lanes.running[lane.index];
}

std::size_t Trace::bytes() const
{
    std::size_t total = m_names.bytes() + m_ops.bytes() + m_edges.bytes() + m_waits.bytes() + m_blocks.bytes() +
                        m_notes.bytes() + m_programPart.hosts.bytes() + m_programPart.lines.bytes() +
                        m_programPart.steps.bytes() + m_programPart.metrics.bytes() + m_programPart.outputs.bytes() +
                        m_rankPart.groups.bytes() + m_rankPart.clock.bytes() + m_rankPart.collectives.bytes();
    for (const auto& lane : m_lanes.spans)
        total += lane->bytes();
    for (const auto& device : m_devices.memory)
        total += device->bytes();
    for (const auto& link : m_lanes.rates)
        total += link->bytes();
    return total;
}

}  // namespace engine::trace
