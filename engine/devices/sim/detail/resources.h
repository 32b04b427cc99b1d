#pragma once

#include "engine/devices/sim/detail/copy_engines.h"
#include "engine/devices/sim/detail/host_pages.h"
#include "engine/devices/sim/detail/kernels.h"
#include "engine/devices/sim/detail/lanes.h"
#include "engine/devices/sim/detail/links.h"
#include "engine/devices/sim/detail/state.h"
#include "engine/devices/sim/detail/streams.h"
#include "engine/devices/sim/detail/workers.h"

namespace engine::devices::sim::detail {

/// The resources that the operations of a virtual machine compete for. The rates of kernels and of links depend on each
/// other, so a change of one may reschedule the ends of both.
struct Resources {
    explicit Resources(State& state);

    /// Whether rates have changed since the event was scheduled. If so, the clock must not advance to the event.
    [[nodiscard]] bool isOutdated(const Event& event) const;
    /// For each link and device whose rates changed since the last call: schedules the next end of a flow or kernel.
    void scheduleEnds();

    const Lanes lanes;
    HostPages pages;
    Workers workers;
    Streams streams;
    Links links;
    Kernels kernels;
    CopyEngines copies;

private:
    State& m_state;
};

}  // namespace engine::devices::sim::detail
