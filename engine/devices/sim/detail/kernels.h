#pragma once

#include "engine/devices/sim/detail/kernel_share.h"
#include "engine/devices/sim/detail/links.h"
#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/streams.h"
#include "engine/devices/sim/detail/workers.h"

#include <deque>
#include <vector>

namespace engine::devices::sim::detail {

/// The kernels of each device that are running or waiting for multiprocessors.
class Kernels {
public:
    Kernels(State& state, Streams& streams, const Workers& workers);

    /// Starts the kernel, or queues it in launch order until the device has free multiprocessors.
    void start(Slot slot);
    /// Removes the kernels of a device that end now, and starts waiting kernels if multiprocessors are free. Returns
    /// the ended kernels in launch order; the result is valid until the next call.
    [[nodiscard]] const std::vector<Slot>& end(DeviceId device);
    void setTraffic(DeviceId device, Links::Traffic traffic);

    /// Whether the event belongs to the current schedule; other events must be ignored.
    [[nodiscard]] bool isCurrent(const Event& event) const
    {
        return event.version == m_processors[event.subject].share.version();
    }
    /// Schedules the next end for each device whose kernels or speeds changed since the last call.
    void scheduleEnds();

private:
    struct Processor {
        explicit Processor(KernelShare::Options options) : share(options) {}
        KernelShare share;
        std::deque<Slot> waiting;  ///< kernels that wait for multiprocessors, in launch order
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
