#pragma once

#include "engine/devices/cpu/computer_state.h"

#include <vector>

namespace engine::devices::cpu {

/// The events of the program. Thread: the program's.
class Events {
public:
    explicit Events(ComputerState& state) : m_state(state) {}

    /// Null if there is none.
    [[nodiscard]] EventPtr find(EventId event) const
    {
        return event.index < m_events.size() ? m_events[event.index] : nullptr;
    }
    /// Errors: NotFound; those of the dependency engine.
    [[nodiscard]] Result<EventId> record(StreamId stream);
    [[nodiscard]] Status recordAgain(EventId event, StreamId stream);
    /// Makes later operations of `stream` wait for the event.
    void makeWait(StreamId stream, EventId event);
    [[nodiscard]] Result<Nanoseconds> elapsed(EventId begin, EventId end) const;

    void clear() { m_events.clear(); }

private:
    [[nodiscard]] Result<EventPtr> mark(StreamId stream);

    ComputerState& m_state;
    std::vector<EventPtr> m_events;
};

[[nodiscard]] inline Error unknownStream()
{
    return untranslatedError(ErrorCode::NotFound, "There is no such stream on this computer.");
}

[[nodiscard]] inline Error unknownEvent()
{
    return untranslatedError(ErrorCode::NotFound, "There is no such event on this computer.");
}

}  // namespace engine::devices::cpu
