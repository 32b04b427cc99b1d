#pragma once

#include "engine/devices/sim/detail/lanes.h"
#include "engine/devices/sim/detail/ready_queue.h"
#include "engine/devices/sim/detail/state.h"

#include <vector>

namespace engine::devices::sim::detail {

/// The worker threads of an engine that executes ready operations (MXNet): one group for the CPU, and two per GPU, for
/// kernels and for copies. For PyTorch, only the lanes of the workers are used.
class Workers {
public:
    Workers(State& state, const Lanes& lanes);

    /// Assigns an idle worker to the operation, or queues the operation. Returns whether it starts now.
    [[nodiscard]] bool acquire(Slot slot);
    /// The worker that executed `after` dequeues the next operation. Returns that operation if it starts now, else
    /// kNoSlot.
    [[nodiscard]] Slot release(std::uint32_t group, std::uint32_t worker, OpId after);
    [[nodiscard]] std::uint32_t groupOf(const SimOp& op) const;
    [[nodiscard]] LaneId laneOf(const SimOp& op) const;

    /// Enqueues a marker for the CPU's workers. The marker represents a wait of the program; isMarkerDone() returns
    /// whether a worker has executed the marker.
    void enqueueMarker();
    [[nodiscard]] bool isMarkerDone() const { return m_isMarkerDone; }

private:
    struct Group {
        Group(int workers, QueueOrder order, const std::vector<LaneId>& laneOfWorker);
        std::vector<std::uint32_t> idle;  ///< ids of idle workers, the lowest id last
        ReadyQueue queue;
        std::vector<LaneId> lanes;
    };

    [[nodiscard]] bool start(std::uint32_t worker, Slot slot);
    [[nodiscard]] Status allocate(SimOp& op, double& ns);

    State& m_state;
    std::vector<Group> m_groups;  ///< first the CPU's group; then two groups per GPU: kernels, copies
    bool m_isMarkerDone = false;
};

}  // namespace engine::devices::sim::detail
