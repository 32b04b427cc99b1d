#pragma once

#include "engine/devices/sim/detail/lanes.h"
#include "engine/devices/sim/detail/state.h"

#include <vector>

namespace engine::devices::sim::detail {

/// What a stream is used for.
enum class StreamUse : std::uint8_t {
    Program,   ///< operations that the program issues to the stream
    Transfers  ///< copies and collectives, which have no compute lane
};

/// An ordered queue of operations of a device.
struct Stream {
    DeviceId device;
    device::StreamKind kind = device::StreamKind::NonBlocking;
    std::uint32_t hardwareQueue = 0;
    LaneId lane;  ///< lane of the stream's kernels; for a non-default stream, invalid until its first kernel
    std::uint16_t index = 0;
    OpId tail;                  ///< the last operation issued to the stream
    int pending = 0;            ///< number of operations of the stream that are not complete
    std::vector<OpId> awaited;  ///< operations that the stream's next operation waits for, besides `tail`
    StreamUse use = StreamUse::Program;
};

/// The streams of a virtual machine, and the order that streams and hardware queues impose on operations.
class Streams {
public:
    /// Creates the default stream of each device; the index of the stream is that of the device.
    Streams(State& state, const Lanes& lanes);

    [[nodiscard]] std::uint32_t add(DeviceId device, device::StreamKind kind, StreamUse use);
    [[nodiscard]] Stream& operator[](std::uint32_t index) { return m_streams[index]; }
    [[nodiscard]] const Stream& operator[](std::uint32_t index) const { return m_streams[index]; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_streams.size()); }

    [[nodiscard]] static std::uint32_t defaultOf(DeviceId device) { return device.index; }
    [[nodiscard]] std::uint32_t currentOf(DeviceId device) const { return m_devices[device.index].current; }
    void setCurrent(std::uint32_t stream) { m_devices[m_streams[stream].device.index].current = stream; }

    /// Whether the stream accepts one more operation.
    [[nodiscard]] bool hasRoom(std::uint32_t index) const
    {
        const Stream& stream = m_streams[index];
        return stream.device.index == 0 || stream.pending < m_state.profile.gpus[stream.device.index - 1].launchQueue;
    }
    /// Appends the operation to its stream. Orders it after the previous operation of the stream, after the operations
    /// that the barriers of the default stream require, and a kernel also after the previous kernel of its hardware
    /// queue.
    void enqueue(Slot slot);
    /// The lane of the stream's kernels; added to the trace by the first call.
    [[nodiscard]] LaneId laneOf(std::uint32_t index);

private:
    struct DeviceStreams {
        std::uint32_t current = 0;
        std::vector<std::uint32_t> blocking;  ///< streams that take part in the barriers of the default stream
        std::vector<OpId> queueTails;         ///< by hardware queue: its last kernel
        std::uint32_t streams = 0;            ///< number of streams for kernels
    };

    State& m_state;
    const Lanes& m_lanes;
    std::vector<Stream> m_streams;
    std::vector<DeviceStreams> m_devices;
};

}  // namespace engine::devices::sim::detail
