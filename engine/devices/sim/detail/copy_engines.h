#pragma once

#include "engine/devices/sim/detail/host_pages.h"
#include "engine/devices/sim/detail/lanes.h"
#include "engine/devices/sim/detail/links.h"
#include "engine/devices/sim/detail/state.h"

#include <array>
#include <deque>
#include <vector>

namespace engine::devices::sim::detail {

/// The copy engines of all GPUs. A copy has up to four stages: latency, page work, transfer over the links, and for
/// staged copies to a GPU the transfer of the last chunk.
class CopyEngines {
public:
    CopyEngines(State& state, const Lanes& lanes, Links& links, HostPages& pages);

    /// Starts the copy, or queues it until an engine of its direction is free.
    void request(Slot slot);
    /// Ends the current stage of the copy and starts the next. Returns whether the copy is complete.
    [[nodiscard]] bool endStage(Slot slot);
    /// Call when the copy's bytes have passed the links. Returns whether the copy is complete.
    [[nodiscard]] bool endFlow(Slot slot);
    /// Frees the engine of a complete copy and starts the copy that was issued first among those that wait for it.
    void release(const SimOp& op);

private:
    /// The copy engines of one GPU for one direction; each has a lane.
    struct Engine {
        std::vector<LaneId> lanes;
        std::vector<std::uint16_t> freeLanes;
        std::deque<Slot> waiting;

        [[nodiscard]] bool isBusy() const { return freeLanes.size() < lanes.size(); }
    };

    void begin(Slot slot);
    [[nodiscard]] Engine& engineOf(const SimOp& op, CopyDirection direction)
    {
        return m_engines[static_cast<std::size_t>(op.gpu)][static_cast<std::size_t>(direction)];
    }
    /// The engine of the other direction if one engine serves both; else null.
    [[nodiscard]] Engine* sharedWith(const SimOp& op);

    State& m_state;
    Links& m_links;
    HostPages& m_pages;
    std::vector<std::array<Engine, 3>> m_engines;  ///< by GPU and CopyDirection
};

}  // namespace engine::devices::sim::detail
