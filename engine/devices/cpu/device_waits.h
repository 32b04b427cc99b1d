#pragma once

#include "engine/devices/cpu/task.h"

namespace engine::devices::cpu {

/// The streams and events of the devices of this computer, and the program's waits for the devices themselves. The
/// default implementations are for devices without streams, where an operation has ended as soon as the dependency
/// engine has completed it.
///
/// Thread: recordEvent() and waitEvent() are called in the body of an operation, on a worker or on the program's
/// thread; the others on the program's.
class DeviceWaits {
public:
    virtual ~DeviceWaits() = default;

    // -- streams and events
    /// Creates the device's part of a new stream. Called before the first operation is issued to the stream.
    [[nodiscard]] virtual Status addStream(DeviceId /*device*/) { return {}; }
    /// Records `event` on the device of `stream`. Called in the order of that stream.
    virtual Status recordEvent(const EventPtr& event, StreamId stream) = 0;
    /// Makes later operations of `stream` wait for `event`. Called in the order of that stream, after the event was
    /// recorded.
    virtual Status waitEvent(StreamId /*stream*/, Event& /*event*/) { return {}; }
    /// Makes later operations and events of `stream` wait for operation `op`: a collective of a GPU, or the copy after
    /// it. `op` is already queued.
    virtual void waitOperation(StreamId /*stream*/, OpId /*op*/) {}
    /// Returns the time between two events; both must have been reached.
    [[nodiscard]] virtual Result<Nanoseconds> elapsed(const Event& begin, const Event& end) const
    {
        return Nanoseconds{end.time.load() - begin.time.load()};
    }

    // -- waits; each returns the failure of the operations that it awaits. If the end of a GPU's operation ended the
    // wait, `releasedBy` becomes that operation
    /// Waits until the dependency engine has completed all operations of a device.
    [[nodiscard]] virtual Status awaitIssued(DeviceId device, OpId& releasedBy) = 0;
    // The following functions wait until the devices have executed all work issued before.
    [[nodiscard]] virtual Status await(Variable& /*variable*/, OpId& /*releasedBy*/) { return {}; }
    [[nodiscard]] virtual Status awaitDevice(DeviceId /*device*/, OpId& /*releasedBy*/) { return {}; }
    [[nodiscard]] virtual Status awaitStream(StreamId /*stream*/, OpId& /*releasedBy*/) { return {}; }
    [[nodiscard]] virtual Status awaitEvent(Event& /*event*/) { return {}; }
    [[nodiscard]] virtual Status awaitAll(OpId& /*releasedBy*/) { return {}; }
};

}  // namespace engine::devices::cpu
