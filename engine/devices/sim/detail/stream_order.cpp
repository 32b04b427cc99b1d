#include "engine/devices/sim/detail/stream_order.h"

#include <algorithm>

namespace engine::devices::sim::detail {

void StreamOrder::join(Moment& to, const Moment& from)
{
    to.resize(std::max(to.size(), from.size()));
    for (std::size_t i = 0; i < from.size(); ++i)
        to[i] = std::max(to[i], from[i]);
}

bool StreamOrder::isOver(Stamp stamp, const Moment& moment)
{
    return stamp.count == 0 || (stamp.stream < moment.size() && stamp.count <= moment[stamp.stream]);
}

bool StreamOrder::testAndInclude(Stamp stamp, Moment& moment)
{
    if (isOver(stamp, moment))
        return true;
    moment.resize(std::max<std::size_t>(moment.size(), stamp.stream + 1));
    moment[stamp.stream] = stamp.count;
    return false;
}

bool StreamOrder::testAndIncludeAll(std::span<const VariableId> reads, std::span<const VariableId> writes,
                                    Moment& moment)
{
    bool isOrdered = true;
    for (VariableId id : reads)
        if (const auto use = m_uses.find(id.index); use != m_uses.end())
            isOrdered = testAndInclude(use->second.writer, moment) && isOrdered;
    for (VariableId id : writes)
        if (const auto use = m_uses.find(id.index); use != m_uses.end()) {
            isOrdered = testAndInclude(use->second.writer, moment) && isOrdered;
            for (Stamp reader : use->second.readers)
                isOrdered = testAndInclude(reader, moment) && isOrdered;
        }
    return isOrdered;
}

StreamOrder::Moment& StreamOrder::of(std::uint32_t stream)
{
    if (m_streams.size() <= stream)
        m_streams.resize(stream + 1);
    Moment& moment = m_streams[stream];
    moment.resize(std::max<std::size_t>(moment.size(), stream + 1));
    return moment;
}

StreamOrder::Moment StreamOrder::afterIssued(std::uint32_t stream)
{
    Moment moment = of(stream);
    join(moment, m_program);
    return moment;
}

void StreamOrder::streamWaits(std::uint32_t stream, const Moment& moment)
{
    join(of(stream), moment);
}

bool StreamOrder::issue(std::uint32_t stream, std::span<const VariableId> reads, std::span<const VariableId> writes)
{
    Moment& moment = of(stream);
    join(moment, m_program);
    const bool isOrdered = testAndIncludeAll(reads, writes, moment);
    const Stamp stamp{stream, ++moment[stream]};
    for (VariableId id : reads) {
        std::vector<Stamp>& readers = m_uses[id.index].readers;
        const auto same =
            std::find_if(readers.begin(), readers.end(), [&](Stamp reader) { return reader.stream == stream; });
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
