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

/// Base class for the data that a platform with GPUs stores with a tensor.
struct Remote {
    virtual ~Remote() = default;
};

/// A tensor of the program and its variable in the dependency engine.
struct Variable {
    Tensor tensor;
    VariableId scheduled;
    DeviceId device{0};
    std::shared_ptr<Remote> remote;  ///< set when the tensor is created; null on a computer without GPUs
    // The next three describe the tensor's values. The dependency engine's order guards them, as it guards the tensor.
    Nanoseconds made{};
    OpId maker;
    std::int32_t line = 0;  ///< line of the operation that computed the values
    bool isUsed = false;    ///< an operation uses the tensor, so a write by the program must wait in the queue
};
using VariablePtr = std::shared_ptr<Variable>;

/// An operation between push() and its end, whether it runs or not.
struct Task {
    ops::Operation operation;
    DeviceId device{0};
    StreamId stream{0};
    bool isNonBlocking = false;
    bool isCollective = false;           ///< runs on several devices at once; `device` is the first
    std::vector<VariablePtr> variables;  ///< inputs, then outputs
    NameId name;
    std::int32_t line = 0;
    bool isLong = false;  ///< long enough for a separate StartRecord

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

/// Whether operations run in the program's thread, inside push().
[[nodiscard]] inline bool isInline(const device::PlatformOptions& options)
{
    return options.semantics == device::Semantics::Torch || options.policy == device::EnginePolicy::Naive;
}

[[nodiscard]] inline Error unknownVariable()
{
    return makeError(ErrorCode::InvalidArgument, "The operation names a tensor that does not exist (any more).");
}

/// Implements device::Platform for this computer. Complete for the CPU alone; engine/devices/cuda derives from it for
/// computers with GPUs.
class CpuPlatform : public device::Platform {
public:
    CpuPlatform(const device::PlatformOptions& options, const Host& host, trace::Sink& sink);
    ~CpuPlatform() override;

    /// Completes the worker groups and starts recording. Call after construction, before the first push.
    void start();

    /// The error of the constructor, if it failed.
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
    /// The state of one recording of an event; each recording creates a new one.
    struct Event {
        VariableId scheduled;
        DeviceId device{0};
        std::atomic<std::int64_t> time{-1};  ///< ns; -1: not reached yet
        std::shared_ptr<Remote> remote;      ///< GPU part of the event
    };
    using EventPtr = std::shared_ptr<Event>;

    /// A queue of a device. The first stream of a device is its default stream: its operations read `scheduled`, and
    /// events write it. Operations of other streams write `scheduled`, so they run in order.
    struct Stream {
        VariableId scheduled;
        DeviceId device{0};
        bool isDefault = false;
    };

    // -- overridden by platforms with GPUs
    /// Runs the operation, or enqueues it on its device. Called on a worker of its group or in the program's thread.
    [[nodiscard]] virtual Status run(Task& task, const schedule::Running& running);
    /// Allocates the outputs when the operation is called, as PyTorch does, and fails if there is no memory.
    [[nodiscard]] virtual Status allocateNow(const Task& task, OpId op);
    [[nodiscard]] virtual schedule::GroupId groupOf(const Task& task) const;
    /// The group for services that read or write one tensor.
    [[nodiscard]] virtual schedule::GroupId groupOfWrites(const Variable& variable) const;
    /// Ensures that host memory contains the values of a written CPU tensor.
    [[nodiscard]] virtual Status isThere(const Variable& /*variable*/) { return {}; }
    /// Fills in the kind and the host memory of an operation that is being issued.
    virtual void describe(const Task& task, trace::IssueRecord& record) const;
    /// Records `event` on the device of `stream`. Called in the order of that stream.
    virtual Status reach(const EventPtr& event, StreamId stream);
    /// Makes later operations of `stream` wait for `event`. Called in the order of that stream, after the event was
    /// recorded.
    virtual Status hold(StreamId /*stream*/, Event& /*event*/) { return {}; }
    // The settle functions wait for device work that remains after the dependency engine has completed its part, and
    // return its failure. They change `releasedBy` if an operation of a GPU ended the wait.
    virtual Status settle(Variable& /*variable*/, OpId& /*releasedBy*/) { return {}; }
    virtual Status settleDevice(DeviceId /*device*/, OpId& /*releasedBy*/) { return {}; }
    virtual Status settleStream(StreamId /*stream*/, OpId& /*releasedBy*/) { return {}; }
    virtual Status settleAll(OpId& /*releasedBy*/) { return {}; }
    virtual Status settleEvent(Event& /*event*/) { return {}; }
    /// Waits until the dependency engine has completed all operations of a device.
    virtual Status waitDevice(DeviceId device, OpId& releasedBy);
    /// Called after the dependency engine has ended, before the last record of the run.
    virtual void drainDevices() {}
    /// Records the metric requested by observe(), once the values are available.
    virtual Status look(Variable& variable, const std::string& metric, std::int32_t step);

    /// The pools of host memory: tensors, memory that GPUs page-lock in place for copies, staging buffers.
    enum class HostPool : std::uint8_t { Tensors, Locked, Staging };
    /// Records a change of one pool with the summed levels of all pools. Threads: any; the pool calls it while it is
    /// locked.
    void tellHost(HostPool pool, const StorageChange& change);
    void tellHostLocked(HostPool pool, const StorageChange& change);
    /// Records that `bytes` more were allocated for staging; they are never freed.
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
    /// Who computed the observed values, and when.
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
    std::atomic<bool> m_isRecording{true};  ///< false after the last record of the run

    mutable std::mutex m_hostMutex;  ///< guards the next three members and the order of memory records
    std::array<StorageLevels, 3> m_hostLevels{};
    Bytes m_hostPeakAllocated{};  ///< peak of the sum over all pools
    Bytes m_hostPeakReserved{};
    Storage m_storage;
    Team m_team;
    Executor m_executor;
    std::vector<Nanoseconds> m_helperBegin;  ///< by helper; each helper accesses only its own entry

    std::vector<VariablePtr> m_variables;
    std::vector<Stream> m_streams;           ///< the default streams of all devices come first
    std::vector<StreamId> m_currentStreams;  ///< by device
    std::vector<EventPtr> m_events;
    std::uint32_t m_nextOp = 0;
    VariableId m_observations;            ///< all observations write it, so they run in order
    std::vector<VariableId> m_scheduled;  ///< scratch: the variables that an operation reads, then those that it writes
    NameId m_stallName;

    std::mutex m_sleepMutex;  ///< guards m_isCancelled for the sleeper
    std::condition_variable m_woken;
    bool m_isCancelled = false;

    LifeWriter m_lives;
    schedule::Engine m_engine;  ///< last: its bodies use everything above
    Status m_status;
};

}  // namespace engine::devices::cpu
