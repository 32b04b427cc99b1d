#pragma once

#include "engine/device/platform.h"
#include "engine/device/values.h"
#include "engine/devices/sim/detail/costs.h"
#include "engine/devices/sim/detail/operation_planner.h"
#include "engine/devices/sim/detail/simulator.h"
#include "engine/devices/sim/detail/trace_writer.h"
#include "engine/devices/sim/detail/virtual_memory.h"
#include "engine/devices/sim/detail/virtual_ranks.h"
#include "engine/devices/sim/detail/virtual_streams.h"
#include "engine/messages/messages.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine::devices::sim::detail {

/// The platform interface of a virtual machine: converts calls into operations of the simulator, charges the time that
/// the program's thread needs, and blocks it where the framework would block.
class VirtualPlatform final : public device::Platform {
public:
    VirtualPlatform(device::Profile profile, device::PlatformOptions options, trace::Sink& sink,
                    std::unique_ptr<device::ValueEngine> values);
    ~VirtualPlatform() override;

    [[nodiscard]] trace::PlatformKind kind() const override { return trace::PlatformKind::Virtual; }
    [[nodiscard]] std::span<const device::DeviceInfo> devices() const override { return m_devices; }
    [[nodiscard]] const device::PlatformOptions& options() const override { return m_options; }

    [[nodiscard]] Nanoseconds now() override { return Nanoseconds{m_state.now}; }
    void spend(Nanoseconds duration) override;
    void sleep(Nanoseconds duration) override { spend(duration); }
    void hostWork(device::HostWork work, Bytes bytes, const device::WaitSite& site) override;

    [[nodiscard]] Result<VariableId> create(const device::VariableRequest& request) override;
    void release(VariableId variable) override;
    [[nodiscard]] Status write(VariableId variable, std::span<const float> values) override;
    void observe(VariableId variable, std::string_view metric, std::int32_t step) override;
    [[nodiscard]] Result<std::span<const float>> read(VariableId variable) override;

    [[nodiscard]] Result<OpId> push(const device::OpRequest& request) override;
    void label(OpId op, NameId label, NameId text) override;

    [[nodiscard]] Status waitToRead(VariableId variable, const device::WaitSite& site) override;
    [[nodiscard]] Status waitAll(const device::WaitSite& site) override;
    [[nodiscard]] Status synchronize(DeviceId device, const device::WaitSite& site) override;

    [[nodiscard]] std::int64_t pending() const override { return m_state.operations.pending(); }

    [[nodiscard]] device::Streams& streams() override { return m_streams; }
    [[nodiscard]] device::Memory& memory() override { return m_memory; }
    [[nodiscard]] device::Ranks* ranks() override { return m_ranks ? &*m_ranks : nullptr; }

    void cancel() override;
    void finish() override;

private:
    /// The properties of a submitted operation that push() still needs, copied because the operation may already have
    /// ended.
    struct IssuedOp {
        OpId op;
        OpClass kind = OpClass::Marker;
        CopyDirection direction = CopyDirection::In;
        bool isStaged = false;
        std::uint32_t stream = kNone;
    };

    /// Blocks the program if the framework's call returns only after the operation.
    [[nodiscard]] Status waitAsFrameworkDoes(const device::OpRequest& request, const IssuedOp& issued);
    [[nodiscard]] Status waitForRoom(const SimOp& op);
    [[nodiscard]] OpId lastWriter(VariableId id);

    device::PlatformOptions m_options;
    TraceWriter m_trace;
    std::unique_ptr<device::ValueEngine> m_values;
    device::Profile m_profile;
    State m_state;
    Executor m_executor;
    Simulator m_sim;
    OperationPlanner m_planner;
    OrderChecker m_watch;
    ProgramWaits m_waits;
    VirtualStreams m_streams;
    VirtualMemory m_memory;
    DispatchCost m_dispatch;
    std::optional<VirtualRanks> m_ranks;  ///< none: the run has one rank
    std::vector<device::DeviceInfo> m_devices;
    NameId m_fullQueue;  ///< label of a wait until a full stream accepts an operation
    bool m_isFinished = false;
};

}  // namespace engine::devices::sim::detail
