#pragma once

#include "engine/base/result.h"
#include "engine/devices/sim/detail/collectives.h"
#include "engine/devices/sim/detail/copy_engines.h"
#include "engine/devices/sim/detail/host_pages.h"
#include "engine/devices/sim/detail/kernels.h"
#include "engine/devices/sim/detail/lanes.h"
#include "engine/devices/sim/detail/links.h"
#include "engine/devices/sim/detail/observations.h"
#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/streams.h"
#include "engine/devices/sim/detail/variable_uses.h"
#include "engine/devices/sim/detail/workers.h"
#include "engine/messages/messages.h"
#include "engine/schedule/engine.h"

#include <atomic>

namespace engine::devices::sim::detail {

[[nodiscard]] inline Error stopped()
{
    return makeError(ErrorCode::Cancelled, messages::message("run.stopped"));
}

/// The discrete-event simulation. Pending operations pass their conditions ("gates") and compete for resources. The
/// program's thread runs the simulation: each push and each wait advances the clock. Program and simulation therefore
/// never run at the same time, and no simulated time depends on the operating system.
class Simulator final : public schedule::Dispatcher, public schedule::EdgeSink {
public:
    Simulator(State& state, device::ValueEngine* values);

    [[nodiscard]] schedule::Engine& engine() { return m_engine; }
    [[nodiscard]] Streams& streams() { return m_streams; }
    [[nodiscard]] const Streams& streams() const { return m_streams; }
    [[nodiscard]] Workers& workers() { return m_workers; }
    [[nodiscard]] Observations& observations() { return m_observations; }
    [[nodiscard]] Collectives& collectives() { return m_collectives; }

    /// Processes all events up to `time` and sets the clock to `time`.
    void advanceTo(std::int64_t time);
    void spend(double ns) { advanceTo(m_state.after(ns)); }
    /// The program's thread does page work, after earlier page work has ended.
    void pageWork(double ns, const char* what, Bytes bytes, std::int32_t line, OpId op);

    /// Processes events until `isSatisfied()`. Errors: Cancelled; Deadlock, which names the operations that wait for
    /// each other; what ended all ranks.
    template <typename Predicate>
    [[nodiscard]] Status runUntil(Predicate isSatisfied)
    {
        while (!isSatisfied()) {
            if (isCancelled())
                return stopped();
            if (!m_collectives.mayAdvanceTo(nextTime(), m_isCancelled))
                continue;
            if (m_collectives.failure())
                return *m_collectives.failure();
            if (m_state.events.empty())
                return m_state.operations.deadlock();
            step();
        }
        return {};
    }
    /// Whether no operation is pending and no memory is being returned to the system.
    [[nodiscard]] bool isIdle() const { return m_state.operations.pending() == 0 && !m_pages.isUnmapping(); }

    /// Submits an operation to its stream and to the dependency engine. The caller has set the fields of the operation.
    [[nodiscard]] Status submit(Slot slot, std::span<const VariableId> reads, std::span<const VariableId> writes);
    /// The program released the variable.
    void release(VariableId id);

    /// Any thread.
    void cancel() { m_isCancelled.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled.load(std::memory_order_relaxed); }
    /// Ends all pending operations as Cancelled.
    void dropAll();
    /// Ends the open spans on the lanes of links.
    void closeLinks() { m_links.close(); }

    // -- called by the dependency engine
    void ready(const schedule::ReadyOp& op) override;
    void dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure) override;
    void edge(OpId from, OpId to, trace::DependencyKind kind) override;

private:
    /// The time of the next event; kNever: there is none.
    [[nodiscard]] std::int64_t nextTime() const
    {
        return m_state.events.empty() ? device::kNever : m_state.events.nextTime();
    }
    void step();
    [[nodiscard]] bool isOutdated(const Event& event) const;
    void scheduleEnds();
    void openGate(Slot slot, trace::Cause cause);
    void leaveGates(Slot slot);
    void begin(Slot slot);
    void endCopy(Slot slot);
    void complete(Slot slot, const Error* failure = nullptr);

    State& m_state;
    device::ValueEngine* m_values;
    const Lanes m_lanes;
    HostPages m_pages;
    VariableUses m_uses;
    Workers m_workers;
    Streams m_streams;
    Links m_links;
    Kernels m_kernels;
    CopyEngines m_copies;
    Observations m_observations;
    Collectives m_collectives;
    schedule::Engine m_engine;
    schedule::GroupId m_group;

    std::atomic<bool> m_isCancelled{false};
    bool m_isDropping = false;
    Slot m_pushing = kNoSlot;
    Slot m_completing = kNoSlot;
};

}  // namespace engine::devices::sim::detail
