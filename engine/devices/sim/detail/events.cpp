#include "engine/devices/sim/detail/events.h"

#include <algorithm>

namespace engine::devices::sim::detail {

Events::Mark Events::markOf(std::uint32_t index) const
{
    const Stream& stream = m_streams[index];
    const Operations& operations = m_state.operations;
    Mark mark{.ops = {}, .made = m_state.now, .order = m_watch.order().afterIssued(index)};
    if (stream.tail.isValid() && !operations.isDone(stream.tail))
        mark.ops.push_back(stream.tail);
    for (OpId awaited : stream.awaited)
        if (!operations.isDone(awaited))
            mark.ops.push_back(awaited);
    return mark;
}

bool Events::isReached(const Mark& mark) const
{
    return std::ranges::all_of(mark.ops, [&](OpId op) { return m_state.operations.isDone(op); });
}

std::int64_t Events::reachedAt(const Mark& mark) const
{
    std::int64_t time = mark.made;
    for (OpId op : mark.ops)
        time = std::max(time, m_state.operations.finishedAt(op));
    return time;
}

EventId Events::record(std::uint32_t stream)
{
    m_marks.push_back(markOf(stream));
    return EventId{m_marks.size() - 1};
}

void Events::makeWait(std::uint32_t stream, EventId event)
{
    const Mark& mark = m_marks[event.index];
    m_watch.order().streamWaits(stream, mark.order);
    for (OpId op : mark.ops)
        if (!m_state.operations.isDone(op))
            m_streams[stream].awaited.push_back(op);
}

}  // namespace engine::devices::sim::detail
