#pragma once

#include "engine/device/streams.h"
#include "engine/devices/sim/detail/program_waits.h"
#include "engine/devices/sim/detail/streams.h"

#include <vector>

namespace engine::devices::sim::detail {

/// The stream functions of a virtual machine that the program calls, and the program's events. Stores the operations
/// that each event marks, and the time at which it was recorded.
class VirtualStreams final : public device::Streams {
public:
    VirtualStreams(State& state, Simulator& simulator, detail::Streams& streams, OrderChecker& watch,
                   ProgramWaits& waits)
        : m_state(state), m_sim(simulator), m_streams(streams), m_watch(watch), m_waits(waits)
    {
    }

    [[nodiscard]] StreamId current(DeviceId device) const override;
    void setCurrent(DeviceId device, StreamId stream) override;
    [[nodiscard]] Result<StreamId> create(DeviceId device, device::StreamKind kind) override;
    [[nodiscard]] Status synchronize(StreamId stream, const device::WaitSite& site) override;

    [[nodiscard]] Result<EventId> record(StreamId stream) override;
    [[nodiscard]] Status recordAgain(EventId event, StreamId stream) override;
    void wait(StreamId stream, EventId event) override;
    [[nodiscard]] Status synchronize(EventId event, const device::WaitSite& site) override;
    [[nodiscard]] bool isDone(EventId event) override;
    [[nodiscard]] Result<Nanoseconds> elapsed(EventId begin, EventId end) override;

private:
    /// The operations that an event waits for: the last ones of the stream on which the event was recorded.
    struct Mark {
        std::vector<OpId> ops;  ///< operations that were not complete when the event was recorded
        std::int64_t made = 0;
        StreamOrder::VectorClock order;
    };

    [[nodiscard]] bool isKnown(StreamId stream) const { return stream.index < m_streams.size(); }
    [[nodiscard]] bool isKnown(EventId event) const { return event.index < m_marks.size(); }
    [[nodiscard]] Mark markOf(StreamId stream) const;
    [[nodiscard]] bool isReached(const Mark& mark) const;
    [[nodiscard]] std::int64_t reachedAt(const Mark& mark) const;

    State& m_state;
    Simulator& m_sim;
    detail::Streams& m_streams;
    OrderChecker& m_watch;
    ProgramWaits& m_waits;
    std::vector<Mark> m_marks;  ///< by event
};

}  // namespace engine::devices::sim::detail
