#pragma once

#include "engine/device/platform.h"
#include "engine/device/values.h"
#include "engine/devices/sim/detail/costs.h"
#include "engine/devices/sim/detail/simulator.h"
#include "engine/devices/sim/detail/stream_order.h"
#include "engine/devices/sim/detail/trace_writer.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace engine::devices::sim::detail {

/// The front ends' side of a virtual machine: turns calls into operations of the simulator, charges what the program's
/// thread pays, and blocks it where the framework would.
class VirtualPlatform final : public device::Platform {
public:
    VirtualPlatform(device::Profile profile, device::PlatformOptions options, trace::Sink& sink,
                    std::unique_ptr<device::ValueEngine> values);
    ~VirtualPlatform() override;

    [[nodiscard]] trace::PlatformKind kind() const override { return trace::PlatformKind::Virtual; }
    [[nodiscard]] std::span<const device::DeviceInfo> devices() const override { return m_devices; }
    [[nodiscard]] const device::PlatformOptions& options() const override { return m_options; }

    [[nodiscard]] Nanoseconds now() override { return Nanoseconds{m_sim.now()}; }
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
    [[nodiscard]] Status synchronize(StreamId stream, const device::WaitSite& site) override;

    [[nodiscard]] StreamId currentStream(DeviceId device) const override;
    void setCurrentStream(DeviceId device, StreamId stream) override;
    [[nodiscard]] Result<StreamId> createStream(DeviceId device) override;
    [[nodiscard]] Result<StreamId> createStream(DeviceId device, device::StreamKind kind) override;
    [[nodiscard]] Result<EventId> recordEvent(StreamId stream) override;
    [[nodiscard]] Status recordAgain(EventId event, StreamId stream) override;
    void streamWait(StreamId stream, EventId event) override;
    [[nodiscard]] Status synchronizeEvent(EventId event, const device::WaitSite& site) override;
    [[nodiscard]] bool isEventDone(EventId event) override;
    [[nodiscard]] Result<Nanoseconds> elapsed(EventId begin, EventId end) override;

    [[nodiscard]] device::MemoryLevels memory(DeviceId device) const override;
    [[nodiscard]] std::int64_t pending() const override { return m_sim.pending(); }
    void emptyCache(DeviceId device) override;
    void resetPeaks(DeviceId device) override;

    void cancel() override;
    void finish() override;

private:
    /// What an event marks: operations, and the moment it was recorded.
    struct Mark {
        std::vector<OpId> ops;
        std::int64_t recorded = 0;
    };
    /// What a wait is for, in the record.
    struct WaitFor {
        trace::WaitTarget target = trace::WaitTarget::All;
        DeviceId device;
        OpId op;
    };

    [[nodiscard]] Status check(const device::OpRequest& request) const;
    void describe(SimOp& op, const device::OpRequest& request, DeviceId source) const;
    [[nodiscard]] std::uint32_t streamFor(const SimOp& op, const device::OpRequest& request);
    [[nodiscard]] std::uint32_t copyStream(DeviceId device, Way way);
    [[nodiscard]] std::span<const VariableId> writtenBy(const device::OpRequest& request);
    void dropScratch(std::span<const VariableId> written, std::size_t outputs);
    [[nodiscard]] Status takeMemory(SimOp& op, const device::OpRequest& request, std::span<const VariableId> written);
    [[nodiscard]] Status takeFor(SimOp& op, VariableId id, const device::OpRequest& request);
    void planHostSide(SimOp& op, const device::OpRequest& request, trace::IssueRecord& issue) const;
    [[nodiscard]] trace::IssueRecord issueRecord(const SimOp& op, const device::OpRequest& request,
                                                 std::int64_t begin) const;
    [[nodiscard]] Status waitForRoom(const SimOp& op);
    [[nodiscard]] Status blockAfter(const device::OpRequest& request, OpId op, bool isUntilStaged);
    /// Blocks the program until `isSatisfied()`; `isCharged`: the framework's own costs of a wait come on top.
    template <typename Predicate>
    [[nodiscard]] Status wait(const device::WaitSite& site, WaitFor what, Predicate isSatisfied, bool isCharged = true)
    {
        const std::int64_t begin = m_sim.now();
        const bool isBlocked = !isSatisfied();
        Status status = m_sim.runUntil(isSatisfied);
        if (isCharged)
            m_sim.spend(m_profile.frontEnd.syncNs + (isBlocked ? m_profile.frontEnd.wakeNs : 0));
        recordWait(site, what, begin, isBlocked);
        return status;
    }
    void recordWait(const device::WaitSite& site, WaitFor what, std::int64_t begin, bool isBlocked);
    [[nodiscard]] static Error stopped() { return makeError(ErrorCode::Cancelled, "The run was stopped."); }
    /// Where a program relies on the order of data that a GPU does not know, it is said, once for each line.
    void watchOrder(const SimOp& op, const device::OpRequest& request);
    void watchProgram(std::span<const VariableId> reads, std::span<const VariableId> writes, std::int32_t line,
                      OpId op = {});
    void warnOfOrder(const char* sentence, std::int32_t line, OpId op);
    /// The program has seen the end of all that was issued to the device so far; no device: to any.
    void programSaw(DeviceId device);
    [[nodiscard]] Mark markOf(const Stream& stream) const;
    [[nodiscard]] bool isFired(const Mark& mark) const;
    [[nodiscard]] std::int64_t firedAt(const Mark& mark) const;
    [[nodiscard]] bool isStream(StreamId stream) const { return stream.index < m_sim.streamCount(); }
    [[nodiscard]] bool isDevice(DeviceId device) const { return device.index < m_devices.size(); }
    [[nodiscard]] device::HostMemoryMode hostModeOf(const Variable& variable, const device::OpRequest& request) const;

    device::PlatformOptions m_options;
    TraceWriter m_trace;
    std::unique_ptr<device::ValueEngine> m_values;
    device::Profile m_profile;
    Simulator m_sim;
    DispatchCost m_dispatch;
    TuneCost m_tune;
    std::vector<device::DeviceInfo> m_devices;
    std::vector<std::uint32_t> m_current;                     ///< stream, by device
    std::vector<std::array<std::uint32_t, 3>> m_copyStreams;  ///< by device and way; kNone: not made yet
    std::vector<Mark> m_events;
    StreamOrder m_order;
    std::vector<StreamOrder::Moment> m_eventMoments;  ///< by event
    std::set<std::int32_t> m_warnedLines;
    bool m_watchesOrder = false;
    std::vector<VariableId> m_written;  ///< scratch, see writtenBy()
    NameId m_fullQueue;                 ///< what waits for room in a stream are called
    bool m_isFinished = false;
};

}  // namespace engine::devices::sim::detail
