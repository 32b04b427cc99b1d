#pragma once

#include "engine/devices/sim/detail/order_checker.h"
#include "engine/devices/sim/detail/streams.h"

#include <vector>

namespace engine::devices::sim::detail {

/// The events of a program: the operations that each event marks, and the time at which they were complete.
class Events {
public:
    /// The last operations of a stream when an event was recorded.
    struct Mark {
        std::vector<OpId> ops;  ///< operations that were not complete when the event was recorded
        std::int64_t made = 0;
        StreamOrder::Moment order;
    };

    Events(State& state, Streams& streams, OrderChecker& watch) : m_state(state), m_streams(streams), m_watch(watch) {}

    [[nodiscard]] Mark markOf(std::uint32_t stream) const;
    [[nodiscard]] bool isReached(const Mark& mark) const;
    [[nodiscard]] std::int64_t reachedAt(const Mark& mark) const;

    [[nodiscard]] bool isKnown(EventId event) const { return event.index < m_marks.size(); }
    [[nodiscard]] const Mark& operator[](EventId event) const { return m_marks[event.index]; }
    [[nodiscard]] EventId record(std::uint32_t stream);
    void recordAgain(EventId event, std::uint32_t stream) { m_marks[event.index] = markOf(stream); }
    /// Makes the next operation of the stream wait for the event.
    void makeWait(std::uint32_t stream, EventId event);

private:
    State& m_state;
    Streams& m_streams;
    OrderChecker& m_watch;
    std::vector<Mark> m_marks;  ///< by event
};

}  // namespace engine::devices::sim::detail
