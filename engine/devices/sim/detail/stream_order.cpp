#include "engine/devices/sim/detail/stream_order.h"

#include <algorithm>

namespace engine::devices::sim::detail {

void StreamOrder::join(VectorClock& to, const VectorClock& from)
{
    to.resize(std::max(to.size(), from.size()));
    for (std::size_t i = 0; i < from.size(); ++i)
        to[i] = std::max(to[i], from[i]);
}

bool StreamOrder::isOver(Stamp stamp, const VectorClock& clock)
{
    return stamp.count == 0 || (stamp.stream < clock.size() && stamp.count <= clock[stamp.stream]);
}

bool StreamOrder::testAndInclude(Stamp stamp, VectorClock& clock)
{
    if (isOver(stamp, clock))
        return true;
    clock.resize(std::max<std::size_t>(clock.size(), stamp.stream + 1));
    clock[stamp.stream] = stamp.count;
    return false;
}

bool StreamOrder::testAndIncludeAll(std::span<const VariableId> reads, std::span<const VariableId> writes,
                                    VectorClock& clock)
{
    bool isOrdered = true;
    for (VariableId id : reads)
        if (const auto use = m_uses.find(id.index); use != m_uses.end())
            isOrdered = testAndInclude(use->second.writer, clock) && isOrdered;
    for (VariableId id : writes)
        if (const auto use = m_uses.find(id.index); use != m_uses.end()) {
            isOrdered = testAndInclude(use->second.writer, clock) && isOrdered;
            for (Stamp reader : use->second.readers)
                isOrdered = testAndInclude(reader, clock) && isOrdered;
        }
    return isOrdered;
}

StreamOrder::VectorClock& StreamOrder::of(std::uint32_t stream)
{
    if (m_streams.size() <= stream)
        m_streams.resize(stream + 1);
    VectorClock& clock = m_streams[stream];
    clock.resize(std::max<std::size_t>(clock.size(), stream + 1));
    return clock;
}

StreamOrder::VectorClock StreamOrder::afterIssued(std::uint32_t stream)
{
    VectorClock clock = of(stream);
    join(clock, m_program);
    return clock;
}

void StreamOrder::streamWaits(std::uint32_t stream, const VectorClock& clock)
{
    join(of(stream), clock);
}

bool StreamOrder::issue(std::uint32_t stream, std::span<const VariableId> reads, std::span<const VariableId> writes)
{
    VectorClock& clock = of(stream);
    join(clock, m_program);
    const bool isOrdered = testAndIncludeAll(reads, writes, clock);
    const Stamp stamp{stream, ++clock[stream]};
    for (VariableId id : reads) {
        std::vector<Stamp>& readers = m_uses[id.index].readers;
        const auto same = std::ranges::find(readers, stream, &Stamp::stream);
        if (same != readers.end())
            *same = stamp;
        else
            readers.push_back(stamp);
    }
    for (VariableId id : writes)
        m_uses[id.index] = {stamp, {}};
    return isOrdered;
}

bool StreamOrder::touch(std::span<const VariableId> reads, std::span<const VariableId> writes)
{
    const bool isOrdered = testAndIncludeAll(reads, writes, m_program);
    for (VariableId id : writes)
        m_uses.erase(id.index);
    return isOrdered;
}

}  // namespace engine::devices::sim::detail
