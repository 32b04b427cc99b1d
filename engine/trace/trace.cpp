#include "engine/trace/trace.h"

#include <algorithm>

namespace engine::trace {

double transferred(const LinkRates& rates, Nanoseconds time)
{
    const auto after = std::upper_bound(rates.begin(), rates.end(), time,
                                        [](Nanoseconds t, const LinkRate& rate) { return t < rate.time; });
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
    return lane.index < m_spans.size() ? *m_spans[lane.index] : none;
}

const Column<MemoryRecord, 1024>& Trace::memory(DeviceId device) const
{
    static const Column<MemoryRecord, 1024> none;
    return device.index < m_memory.size() ? *m_memory[device.index] : none;
}

const LinkRates& Trace::rates(LaneId link) const
{
    static const LinkRates none;
    return link.index < m_rates.size() ? *m_rates[link.index] : none;
}

std::optional<OpId> Trace::running(LaneId lane) const
{
    if (lane.index >= m_running.size() || !m_running[lane.index].isValid())
        return std::nullopt;
    return m_running[lane.index];
}

std::size_t Trace::bytes() const
{
    std::size_t total = m_names.bytes() + m_ops.bytes() + m_edges.bytes() + m_waits.bytes() + m_hosts.bytes() +
                        m_lines.bytes() + m_blocks.bytes() + m_steps.bytes() + m_metrics.bytes() + m_outputs.bytes() +
                        m_notes.bytes() + m_rankPart.groups.bytes() + m_rankPart.clock.bytes() +
                        m_rankPart.collectives.bytes();
    for (const auto& lane : m_spans)
        total += lane->bytes();
    for (const auto& device : m_memory)
        total += device->bytes();
    for (const auto& link : m_rates)
        total += link->bytes();
    return total;
}

}  // namespace engine::trace
