#include "engine/devices/sim/detail/simulator.h"

#include <algorithm>
#include <new>

namespace engine::devices::sim::detail {

void Simulator::advanceTo(std::int64_t time)
{
    Collectives& collectives = m_executor.collectives();
    while (!isCancelled() && !collectives.failure()) {
        if (!collectives.mayAdvanceTo(std::min(nextTime(), time), m_isCancelled))
            continue;
        if (nextTime() > time)
            break;
        step();
    }
    m_state.now = std::max(m_state.now, time);
}

void Simulator::step()
try {
    const Event event = m_state.events.pop();
    if (m_executor.resources().isOutdated(event))
        return;
    m_state.now = event.time;
    m_executor.process(event);
} catch (const std::bad_alloc&) {
    cancel();  // the event was processed only in part, so the program run cannot continue
    throw;
}

void Simulator::pageWork(double ns, const char* what, Bytes bytes, std::int32_t line, OpId op)
{
    if (ns <= 0)
        return;
    const NameId name = m_state.trace.nameOfWork(what, bytes);
    const std::int64_t end = m_executor.resources().pages.add(ns, name, line, op);
    m_state.trace.host(m_state.now, end, name, line, op, {});
    advanceTo(end);
}

void Simulator::release(VariableId id)
{
    const Bytes toUnmap = m_executor.release(id);
    pageWork(unmapNs(m_state.profile.host, toUnmap), "unmap", toUnmap, 0, {});
}

}  // namespace engine::devices::sim::detail
