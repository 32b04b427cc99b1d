#include "engine/devices/sim/detail/virtual_memory.h"

namespace engine::devices::sim::detail {

device::MemoryLevels VirtualMemory::levels(DeviceId device) const
{
    return m_state.isDevice(device) ? m_state.storage.levels(device) : device::MemoryLevels{};
}

void VirtualMemory::emptyCache(DeviceId device)
{
    if (!m_state.isDevice(device) || device == kCpu)
        return;
    const int calls = m_state.storage.emptyCache(device, m_state.now);
    if (calls == 0)
        return;
    static_cast<void>(m_sim.runUntil([&] { return m_state.operations.pending(device) == 0; }));
    m_watch.programWaited(device);
    m_sim.spend(calls * m_profile.gpus[device.index - 1].freeNs);
}

void VirtualMemory::resetPeaks(DeviceId device)
{
    if (m_state.isDevice(device) && device != kCpu)
        m_state.storage.resetPeaks(device);
}

}  // namespace engine::devices::sim::detail
