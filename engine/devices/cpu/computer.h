#pragma once

#include "engine/devices/cpu/cancellable_sleep.h"
#include "engine/devices/cpu/communicator.h"
#include "engine/devices/cpu/computer_state.h"
#include "engine/devices/cpu/computer_streams.h"
#include "engine/devices/cpu/cpu_device.h"
#include "engine/devices/cpu/issuer.h"
#include "engine/devices/cpu/tensors.h"

#include <memory>

namespace engine::devices::cpu {

/// Implements device::Platform for this computer: one dependency engine for the CPU and for the devices that attach()
/// adds. Thread: as device::Platform.
class Computer final : public device::Platform {
public:
    Computer(const device::PlatformOptions& options, const Host& host, trace::Sink& sink);
    ~Computer() override;

    [[nodiscard]] ComputerState& state() { return m_state; }
    /// Adds devices, which then execute all operations. Call before start().
    void attach(std::unique_ptr<Devices> devices);
    /// Completes the worker groups, connects to the other ranks, if there are any, and starts recording. Call after
    /// attach(), before the first push. Errors: also those that occurred in the constructor.
    [[nodiscard]] Status start();

    [[nodiscard]] trace::PlatformKind kind() const override { return trace::PlatformKind::Real; }
    [[nodiscard]] std::span<const device::DeviceInfo> devices() const override { return m_state.infos; }
    [[nodiscard]] const device::PlatformOptions& options() const override { return m_state.options; }

    [[nodiscard]] Nanoseconds now() override { return m_state.trace.now(); }
    void spend(Nanoseconds) override {}
    void sleep(Nanoseconds duration) override { m_sleep.sleep(duration); }

    [[nodiscard]] Result<VariableId> create(const device::VariableRequest& request) override;
    void release(VariableId variable) override;
    [[nodiscard]] Status write(VariableId variable, std::span<const float> values) override;
    [[nodiscard]] Result<std::span<const float>> read(VariableId variable) override;
    void observe(VariableId variable, std::string_view metric, std::int32_t step) override;

    [[nodiscard]] Result<OpId> push(const device::OpRequest& request) override;
    void label(OpId op, NameId label, NameId text) override;

    [[nodiscard]] Status waitToRead(VariableId variable, const device::WaitSite& site) override;
    [[nodiscard]] Status waitAll(const device::WaitSite& site) override;
    [[nodiscard]] Status synchronize(DeviceId device, const device::WaitSite& site) override;

    [[nodiscard]] std::int64_t pending() const override;

    [[nodiscard]] device::Streams& streams() override { return m_streams; }
    [[nodiscard]] device::Memory& memory() override { return m_state.devices->memory(); }
    [[nodiscard]] device::Collectives* collectives() override { return &m_issuer; }
    [[nodiscard]] device::Ranks* ranks() override { return m_communicator.get(); }

    void cancel() override;
    void finish() override;

private:
    ComputerState m_state;
    CpuDevice m_cpu;
    std::unique_ptr<Devices> m_attached;
    Tensors m_tensors;
    ComputerStreams m_streams;
    Issuer m_issuer;
    std::unique_ptr<Communicator> m_communicator;  ///< null: the run has one rank
    Status m_status;
    CancellableSleep m_sleep;
};

}  // namespace engine::devices::cpu
