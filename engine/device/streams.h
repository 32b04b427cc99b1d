#pragma once

#include "engine/base/id.h"
#include "engine/base/result.h"
#include "engine/base/units.h"

#include <cstdint>

namespace engine::device {

/// Blocking streams participate in the barriers of the legacy default stream, of which each device has one.
enum class StreamKind : std::uint8_t { NonBlocking, Blocking, Legacy };

/// The statement of the listing that waits.
struct WaitSite {
    std::int32_t line = 0;
    NameId call;
};

/// The streams and events of a platform. Thread, and calls that refer to missing objects: as for Platform.
class Streams {
public:
    virtual ~Streams() = default;

    /// Returns the stream to which operations of the device are issued unless they name another one.
    [[nodiscard]] virtual StreamId current(DeviceId device) const = 0;
    /// No effect if the stream belongs to another device.
    virtual void setCurrent(DeviceId device, StreamId stream) = 0;
    /// Platforms without legacy-stream barriers create a non-blocking stream, whatever the kind. Errors:
    /// InvalidArgument for the CPU of a virtual machine; DeviceFailure.
    [[nodiscard]] virtual Result<StreamId> create(DeviceId device, StreamKind kind) = 0;
    [[nodiscard]] Result<StreamId> create(DeviceId device) { return create(device, StreamKind::NonBlocking); }
    /// Waits for the operations issued to the stream. Errors: as for the waits of Platform.
    [[nodiscard]] virtual Status synchronize(StreamId stream, const WaitSite& site) = 0;

    /// Creates an event that marks the operations issued to `stream` so far.
    [[nodiscard]] virtual Result<EventId> record(StreamId stream) = 0;
    /// Marks the operations issued to `stream` so far with an existing event. Waits that were issued earlier still
    /// refer to the previous mark.
    [[nodiscard]] virtual Status recordAgain(EventId event, StreamId stream) = 0;
    /// Operations issued to `stream` from now on wait for the operations that the event marks now. The program does not
    /// wait.
    virtual void wait(StreamId stream, EventId event) = 0;
    /// Waits for the operations that the event marks. Errors: as for the waits of Platform.
    [[nodiscard]] virtual Status synchronize(EventId event, const WaitSite& site) = 0;
    /// Whether the operations that the event marks are complete at the current program time. Does not wait.
    [[nodiscard]] virtual bool isDone(EventId event) = 0;
    /// Errors: Unavailable unless both events are complete.
    [[nodiscard]] virtual Result<Nanoseconds> elapsed(EventId begin, EventId end) = 0;
};

}  // namespace engine::device
