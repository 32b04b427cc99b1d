#pragma once

#include "engine/devices/cpu/task.h"

#include <mutex>
#include <vector>

namespace engine::devices::cpu {

/// A queue of a device. The first stream of a device is its default stream: operations read its `scheduled`, and events
/// write it, so operations between two events may run in any order. Operations of another stream write its `scheduled`,
/// so they run in order.
struct Stream {
    VariableId scheduled;
    DeviceId device{0};
    bool isDefault = false;
};

/// The streams of a run, the default streams of all devices first, and the current stream of each device.
/// Threads: the program's; currentOf() any.
class Streams {
public:
    /// The first stream of a device becomes its current one.
    StreamId add(DeviceId device, VariableId scheduled)
    {
        const bool isDefault = device.index == m_current.size();
        m_streams.push_back({scheduled, device, isDefault});
        const StreamId id(m_streams.size() - 1);
        if (isDefault)
            m_current.push_back(id);
        return id;
    }
    [[nodiscard]] bool has(StreamId stream) const { return stream.index < m_streams.size(); }
    [[nodiscard]] const Stream& operator[](StreamId stream) const { return m_streams[stream.index]; }
    [[nodiscard]] const std::vector<Stream>& all() const { return m_streams; }

    [[nodiscard]] StreamId currentOf(DeviceId device) const
    {
        const std::lock_guard lock(m_mutex);
        return m_current[device.index];
    }
    void setCurrent(StreamId stream)
    {
        const std::lock_guard lock(m_mutex);
        m_current[m_streams[stream.index].device.index] = stream;
    }

private:
    std::vector<Stream> m_streams;
    mutable std::mutex m_mutex;       ///< guards m_current, which workers read
    std::vector<StreamId> m_current;  ///< by device
};

}  // namespace engine::devices::cpu
