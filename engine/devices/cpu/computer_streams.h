#pragma once

#include "engine/device/streams.h"
#include "engine/devices/cpu/computer_state.h"

#include <vector>

namespace engine::devices::cpu {

/// The streams and events of this computer, as the program uses them. Thread: the program's.
class ComputerStreams final : public device::Streams {
public:
    explicit ComputerStreams(ComputerState& state) : m_state(state) {}

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

    void clear() { m_events.clear(); }

private:
    /// Returns null if there is no such event.
    [[nodiscard]] EventPtr find(EventId event) const
    {
        return event.index < m_events.size() ? m_events[event.index] : nullptr;
    }
    [[nodiscard]] Result<EventPtr> mark(StreamId stream);

    ComputerState& m_state;
    std::vector<EventPtr> m_events;
};

}  // namespace engine::devices::cpu
