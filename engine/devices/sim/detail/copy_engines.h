#pragma once

#include "engine/devices/sim/detail/host_pages.h"
#include "engine/devices/sim/detail/lanes.h"
#include "engine/devices/sim/detail/links.h"
#include "engine/devices/sim/detail/state.h"

#include <array>
#include <deque>
#include <vector>

namespace engine::devices::sim::detail {

/// The copy engines of all GPUs, and the stages of each copy: latency, page work, bytes on the links, last piece.
class CopyEngines {
public:
    CopyEngines(State& state, const Lanes& lanes, Links& links, HostPages& pages);

    /// Begins the copy, or queues it until an engine of its direction is free.
    void request(Slot slot);
    /// Ends the stage that the copy is in and begins the next. Returns whether the copy is complete.
    [[nodiscard]] bool endStage(Slot slot);
    /// The bytes of the copy have passed the links. Returns whether the copy is complete.
    [[nodiscard]] bool endFlow(Slot slot);
    /// Frees the engine of a complete copy for the one that waits longest.
    void release(const SimOp& op);

private:
    /// The engines of one GPU for one direction; each copies into a lane.
    struct Engine {
        std::vector<LaneId> lanes;
        std::vector<std::uint16_t> freeLanes;
        std::deque<Slot> waiting;

        [[nodiscard]] bool isBusy() const { return freeLanes.size() < lanes.size(); }
    };

    void begin(Slot slot);
    [[nodiscard]] Engine& engineOf(const SimOp& op, Way way)
    {
        return m_engines[static_cast<std::size_t>(op.gpu)][static_cast<std::size_t>(way)];
    }
    /// The engine of the other direction, if both are one; else null.
    [[nodiscard]] Engine* sharedWith(const SimOp& op);

    State& m_state;
    Links& m_links;
    HostPages& m_pages;
    std::vector<std::array<Engine, 3>> m_engines;  ///< by GPU and Way
};

}  // namespace engine::devices::sim::detail
