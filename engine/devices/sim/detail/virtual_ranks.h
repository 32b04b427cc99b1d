#pragma once

#include "engine/device/rank_transport.h"
#include "engine/devices/sim/detail/costs.h"
#include "engine/devices/sim/detail/operation_planner.h"
#include "engine/devices/sim/detail/simulator.h"
#include "engine/ranks/calls.h"

namespace engine::devices::sim::detail {

/// The collectives that the program calls on a virtual machine that is one rank of several.
class VirtualRanks final : public device::Ranks {
public:
    VirtualRanks(State& state, Executor& executor, Simulator& simulator, OperationPlanner& planner,
                 DispatchCost& dispatch);

    [[nodiscard]] device::RankPlace place() const override { return m_transport.place(); }
    [[nodiscard]] Result<GroupId> createGroup(std::span<const int> ranks) override;
    [[nodiscard]] std::vector<int> ranksOf(GroupId group) const override;
    [[nodiscard]] Result<OpId> collective(const device::CollectiveRequest& request) override;
    [[nodiscard]] bool isComplete(OpId op) override;
    void streamWait(StreamId stream, OpId op) override;
    [[nodiscard]] Status setSleep(std::int32_t line) override { return m_transport.setSleep(line); }
    void setTimeout(Nanoseconds timeout) override { m_transport.setTimeout(timeout); }

    /// Records how the program has ended, and notifies the other ranks.
    void finish(trace::RankState end);
    /// Registers that this rank uses the device. Errors: another rank uses it too; the error that ended the program run
    /// on all ranks.
    [[nodiscard]] Status use(DeviceId device, std::int32_t line)
    {
        if (m_executor.collectives().failure())
            return *m_executor.collectives().failure();
        return m_transport.registerGpu(static_cast<int>(device.index) - 1, line);
    }

private:
    State& m_state;
    Executor& m_executor;
    Simulator& m_sim;
    OperationPlanner& m_planner;
    DispatchCost& m_dispatch;
    device::RankTransport& m_transport;
};

}  // namespace engine::devices::sim::detail
