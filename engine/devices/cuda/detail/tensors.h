#pragma once

#include "engine/devices/cpu/cpu_platform.h"
#include "engine/devices/cuda/detail/gpu_memory.h"

#include <mutex>
#include <optional>
#include <vector>

namespace engine::devices::cuda::detail {

/// Who on the GPUs uses a tensor: what comes next follows these points. Those that read and those that write are kept
/// apart by the dependency engine; several may read at a time.
class Uses {
public:
    /// To read it, or to write it.
    [[nodiscard]] std::vector<Point> before(bool isWriting) const
    {
        const std::lock_guard lock(m_mutex);
        std::vector<Point> points = isWriting ? m_readers : std::vector<Point>();
        addPoint(points, m_written);
        return points;
    }
    [[nodiscard]] Point written() const
    {
        const std::lock_guard lock(m_mutex);
        return m_written;
    }
    void readAt(const Point& point)
    {
        const std::lock_guard lock(m_mutex);
        addPoint(m_readers, point);
    }
    void writtenAt(const Point& point)
    {
        const std::lock_guard lock(m_mutex);
        m_readers.clear();
        m_written = point;
    }

private:
    mutable std::mutex m_mutex;  ///< guards both
    Point m_written;
    std::vector<Point> m_readers;
};

/// What the platform keeps of every tensor; `block` of those on a GPU, `hostMemory` of those on the CPU, if the program
/// chose it.
struct DeviceTensor final : cpu::Remote {
    explicit DeviceTensor(std::optional<device::HostMemoryMode> chosen) : hostMemory(chosen) {}
    DeviceTensor(const DeviceTensor&) = delete;
    DeviceTensor& operator=(const DeviceTensor&) = delete;

    Uses uses;
    GpuBlock block;
    const std::optional<device::HostMemoryMode> hostMemory;

    ~DeviceTensor() override
    {
        for (const Point& point : uses.before(true))
            block.usedAt(point);
    }
};

inline DeviceTensor& of(const cpu::Variable& variable)
{
    return static_cast<DeviceTensor&>(*variable.remote);
}

}  // namespace engine::devices::cuda::detail
