#pragma once

#include "engine/base/result.h"
#include "engine/devices/sim/detail/collectives.h"
#include "engine/devices/sim/detail/observations.h"
#include "engine/devices/sim/detail/regions.h"
#include "engine/devices/sim/detail/resources.h"
#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/variable_uses.h"
#include "engine/devices/sim/detail/views.h"
#include "engine/schedule/engine.h"

namespace engine::devices::sim::detail {

/// Executes the operations of a virtual machine at the times of the Simulator's clock: pending operations pass their
/// conditions ("gates") and compete for Resources, which schedule events. The Executor does not advance the clock.
class Executor final : public schedule::Dispatcher, public schedule::EdgeSink {
public:
    Executor(State& state, device::ValueEngine* values);

    [[nodiscard]] schedule::Engine& engine() { return m_engine; }
    [[nodiscard]] Resources& resources() { return m_resources; }
    [[nodiscard]] Observations& observations() { return m_observations; }
    [[nodiscard]] Collectives& collectives() { return m_collectives; }
    [[nodiscard]] Views& views() { return m_views; }
    [[nodiscard]] Regions& regions() { return m_regions; }

    /// Whether no operation is pending and no memory is being returned to the system.
    [[nodiscard]] bool isIdle() const { return m_state.operations.pending() == 0 && !m_resources.pages.isUnmapping(); }
    /// Submits an operation to its stream and to the dependency engine. `accesses` are the entries of `reads` and
    /// `writes` in the dependency engine. The caller has set the fields of the operation.
    [[nodiscard]] Status submit(Slot slot, std::span<const VariableId> reads, std::span<const VariableId> writes,
                                const Regions::Accesses& accesses);
    /// Call when the program has released the variable. Returns the bytes that the program's thread must unmap.
    [[nodiscard]] Bytes release(VariableId id);
    /// If the request creates a view, makes its output a view. Returns true if the request needs no operation: it
    /// creates a view, or its inputs already share the memory of its output. Otherwise its output needs memory.
    [[nodiscard]] bool makeView(const device::OpRequest& request);
    /// Processes an event; called at the time of the event.
    void process(const Event& event);
    /// Ends all pending operations as Cancelled.
    void dropAll();

    // -- called by the dependency engine
    void ready(const schedule::ReadyOp& op) override;
    void dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure) override;
    void edge(OpId from, OpId to, trace::DependencyKind kind) override;

private:
    void openGate(Slot slot, trace::Cause cause);
    void leaveGates(Slot slot);
    void begin(Slot slot);
    void endCopy(Slot slot);
    void complete(Slot slot, const Error* failure = nullptr);
    void leave(SimOp& op, trace::OpState end, OpId culprit = {});
    void submitValues(const SimOp& op);

    State& m_state;
    device::ValueEngine* m_values;
    Resources m_resources;
    Views m_views;
    VariableUses m_uses;
    Observations m_observations;
    Collectives m_collectives;
    schedule::Engine m_engine;
    Regions m_regions;
    schedule::GroupId m_group;

    bool m_isDropping = false;
    Slot m_pushing = kNoSlot;
    Slot m_completing = kNoSlot;
};

}  // namespace engine::devices::sim::detail
