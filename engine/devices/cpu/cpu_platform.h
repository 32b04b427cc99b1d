#pragma once

#include "engine/device/platform.h"
#include "engine/devices/cpu/clock.h"
#include "engine/devices/cpu/executor.h"
#include "engine/devices/cpu/host.h"
#include "engine/devices/cpu/life_writer.h"
#include "engine/schedule/engine.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace engine::devices::cpu {

/// What a platform with more devices than the processor keeps of a tensor.
struct Remote {
    virtual ~Remote() = default;
};

/// A tensor of the program and what the dependency engine knows it by.
struct Variable {
    Tensor tensor;
    VariableId scheduled;
    DeviceId device{0};
    std::shared_ptr<Remote> remote;  ///< set when the tensor is made; null on a computer without further devices
    // Of its numbers; guarded by the order of the dependency engine, as the tensor is.
    Nanoseconds made{};
    OpId maker;
    std::int32_t line = 0;  ///< of the operation that made them
    bool isUsed = false;    ///< an operation names it, so that a write by the program must queue behind
};
using VariablePtr = std::shared_ptr<Variable>;

/// An operation on its way: lives from push() until it has run, or never will.
struct Task {
    ops::Operation operation;
    DeviceId device{0};
    StreamId stream{0};
    bool isNonBlocking = false;
    bool isCollective = false;           ///< of several devices at once; `device` is the first
    std::vector<VariablePtr> variables;  ///< inputs, then outputs
    NameId name;
    std::int32_t line = 0;
    bool isLong = false;  ///< worth a StartRecord of its own

    [[nodiscard]] std::span<const VariablePtr> inputs() const
    {
        return std::span(variables).first(operation.inputs.size());
    }
    [[nodiscard]] std::span<const VariablePtr> outputs() const
    {
        return std::span(variables).subspan(operation.inputs.size());
    }
};

constexpr DeviceId kCpu{0};

/// Operations run in the program's thread, inside push().
[[nodiscard]] inline bool isInline(const device::PlatformOptions& options)
{
    return options.semantics == device::Semantics::Torch || options.policy == device::EnginePolicy::Naive;
}

[[nodiscard]] inline Error unknownVariable()
{
    return makeError(ErrorCode::InvalidArgument, "The operation names a tensor that does not exist (any more).");
}

/// This computer behind the interface that front ends see. What it does for its own processor only is complete;
/// engine/devices/cuda derives from it for computers with further devices.
class CpuPlatform : public device::Platform {
public:
    CpuPlatform(const device::PlatformOptions& options, const Host& host, trace::Sink& sink);
    ~CpuPlatform() override;

    /// After construction, before the first push: groups of workers are complete, records begin to flow.
    void start();

    /// What went wrong in the constructor.
    [[nodiscard]] const Status& status() const { return m_status; }

    [[nodiscard]] trace::PlatformKind kind() const override { return trace::PlatformKind::Real; }
    [[nodiscard]] std::span<const device::DeviceInfo> devices() const override { return m_devices; }
    [[nodiscard]] const device::PlatformOptions& options() const override { return m_options; }

    [[nodiscard]] Nanoseconds now() override { return m_clock.now(); }
    void spend(Nanoseconds) override {}
    void sleep(Nanoseconds duration) override;

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
    [[nodiscard]] Status synchronize(StreamId stream, const device::WaitSite& site) override;

    [[nodiscard]] StreamId currentStream(DeviceId device) const override;
    void setCurrentStream(DeviceId device, StreamId stream) override;
    [[nodiscard]] Result<StreamId> createStream(DeviceId device) override;
    [[nodiscard]] Result<EventId> recordEvent(StreamId stream) override;
    [[nodiscard]] Status recordAgain(EventId event, StreamId stream) override;
    void streamWait(StreamId stream, EventId event) override;
    [[nodiscard]] Status synchronizeEvent(EventId event, const device::WaitSite& site) override;
    [[nodiscard]] bool isEventDone(EventId event) override;
    [[nodiscard]] Result<Nanoseconds> elapsed(EventId begin, EventId end) override;

    [[nodiscard]] device::MemoryLevels memory(DeviceId device) const override;
    [[nodiscard]] std::int64_t pending() const override { return m_engine.pending(); }
    void emptyCache(DeviceId device) override;

    void cancel() override;
    void finish() override;

protected:
    /// The marker of an event; a new one each time it is recorded.
    struct Event {
        VariableId scheduled;
        DeviceId device{0};
        std::atomic<std::int64_t> time{-1};  ///< ns; -1: not reached
        std::shared_ptr<Remote> remote;      ///< of further devices
    };
    using EventPtr = std::shared_ptr<Event>;

    /// A queue of a device. The first one of a device is its default: its operations only read `scheduled`, which
    /// events write; those of the others write it, one after the other.
    struct Stream {
        VariableId scheduled;
        DeviceId device{0};
        bool isDefault = false;
    };

    // -- what a platform with further devices does differently
    /// Runs the operation, or queues it at its device; on a worker of its group or in the program's thread.
    [[nodiscard]] virtual Status run(Task& task, const schedule::Running& running);
    /// PyTorch takes the memory, and raises if there is none, when the operation is called.
    [[nodiscard]] virtual Status allocateNow(const Task& task, OpId op);
    [[nodiscard]] virtual schedule::GroupId groupOf(const Task& task) const;
    /// Of services that read or write one tensor.
    [[nodiscard]] virtual schedule::GroupId groupOfWrites(const Variable& variable) const;
    /// The values of a written tensor of the processor are in its memory.
    [[nodiscard]] virtual Status isThere(const Variable& /*variable*/) { return {}; }
    /// Colour and host memory of an operation that is issued.
    virtual void describe(const Task& task, trace::IssueRecord& record) const;
    /// Reaches `event` on the device of `stream`; runs in the order of that stream.
    virtual Status reach(const EventPtr& event, StreamId stream);
    /// What follows in `stream` waits for `event`; runs in the order of that stream, after the event was reached.
    virtual Status hold(StreamId /*stream*/, Event& /*event*/) { return {}; }
    // What is left to wait for once the dependency engine has nothing more to do; the failure of what was waited for.
    // `releasedBy` is changed if the wait ended with the end of an operation of a further device.
    virtual Status settle(Variable& /*variable*/, OpId& /*releasedBy*/) { return {}; }
    virtual Status settleDevice(DeviceId /*device*/, OpId& /*releasedBy*/) { return {}; }
    virtual Status settleStream(StreamId /*stream*/, OpId& /*releasedBy*/) { return {}; }
    virtual Status settleAll(OpId& /*releasedBy*/) { return {}; }
    virtual Status settleEvent(Event& /*event*/) { return {}; }
    /// Until the dependency engine has nothing more to do for a device.
    virtual Status waitDevice(DeviceId device, OpId& releasedBy);
    /// Before the last record of the run, once the dependency engine has ended.
    virtual void drainDevices() {}
    /// Keeps the numbers that `observe()` asked for, once they are there.
    virtual Status look(Variable& variable, const std::string& metric, std::int32_t step);

    /// Of the host's memory: tensors, and what further devices lock in place for copies.
    enum class HostPool : std::uint8_t { Tensors, Locked, Staging };
    /// A change of one of them is a record with the levels of all. Any thread; called by the pool while it is locked.
    void tellHost(HostPool pool, const StorageChange& change);
    void tellHostLocked(HostPool pool, const StorageChange& change);
    /// `bytes` more are taken for staging, for good.
    void tellStaging(Bytes bytes);
    [[nodiscard]] StorageLevels hostLevels() const;

    void declare();
    [[nodiscard]] Status addGroups();
    [[nodiscard]] schedule::EngineOptions engineOptions();
    [[nodiscard]] VariablePtr find(VariableId variable) const;
    [[nodiscard]] Error unknownDevice(DeviceId device, const char* purpose) const;
    [[nodiscard]] bool isDevice(DeviceId device) const { return device.index < m_devices.size(); }
    [[nodiscard]] bool isCancelled();
    [[nodiscard]] Result<std::unique_ptr<Task>> taskOf(const device::OpRequest& request) const;
    [[nodiscard]] Error refusal(Error error, Bytes bytes) const;
    void issue(const Task& task, const device::OpRequest& request, OpId op, Nanoseconds begin);
    void noteStall(Nanoseconds begin, std::int32_t line, OpId op);
    [[nodiscard]] Result<OpId> schedule(std::unique_ptr<Task> task, const device::OpRequest& request, OpId op);
    [[nodiscard]] Team::Watch watchOf(const Task& task, OpId op);
    [[nodiscard]] int shareOf() const;
    /// Where observed numbers come from.
    struct Origin {
        Nanoseconds made{};
        OpId maker;
        std::int32_t line = 0;
    };
    void report(std::span<const float> numbers, const Origin& origin, const std::string& metric, std::int32_t step);
    [[nodiscard]] virtual Status store(Variable& variable, std::span<const float> values);
    [[nodiscard]] Status waited(const Status& status, trace::WaitRecord record);
    [[nodiscard]] trace::WaitRecord waitRecord(const device::WaitSite& site, trace::WaitTarget target) const;
    [[nodiscard]] Result<EventPtr> mark(StreamId stream);
    [[nodiscard]] EventPtr find(EventId event) const;
    [[nodiscard]] bool isStream(StreamId stream) const { return stream.index < m_streams.size(); }
    void write(trace::Record record);

    device::PlatformOptions m_options;
    const Host m_host;
    trace::Sink& m_sink;
    RunClock m_clock;
    std::vector<device::DeviceInfo> m_devices;
    int m_computeWorkers = 1;
    int m_helpers = 0;
    bool m_isFinished = false;
    std::atomic<bool> m_hasNotedNaN{false};
    std::atomic<bool> m_isRecording{true};  ///< false once the run's last record is written

    mutable std::mutex m_hostMutex;  ///< guards the three that follow, and the order of the records
    std::array<StorageLevels, 3> m_hostLevels{};
    Bytes m_hostPeakAllocated{};  ///< of their sum
    Bytes m_hostPeakReserved{};
    Storage m_storage;
    Team m_team;
    Executor m_executor;
    std::vector<Nanoseconds> m_helperBegin;  ///< by helper; each touches its own

    std::vector<VariablePtr> m_variables;
    std::vector<Stream> m_streams;           ///< the default streams of all devices come first
    std::vector<StreamId> m_currentStreams;  ///< by device
    std::vector<EventPtr> m_events;
    std::uint32_t m_nextOp = 0;
    VariableId m_observations;            ///< what observe() asks for writes it; made at the first
    std::vector<VariableId> m_scheduled;  ///< scratch: what an operation reads, then what it writes
    NameId m_stallName;

    std::mutex m_sleepMutex;  ///< guards m_isCancelled for the sleeper
    std::condition_variable m_woken;
    bool m_isCancelled = false;

    LifeWriter m_lives;
    schedule::Engine m_engine;  ///< last: its bodies use everything above
    Status m_status;
};

}  // namespace engine::devices::cpu
