#pragma once

#include "engine/base/result.h"
#include "engine/devices/sim/detail/collectives.h"
#include "engine/devices/sim/detail/copy_engines.h"
#include "engine/devices/sim/detail/host_pages.h"
#include "engine/devices/sim/detail/kernels.h"
#include "engine/devices/sim/detail/lanes.h"
#include "engine/devices/sim/detail/links.h"
#include "engine/devices/sim/detail/observations.h"
#include "engine/devices/sim/detail/regions.h"
#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/streams.h"
#include "engine/devices/sim/detail/variable_uses.h"
#include "engine/devices/sim/detail/views.h"
#include "engine/devices/sim/detail/workers.h"
#include "engine/schedule/engine.h"

namespace engine::devices::sim::detail {

/// Executes the operations of a virtual machine at the times that the Simulator's clock has: pending operations pass
/// their conditions ("gates") and compete for resources, which schedule events. It never advances the clock.
class Executor final : public schedule::Dispatcher, public schedule::EdgeSink {
public:
    Executor(State& state, device::ValueEngine* values);

    [[nodiscard]] schedule::Engine& engine() { return m_engine; }
    [[nodiscard]] Streams& streams() { return m_streams; }
    [[nodiscard]] Workers& workers() { return m_workers; }
    [[nodiscard]] HostPages& pages() { return m_pages; }
    [[nodiscard]] Observations& observations() { return m_observations; }
    [[nodiscard]] Collectives& collectives() { return m_collectives; }
    [[nodiscard]] Views& views() { return m_views; }
    [[nodiscard]] Regions& regions() { return m_regions; }

    /// Whether no operation is pending and no memory is being returned to the system.
    [[nodiscard]] bool isIdle() const { return m_state.operations.pending() == 0 && !m_pages.isUnmapping(); }
    /// Submits an operation to its stream and to the dependency engine, with `accesses` of these variables. The caller
    /// has set the fields of the operation.
    [[nodiscard]] Status submit(Slot slot, std::span<const VariableId> reads, std::span<const VariableId> writes,
                                const Regions::Accesses& accesses);
    /// The program released the variable. Returns the bytes that the program's thread must unmap.
    [[nodiscard]] Bytes release(VariableId id);
    /// Makes the output of the request a view, or finds that the write that it carries needs no operation. Returns
    /// false if the request is an ordinary operation: its output needs memory.
    [[nodiscard]] bool makeView(const device::OpRequest& request);
    /// Whether rates have changed since the event was scheduled. The clock must not advance to it then.
    [[nodiscard]] bool isOutdated(const Event& event) const;
    /// Called at the time of an event.
    void process(const Event& event);
    /// Ends all pending operations as Cancelled.
    void dropAll();
    /// Ends the open spans on the lanes of links.
    void closeLinks() { m_links.close(); }

    // -- called by the dependency engine
    void ready(const schedule::ReadyOp& op) override;
    void dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure) override;
    void edge(OpId from, OpId to, trace::DependencyKind kind) override;

private:
    void scheduleEnds();
    void openGate(Slot slot, trace::Cause cause);
    void leaveGates(Slot slot);
    void begin(Slot slot);
    void endCopy(Slot slot);
    void complete(Slot slot, const Error* failure = nullptr);
    void leave(SimOp& op, trace::OpState end, OpId culprit = {});
    void submitValues(const SimOp& op);

    State& m_state;
    device::ValueEngine* m_values;
    const Lanes m_lanes;
    HostPages m_pages;
    Views m_views;
    VariableUses m_uses;
    Workers m_workers;
    Streams m_streams;
    Links m_links;
    Kernels m_kernels;
    CopyEngines m_copies;
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
