#pragma once

#include "engine/devices/sim/detail/order_checker.h"
#include "engine/devices/sim/detail/simulator.h"

namespace engine::devices::sim::detail {

/// Blocks the program's thread, charges the cost of each wait, and records the waits.
class ProgramWaits {
public:
    /// What the program waits for, as the record of the wait states it.
    struct Subject {
        trace::WaitTarget target = trace::WaitTarget::All;
        DeviceId device;
        OpId op;
    };
    /// The time that a wait costs the program's thread after the wait's condition is met.
    enum class Cost : std::uint8_t {
        None,
        WakeUp,  ///< wake-up of the thread, if the wait blocked; for blocking copies
        Call,    ///< like WakeUp, and the call itself: synchronize(), waitall() and the like
    };

    ProgramWaits(State& state, Simulator& simulator, OrderChecker& watch)
        : m_state(state), m_sim(simulator), m_watch(watch)
    {
    }

    /// Blocks the program until `isSatisfied()`.
    [[nodiscard]] Status until(const device::WaitSite& site, Subject what, auto isSatisfied, Cost cost = Cost::Call)
    {
        const device::FrontEndModel& frontEnd = m_state.profile.frontEnd;
        const std::int64_t begin = m_state.now;
        const bool isBlocked = !isSatisfied();
        Status status = m_sim.runUntil(isSatisfied);
        if (cost != Cost::None)
            m_sim.spend((cost == Cost::Call ? frontEnd.syncNs : 0) + (isBlocked ? frontEnd.wakeNs : 0));
        m_state.trace.write(trace::WaitRecord{.begin = at(begin),
                                              .end = at(m_state.now),
                                              .line = site.line,
                                              .call = site.call,
                                              .target = what.target,
                                              .device = what.device,
                                              .op = what.op,
                                              .releasedBy = isBlocked ? m_state.operations.lastCompleted() : OpId{}});
        return status;
    }
    /// Blocks the program until the device has no pending operation.
    [[nodiscard]] Status untilIdle(const device::WaitSite& site, DeviceId device)
    {
        m_watch.programWaited(device);
        return until(site, {trace::WaitTarget::Device, device, {}},
                     [&] { return m_state.operations.pending(device) == 0; });
    }

private:
    State& m_state;
    Simulator& m_sim;
    OrderChecker& m_watch;
};

}  // namespace engine::devices::sim::detail
