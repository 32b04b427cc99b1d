#pragma once

#include "engine/devices/sim/detail/state.h"

namespace engine::devices::sim::detail {

/// Page work of the operating system (fault, pin, unmap). The whole machine executes one request at a time, in the
/// order of the requests.
class HostPages {
public:
    HostPages(State& state, LaneId lane) : m_state(state), m_lane(lane) {}

    /// Adds work that takes `ns` and starts when earlier work has ended. Records it, and returns its end time.
    std::int64_t add(double ns, NameId name, std::int32_t line, OpId op)
    {
        const std::int64_t begin = std::max(m_state.now, m_free);
        m_free = begin + static_cast<std::int64_t>(ns + 0.5);
        m_state.trace.host(begin, m_free, name, line, op, m_lane);
        return m_free;
    }

    /// Starts to return memory to the system while the program continues. Schedules an event for the end, whose handler
    /// calls endUnmap().
    void unmap(Bytes bytes)
    {
        const double ns = unmapNs(m_state.profile.host, bytes);
        if (ns <= 0)
            return;
        const std::int64_t end = add(ns, m_state.trace.nameOfWork("unmap", bytes), 0, {});
        ++m_unmaps;
        m_state.events.schedule(end, EventKind::DeleteEnd, 0);
    }
    void endUnmap() { --m_unmaps; }
    [[nodiscard]] bool isUnmapping() const { return m_unmaps > 0; }

private:
    State& m_state;
    LaneId m_lane;
    std::int64_t m_free = 0;  ///< earliest start of the next request
    int m_unmaps = 0;         ///< number of unmaps in progress
};

}  // namespace engine::devices::sim::detail
