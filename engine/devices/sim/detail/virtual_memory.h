#pragma once

#include "engine/device/memory.h"
#include "engine/devices/sim/detail/order_checker.h"
#include "engine/devices/sim/detail/simulator.h"

namespace engine::devices::sim::detail {

/// The memory functions of a virtual machine that the program calls.
class VirtualMemory final : public device::Memory {
public:
    VirtualMemory(const device::Profile& profile, State& state, Simulator& simulator, OrderChecker& watch)
        : m_profile(profile), m_state(state), m_sim(simulator), m_watch(watch)
    {
    }

    [[nodiscard]] device::MemoryLevels levels(DeviceId device) const override;
    void emptyCache(DeviceId device) override;
    void resetPeaks(DeviceId device) override;

private:
    const device::Profile& m_profile;
    State& m_state;
    Simulator& m_sim;
    OrderChecker& m_watch;
};

}  // namespace engine::devices::sim::detail
