#pragma once

#include "engine/device/platform.h"
#include "engine/devices/sim/detail/costs.h"
#include "engine/devices/sim/detail/simulator.h"

#include <array>
#include <span>
#include <vector>

namespace engine::devices::sim::detail {

/// Converts a request of the front end into an operation of the simulator: its kind, cost, stream and memory.
class OperationPlanner {
public:
    OperationPlanner(State& state, Executor& executor, Simulator& simulator);

    /// Checks a request. Errors: InvalidArgument.
    [[nodiscard]] Status check(const device::OpRequest& request) const;

    struct Plan {
        Slot slot = kNoSlot;
        std::span<const VariableId> written;  ///< outputs, then scratch variables; valid until the next plan()
        trace::HostMemory hostMemory = trace::HostMemory::None;
    };
    /// Creates the operation and, with PyTorch's semantics, allocates its memory, which may advance the clock. Errors:
    /// OutOfMemory; those of Simulator::runUntil().
    [[nodiscard]] Result<Plan> plan(const device::OpRequest& request);
    /// Releases the scratch variables; their memory is freed when the operation is complete.
    void releaseScratch(const Plan& plan, const device::OpRequest& request);

    [[nodiscard]] trace::IssueRecord issueRecord(const SimOp& op, const device::OpRequest& request,
                                                 std::int64_t begin) const;

private:
    void describe(SimOp& op, const device::OpRequest& request) const;
    [[nodiscard]] std::uint32_t streamFor(const SimOp& op, const device::OpRequest& request);
    [[nodiscard]] std::span<const VariableId> writtenBy(const device::OpRequest& request);
    [[nodiscard]] Status allocate(SimOp& op, const device::OpRequest& request, std::span<const VariableId> written);
    [[nodiscard]] Status allocateOnHost(SimOp& op, VariableId id, const device::OpRequest& request);
    [[nodiscard]] Status allocateOnGpu(const SimOp& op, VariableId id, const device::OpRequest& request);
    [[nodiscard]] trace::HostMemory planHostSide(SimOp& op, const device::OpRequest& request) const;
    [[nodiscard]] device::HostMemoryMode hostModeOf(const Variable& variable, const device::OpRequest& request) const;

    State& m_state;
    Executor& m_executor;
    Simulator& m_sim;
    TuneCost m_tune;
    std::vector<std::array<std::uint32_t, 3>> m_copyStreams;  ///< by device and CopyDirection; kNone: not created yet
    std::vector<VariableId> m_written;                        ///< temporary, see writtenBy()
};

}  // namespace engine::devices::sim::detail
