#pragma once

#include "engine/base/result.h"
#include "engine/devices/sim/detail/executor.h"
#include "engine/messages/stopped.h"

#include <atomic>

namespace engine::devices::sim::detail {

using messages::runStopped;

/// Advances the clock of a virtual machine by discrete-event simulation. The program's thread runs the simulation:
/// pushes and waits advance the clock. Program and simulation therefore do not run at the same time, and simulated
/// times do not depend on the operating system.
class Simulator {
public:
    Simulator(State& state, Executor& executor) : m_state(state), m_executor(executor) {}

    /// Processes all events up to `time` and sets the clock to `time`.
    void advanceTo(std::int64_t time);
    void spend(double ns) { advanceTo(m_state.after(ns)); }
    /// Makes the program's thread do page work (HostPages), which starts when earlier page work has ended.
    void pageWork(double ns, const char* what, Bytes bytes, std::int32_t line, OpId op);
    /// Call when the program has released the variable; the program's thread unmaps the memory.
    void release(VariableId id);

    /// Processes events until `isSatisfied()`. Errors: Cancelled; Deadlock, which names the operations that wait for
    /// each other; the error that ended the program run on all ranks.
    [[nodiscard]] Status runUntil(auto isSatisfied)
    {
        Collectives& collectives = m_executor.collectives();
        while (!isSatisfied()) {
            if (isCancelled())
                return runStopped();
            if (!collectives.mayAdvanceTo(nextTime(), m_isCancelled))
                continue;
            if (collectives.failure())
                return *collectives.failure();
            if (m_state.events.empty())
                return m_state.operations.deadlock();
            step();
        }
        return {};
    }

    /// Any thread.
    void cancel() { m_isCancelled.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled.load(std::memory_order_relaxed); }

private:
    /// The time of the next event; kNever: there is none.
    [[nodiscard]] std::int64_t nextTime() const
    {
        return m_state.events.empty() ? device::kNever : m_state.events.nextTime();
    }
    void step();

    State& m_state;
    Executor& m_executor;
    std::atomic<bool> m_isCancelled{false};
};

}  // namespace engine::devices::sim::detail
