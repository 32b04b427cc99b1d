#pragma once

#include "engine/devices/cpu/task.h"
#include "engine/devices/cuda/detail/gpu_memory.h"

#include <mutex>
#include <optional>
#include <vector>

namespace engine::devices::cuda::detail {

/// The uses of a tensor by GPUs, which the tensor's next use must follow. Several readers may call the functions at the
/// same time; the dependency engine separates readers from writers.
class Uses {
public:
    enum class Access : std::uint8_t { Read, Write };

    /// Returns the points that the next access must follow.
    [[nodiscard]] std::vector<Point> before(Access access) const
    {
        const std::lock_guard lock(m_mutex);
        std::vector<Point> points = access == Access::Write ? m_readers : std::vector<Point>();
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
    mutable std::mutex m_mutex;  ///< guards both members
    Point m_written;
    std::vector<Point> m_readers;
};

/// The data that the platform stores with every tensor: `block` for a tensor on a GPU, `hostMemory` for a CPU tensor if
/// the program chose a mode.
struct DeviceTensor final : cpu::GpuPart {
    explicit DeviceTensor(std::optional<device::HostMemoryMode> chosen) : hostMemory(chosen) {}
    DeviceTensor(const DeviceTensor&) = delete;
    DeviceTensor& operator=(const DeviceTensor&) = delete;

    Uses uses;
    GpuBlock block;
    const std::optional<device::HostMemoryMode> hostMemory;

    ~DeviceTensor() override
    {
        for (const Point& point : uses.before(Uses::Access::Write))
            block.usedAt(point);
    }
};

inline DeviceTensor& of(const cpu::Variable& variable)
{
    return static_cast<DeviceTensor&>(*variable.remote);
}

}  // namespace engine::devices::cuda::detail
