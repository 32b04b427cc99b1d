#pragma once

#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/devices.h"
#include "engine/devices/cpu/executor.h"
#include "engine/devices/cpu/team.h"

namespace engine::devices::cpu {

/// The waits of a computer without GPUs.
class CpuWaits final : public DeviceWaits {
public:
    explicit CpuWaits(ComputerState& state) : m_state(state) {}

    Status recordEvent(const EventPtr& event, StreamId stream) override;
    [[nodiscard]] Status awaitIssued(DeviceId device, OpId& releasedBy) override;

private:
    ComputerState& m_state;
};

/// The processor: executes operations on its workers, large ones with the help of a team of threads. Thread: as
/// Devices.
class CpuDevice final : public Devices {
public:
    explicit CpuDevice(ComputerState& state);

    [[nodiscard]] schedule::GroupId groupOf(const Task& task) const override;
    [[nodiscard]] schedule::GroupId groupOfWrites(const Variable& variable) const override;
    void describe(const Task& task, trace::IssueRecord& record) const override;
    [[nodiscard]] Status allocate(const Task& task, OpId op) override;
    [[nodiscard]] Status allocateHost(Variable& variable, OpId op) override;
    [[nodiscard]] Status run(Task& task, const schedule::RunningBody& running) override;

    [[nodiscard]] Status store(Variable& variable, std::span<const float> values) override;
    Status observe(Variable& variable, const std::string& metric, std::int32_t step) override;
    [[nodiscard]] DeviceWaits& waits() override { return m_waits; }

    [[nodiscard]] device::Memory& memory() override { return m_state.memory; }
    void cancel() override { m_executor.cancel(); }

private:
    [[nodiscard]] Team::Watch watchOf(const Task& task, OpId op);

    ComputerState& m_state;
    Team m_team;
    Executor m_executor;
    CpuWaits m_waits;
    std::vector<Nanoseconds> m_helperBegin;  ///< by helper; each helper accesses only its own entry
};

}  // namespace engine::devices::cpu
