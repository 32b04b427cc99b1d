#pragma once

#include "engine/devices/sim/detail/kernel_share.h"
#include "engine/devices/sim/detail/links.h"
#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/streams.h"
#include "engine/devices/sim/detail/workers.h"

#include <deque>
#include <vector>

namespace engine::devices::sim::detail {

/// The kernels that run, or wait for room, on each device.
class Kernels {
public:
    Kernels(State& state, Streams& streams, const Workers& workers);

    /// Starts the kernel, or queues it in launch order until its device has room.
    void start(Slot slot);
    /// Returns the kernels of a device that end now, in launch order, until the next call. Kernels that waited for room
    /// have then started.
    [[nodiscard]] const std::vector<Slot>& end(DeviceId device);
    void setTraffic(DeviceId device, Links::Traffic traffic);

    /// An event of an outdated plan must be ignored.
    [[nodiscard]] bool isCurrent(const Event& event) const
    {
        return event.version == m_processors[event.subject].share.version();
    }
    /// Schedules the next end of each device whose plan changed since it was last scheduled.
    void scheduleEnds();

private:
    struct Processor {
        explicit Processor(KernelShare::Options options) : share(options) {}
        KernelShare share;
        std::deque<Slot> waiting;  ///< kernels without room, in launch order
        std::uint32_t scheduled = 0;
    };

    void launch(Slot slot);
    void scheduleEnd(std::size_t device);
    [[nodiscard]] Processor& processorOf(const SimOp& op) { return m_processors[static_cast<std::size_t>(op.gpu + 1)]; }

    State& m_state;
    Streams& m_streams;
    const Workers& m_workers;
    std::vector<Processor> m_processors;  ///< by device
    std::vector<Slot> m_ended;            ///< result of end()
};

}  // namespace engine::devices::sim::detail
