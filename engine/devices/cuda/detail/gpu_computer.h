#pragma once

#include "engine/device/all_reduce.h"
#include "engine/devices/cpu/cpu_platform.h"
#include "engine/devices/cuda/detail/gpu.h"
#include "engine/devices/cuda/detail/in_order.h"
#include "engine/devices/cuda/detail/launcher.h"
#include "engine/devices/cuda/detail/staging.h"
#include "engine/devices/cuda/detail/tensors.h"
#include "engine/devices/cuda/open_computer.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace engine::devices::cuda::detail {

/// This computer with its GPUs. The dependency engine of the base class orders all operations. For a GPU operation,
/// "complete" means issued to a stream: a worker per GPU (PyTorch: the program's thread) enqueues the operation behind
/// the events that the device must wait for, and continues. A copy to the host is complete when it has ended on the
/// device.
class GpuComputer final : public cpu::CpuPlatform, public device::Collectives {
public:
    GpuComputer(const device::PlatformOptions& options, const cpu::Host& host, trace::Sink& sink, ModulePtr module);
    ~GpuComputer() override;

    /// Errors: why a GPU could not be opened.
    [[nodiscard]] Status openGpus(int count, const GpuSettings& settings);

    [[nodiscard]] Result<VariableId> create(const device::VariableRequest& request) override;
    [[nodiscard]] Result<std::span<const float>> read(VariableId variable) override;
    [[nodiscard]] Result<OpId> push(const device::OpRequest& request) override;
    [[nodiscard]] Result<StreamId> createStream(DeviceId device) override;
    void setCurrentStream(DeviceId device, StreamId stream) override;
    [[nodiscard]] Result<Nanoseconds> elapsed(EventId begin, EventId end) override;
    [[nodiscard]] device::MemoryLevels memory(DeviceId device) const override;
    [[nodiscard]] std::int64_t pending() const override;
    void emptyCache(DeviceId device) override;
    void resetPeaks(DeviceId device) override;
    void cancel() override;

    [[nodiscard]] std::string collectives() const override;
    [[nodiscard]] Result<OpId> allReduce(const device::AllReduce& what, NameId name) override;

private:
    /// The driver's event for one recording; never reused, so its time can be read later.
    struct Marker final : cpu::Remote {
        ModulePtr module;
        abi::Event* event = nullptr;
        Point point;
        ~Marker() override;
    };
    /// Everything that belongs to one GPU.
    struct Site {
        std::unique_ptr<Gpu> gpu;
        std::unique_ptr<Launcher> launcher;
        std::unique_ptr<Staging> staging;
        schedule::GroupId issue;
        schedule::GroupId in;
        schedule::GroupId out;
        schedule::GroupId peer;              ///< copies from this GPU to others; a wait for this GPU includes them
        std::atomic<std::uint32_t> next{0};  ///< compute stream for the next independent operation
    };
    /// What workers read about a stream while the program creates more streams.
    struct Queue {
        DeviceId device;
        GpuStream* made = nullptr;  ///< null: a default stream, or a stream of the CPU
    };
    enum class Way : std::uint8_t { None, In, Out, Peer };

    [[nodiscard]] Status run(cpu::Task& task, const schedule::Running& running) override;
    [[nodiscard]] Status allocateNow(const cpu::Task& task, OpId op) override;
    [[nodiscard]] schedule::GroupId groupOf(const cpu::Task& task) const override;
    [[nodiscard]] schedule::GroupId groupOfWrites(const cpu::Variable& variable) const override;
    [[nodiscard]] Status isThere(const cpu::Variable& variable) override;
    void describe(const cpu::Task& task, trace::IssueRecord& record) const override;
    Status reach(const EventPtr& event, StreamId stream) override;
    Status hold(StreamId stream, Event& event) override;
    Status settle(cpu::Variable& variable, OpId& releasedBy) override;
    Status settleDevice(DeviceId device, OpId& releasedBy) override;
    Status settleStream(StreamId stream, OpId& releasedBy) override;
    Status settleAll(OpId& releasedBy) override;
    Status settleEvent(Event& event) override;
    Status waitDevice(DeviceId device, OpId& releasedBy) override;
    void drainDevices() override;
    Status look(cpu::Variable& variable, const std::string& metric, std::int32_t step) override;
    Status store(cpu::Variable& variable, std::span<const float> values) override;

    /// Whether the lifetime belongs to a GPU operation, which the ledger records. Lifetimes of CPU operations are
    /// corrected.
    [[nodiscard]] bool isOfGpus(schedule::Life& life);
    void correct(schedule::Life& life);
    [[nodiscard]] Status addSite(int number, int shares, const abi::Options& options);
    [[nodiscard]] Site& siteOf(DeviceId device) { return *m_sites[device.index - 1]; }
    [[nodiscard]] const Site& siteOf(DeviceId device) const { return *m_sites[device.index - 1]; }
    [[nodiscard]] static Way wayOf(const cpu::Task& task);
    [[nodiscard]] bool isSynchronous() const { return m_options.policy == device::EnginePolicy::Naive; }
    [[nodiscard]] bool isOwnStream() const;
    /// The stream in which the copy is queued.
    [[nodiscard]] GpuStream& copyStream(const cpu::Task& task, Way way);
    [[nodiscard]] GpuStream& computeStream(const cpu::Task& task);
    [[nodiscard]] Queue queueOf(StreamId stream) const;
    [[nodiscard]] Queue currentQueue(DeviceId device) const;
    [[nodiscard]] std::vector<GpuStream*> streamsOf(StreamId stream);

    [[nodiscard]] Status settleHost(const cpu::Task& task);
    [[nodiscard]] Status settleHost(const cpu::Task& task, OpId op);
    [[nodiscard]] Status await(const Point& point, OpId* releasedBy = nullptr);
    [[nodiscard]] Status awaitAll(const std::vector<GpuStream*>& streams, OpId& releasedBy);
    [[nodiscard]] Status compute(cpu::Task& task, OpId op);
    [[nodiscard]] Status copyIn(cpu::Task& task, OpId op);
    [[nodiscard]] Status copyOut(cpu::Task& task, OpId op, bool isAwaited);
    [[nodiscard]] Status copyPeer(cpu::Task& task, OpId op);
    [[nodiscard]] Status collective(cpu::Task& task, OpId op);
    /// Returns memory for output `index`: its present memory if the result may be written there, else a new block in
    /// `fresh`.
    [[nodiscard]] Result<void*> place(const cpu::Task& task, std::size_t index, GpuStream& stream, OpId op,
                                      GpuBlock& fresh, std::vector<Point>& after);
    /// Whether a CPU tensor uses page-locked memory: the program's choice for the tensor, else the run's option.
    [[nodiscard]] bool isPinned(const cpu::Variable& variable) const;
    /// The same for the target of a copy to the CPU. PyTorch's non-blocking copies use page-locked memory by default.
    [[nodiscard]] bool isPinnedBy(const cpu::Task& copyOut) const;
    /// Allocates page-locked memory for the outputs of a CPU operation for which the program chose it.
    [[nodiscard]] Status pinOutputs(const cpu::Task& task, OpId op);
    /// Allocates memory for a CPU tensor if it has none.
    [[nodiscard]] Status ensureHostBlock(cpu::Variable& variable, bool isPinned, OpId op);
    void noteUse(cpu::Task& task, const Point& point, std::span<GpuBlock> fresh, OpId op);
    [[nodiscard]] GpuStream::Entry entryOf(const cpu::Task& task, OpId op) const;
    /// Estimates the shortest possible duration from FLOP and bytes.
    [[nodiscard]] Nanoseconds modelled(const cpu::Task& task) const;

    ModulePtr m_module;
    std::atomic<bool> m_isStopping{false};
    LifeLedger m_ledger;
    InOrder m_looks;  ///< observed values, in program order, so that the first NaN reported is the program's first
    std::atomic<std::uint32_t> m_nextLane{0};
    bool m_isShared = false;    ///< one GPU appears as two devices
    bool m_isDeclared = false;  ///< the device records are written, so lane records may follow
    std::vector<std::unique_ptr<Site>> m_sites;
    mutable std::mutex m_queuesMutex;  ///< guards m_queues, and m_currentStreams against workers
    std::vector<Queue> m_queues;       ///< by StreamId
    std::unique_ptr<cpu::Storage> m_pinned;
    schedule::GroupId m_lastHostGroup{1};

    /// Per CPU operation: when the GPU work that it waits for had ended; nullopt if the wait was cancelled.
    std::mutex m_settledMutex;                                                  ///< guards m_settled
    std::unordered_map<std::uint32_t, std::optional<std::uint64_t>> m_settled;  ///< ticks
};

}  // namespace engine::devices::cuda::detail
