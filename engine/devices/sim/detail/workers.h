#pragma once

#include "engine/devices/sim/detail/lanes.h"
#include "engine/devices/sim/detail/ready_queue.h"
#include "engine/devices/sim/detail/state.h"

#include <vector>

namespace engine::devices::sim::detail {

/// The workers of an engine that executes operations whose data is ready (MXNet): the CPU's, and per GPU those for
/// kernels and those for copies. With PyTorch's semantics only their lanes are used.
class Workers {
public:
    Workers(State& state, const Lanes& lanes);

    /// Assigns an idle worker to the operation, or queues it until one is free. Returns whether it starts now.
    [[nodiscard]] bool acquire(Slot slot);
    /// The worker that executed `after` takes its next operation. Returns that operation if it starts now, else
    /// kNoSlot.
    [[nodiscard]] Slot release(std::uint32_t group, std::uint32_t worker, OpId after);
    [[nodiscard]] std::uint32_t groupOf(const SimOp& op) const;
    [[nodiscard]] LaneId laneOf(const SimOp& op) const;

    /// A wait that passes through the queue of the CPU's worker; it is over when isMarkerDone().
    void enqueueMarker();
    [[nodiscard]] bool isMarkerDone() const { return m_isMarkerDone; }

private:
    struct Group {
        Group(int workers, bool isByPriority, const std::vector<LaneId>& laneOfWorker);
        std::vector<std::uint32_t> idle;  ///< workers, the lowest last
        ReadyQueue queue;
        std::vector<LaneId> lanes;
    };

    [[nodiscard]] bool take(std::uint32_t worker, Slot slot);
    [[nodiscard]] Status allocate(SimOp& op, double& ns);

    State& m_state;
    std::vector<Group> m_groups;  ///< 0: CPU; then per GPU kernels, copies
    bool m_isMarkerDone = false;
};

}  // namespace engine::devices::sim::detail
