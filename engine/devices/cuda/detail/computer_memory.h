#pragma once

#include "engine/device/memory.h"
#include "engine/devices/cuda/detail/gpu_parts.h"

namespace engine::devices::cuda::detail {

/// The memory of a computer with GPUs. Thread: as device::Memory.
class ComputerMemory final : public device::Memory {
public:
    ComputerMemory(device::Memory& cpu, const GpuParts& parts) : m_cpu(cpu), m_parts(parts) {}

    [[nodiscard]] device::MemoryLevels levels(DeviceId device) const override
    {
        if (!isGpu(device))
            return m_cpu.levels(device);
        Gpu& gpu = m_parts.gpuOf(device);
        const GpuMemory::Levels levels = gpu.memory().levels();
        return {levels.allocated,    levels.reserved, levels.peakAllocated,
                levels.peakReserved, levels.free,     gpu.info().capacity};
    }
    void emptyCache(DeviceId device) override
    {
        if (!isGpu(device))
            return m_cpu.emptyCache(device);
        m_parts.gpuOf(device).memory().emptyCache();
    }
    void resetPeaks(DeviceId device) override
    {
        if (isGpu(device))
            m_parts.gpuOf(device).memory().resetPeaks();
    }

private:
    [[nodiscard]] bool isGpu(DeviceId device) const { return device.index > 0 && device.index <= m_parts.sites.size(); }

    device::Memory& m_cpu;
    const GpuParts& m_parts;
};

}  // namespace engine::devices::cuda::detail
