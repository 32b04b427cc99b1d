#pragma once

#include "engine/base/result.h"
#include "engine/device/platform.h"
#include "engine/device/values.h"
#include "engine/devices/sim/detail/event_queue.h"
#include "engine/devices/sim/detail/kernel_share.h"
#include "engine/devices/sim/detail/link_network.h"
#include "engine/devices/sim/detail/observations.h"
#include "engine/devices/sim/detail/ready_queue.h"
#include "engine/devices/sim/detail/sim_op.h"
#include "engine/devices/sim/detail/storage.h"
#include "engine/devices/sim/detail/trace_writer.h"
#include "engine/schedule/engine.h"

#include <atomic>
#include <deque>
#include <string>
#include <vector>

namespace engine::devices::sim::detail {

/// An ordered queue of a device.
struct Stream {
    DeviceId device;
    device::StreamKind kind = device::StreamKind::NonBlocking;
    std::uint32_t hardwareQueue = 0;
    LaneId lane;  ///< of its kernels; none before the first
    std::uint16_t index = 0;
    OpId tail;                  ///< the last operation issued to it
    int pending = 0;            ///< issued to it and not complete
    std::vector<OpId> awaited;  ///< that the next one waits for besides
    bool isForCopies = false;
};

/// The discrete-event model: a clock, the operations under way, and everything they compete for. The thread of the
/// program moves it: up to the moment of each push, and in waits until they are satisfied, so exactly one of program
/// and model runs at any time and no modelled time depends on the operating system.
class Simulator final : public schedule::Dispatcher, public schedule::EdgeSink {
public:
    Simulator(const device::Profile& profile, const device::PlatformOptions& options, TraceWriter& trace,
              device::ValueEngine* values);

    [[nodiscard]] std::int64_t now() const { return m_now; }
    [[nodiscard]] Storage& storage() { return m_storage; }
    [[nodiscard]] const Storage& storage() const { return m_storage; }
    [[nodiscard]] Observations& observations() { return m_observations; }
    [[nodiscard]] schedule::Engine& engine() { return m_engine; }
    [[nodiscard]] bool isTorch() const { return m_options.semantics == device::Semantics::Torch; }

    /// Everything up to `time` happens; the clock then shows `time`.
    void advanceTo(std::int64_t time);
    void spend(double ns) { advanceTo(m_now + static_cast<std::int64_t>(ns + 0.5)); }

    /// Events happen until `isSatisfied()`. Errors: Cancelled; Deadlock with the operations that wait in a circle.
    template <typename Predicate>
    [[nodiscard]] Status runUntil(Predicate isSatisfied)
    {
        while (!isSatisfied()) {
            if (m_isCancelled.load(std::memory_order_relaxed))
                return makeError(ErrorCode::Cancelled, "The run was stopped.");
            if (m_events.empty())
                return deadlock();
            step();
        }
        return {};
    }

    // -- operations
    [[nodiscard]] Slot newOp();
    /// Of an operation that was never submitted.
    void discard(Slot slot)
    {
        m_ops[slot] = SimOp{};
        m_spare.push_back(slot);
    }
    [[nodiscard]] SimOp& op(Slot slot) { return m_ops[slot]; }
    [[nodiscard]] OpId nextId() const { return OpId{m_slots.size()}; }
    /// The operation enters its stream and the dependency engine; its fields are filled in.
    [[nodiscard]] Status submit(Slot slot, std::span<const VariableId> reads, std::span<const VariableId> writes);
    /// `slot` waits until `before` is complete. Before submit(); no effect on what has already been completed.
    void orderAfter(Slot slot, OpId before, bool isQueue = false);

    [[nodiscard]] bool isDone(OpId op) const { return m_slots[op.index] == kNoSlot; }
    /// Its source may be used again.
    [[nodiscard]] bool isStaged(OpId op) const { return isDone(op) || m_ops[m_slots[op.index]].isStaged; }
    [[nodiscard]] std::int64_t finishedAt(OpId op) const { return m_finished[op.index]; }
    [[nodiscard]] OpId lastCompleted() const { return m_lastCompleted; }
    [[nodiscard]] std::int64_t pending() const { return m_pending; }
    [[nodiscard]] std::int64_t pending(DeviceId device) const { return m_pendingOf[device.index]; }
    [[nodiscard]] bool hasDeletes() const { return m_deletes > 0; }

    /// A wait that goes through the CPU worker's queue (MXNet); done when isMarkerDone().
    void enqueueMarker();
    [[nodiscard]] bool isMarkerDone() const { return m_isMarkerDone; }

    // -- streams
    [[nodiscard]] std::uint32_t addStream(DeviceId device, device::StreamKind kind, bool isForCopies);
    [[nodiscard]] Stream& stream(std::uint32_t index) { return m_streams[index]; }
    [[nodiscard]] std::size_t streamCount() const { return m_streams.size(); }
    [[nodiscard]] std::uint32_t defaultStream(DeviceId device) const { return m_defaultStreams[device.index]; }

    /// The stream accepts one more operation.
    [[nodiscard]] bool hasRoom(std::uint32_t index) const
    {
        const Stream& stream = m_streams[index];
        return stream.device.index == 0 || stream.pending < m_profile.gpus[stream.device.index - 1].launchQueue;
    }

    // -- memory and pages
    /// The program's thread does page work; the clock moves.
    void pageWork(double ns, const char* what, Bytes bytes, std::int32_t line, OpId op);
    void release(VariableId id);

    // -- end
    void cancel() { m_isCancelled.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled.load(std::memory_order_relaxed); }
    /// What is under way ends as Cancelled.
    void dropAll();
    void closeLinks();

    // -- the dependency engine calls
    void ready(const schedule::ReadyOp& op) override;
    void dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure) override;
    void edge(OpId from, OpId to, trace::DependencyKind kind) override;

private:
    /// Workers of an engine that takes ready operations.
    struct Group {
        explicit Group(bool isByPriority) : queue(isByPriority) {}
        std::vector<std::uint32_t> idle;  ///< workers, the lowest last
        ReadyQueue queue;
        std::vector<LaneId> lanes;
    };
    /// One copy at a time per lane.
    struct CopyEngine {
        std::vector<LaneId> lanes;
        std::vector<std::uint16_t> freeLanes;
        int busy = 0;
        int capacity = 1;
        std::deque<Slot> waiting;
    };
    struct Gpu {
        explicit Gpu(KernelShare::Options options) : share(options) {}
        KernelShare share;
        std::deque<Slot> waiting;  ///< kernels for which nothing is left, in launch order
        std::uint32_t scheduled = 0;
        std::array<CopyEngine, 3> engines;
        std::uint32_t in = 0, out = 0, duplex = 0, portIn = 0, portOut = 0;
        std::uint32_t upIn = kNone, upOut = kNone;
        std::vector<OpId> queueTails;  ///< by hardware queue
        int streams = 0;
    };
    struct Link {
        std::string name;
        LaneId lane;
        OpId op;  ///< drawn now; none: idle
        std::int64_t since = 0;
    };

    // simulator.cpp: events and gates
    void step();
    void flush();
    void openGate(Slot slot, trace::Cause cause);
    void runnable(Slot slot);
    void begin(Slot slot);
    void complete(Slot slot, const Error* failure = nullptr);
    void writeLife(const SimOp& op, trace::OpState state, OpId culprit = {});
    void endUses(SimOp& op);
    void dropUse(VariableId id, const SimOp& op);
    void submitValues(SimOp& op);
    void forget(VariableId id);
    [[nodiscard]] Status deadlock() const;
    void intoStream(Slot slot);

    // kernels.cpp
    void startKernel(Slot slot);
    void launch(Slot slot);
    void kernelsEnd(std::uint32_t gpu);
    void startHostKernel(Slot slot);
    [[nodiscard]] std::uint32_t cpuShare() const { return static_cast<std::uint32_t>(m_profile.gpus.size()); }

    // workers.cpp
    [[nodiscard]] std::uint32_t groupOf(const SimOp& op) const;
    void enqueue(Slot slot);
    void takeByWorker(std::uint32_t worker, Slot slot);
    void freeWorker(std::uint32_t group, std::uint32_t worker, OpId after);
    [[nodiscard]] Status takeMemory(SimOp& op, double& ns);

    // copies.cpp
    void buildLinks();
    void buildLanes();
    void requestEngine(Slot slot);
    void beginCopy(Slot slot);
    void nextStage(Slot slot);
    void startFlow(Slot slot);
    void flowsEnd();
    void endCopy(Slot slot);
    [[nodiscard]] CopyEngine& engineOf(const SimOp& op);
    [[nodiscard]] std::vector<std::uint32_t> pathOf(const CopyPlan& copy, double& limit, double& latency) const;
    [[nodiscard]] std::int64_t reservePages(double ns, std::int64_t& begin);
    void drawLinks();
    void deleteHostMemory(VariableId id, Bytes toSystem);

    const device::Profile& m_profile;
    const device::PlatformOptions& m_options;
    TraceWriter& m_trace;
    device::ValueEngine* m_values;
    Storage m_storage;
    Observations m_observations;
    schedule::Engine m_engine;
    schedule::GroupId m_group;

    std::int64_t m_now = 0;
    EventQueue m_events;
    std::atomic<bool> m_isCancelled{false};
    bool m_isDropping = false;

    std::deque<SimOp> m_ops;  ///< by slot
    std::vector<Slot> m_spare;
    std::vector<Slot> m_slots;             ///< by operation; kNoSlot: complete
    std::vector<std::int64_t> m_finished;  ///< by operation, ns
    std::int64_t m_pending = 0;
    std::vector<std::int64_t> m_pendingOf;  ///< by device
    OpId m_lastCompleted;
    Slot m_pushing = kNoSlot;
    Slot m_completing = kNoSlot;
    std::vector<std::uint32_t> m_done;  ///< scratch

    std::vector<Stream> m_streams;
    std::vector<std::uint32_t> m_defaultStreams;         ///< by device
    std::vector<std::vector<std::uint32_t>> m_blocking;  ///< streams that take part in barriers, by device

    std::vector<Gpu> m_gpus;      ///< the last one is the CPU's share of cores
    std::vector<Group> m_groups;  ///< 0: CPU; then per GPU compute, copies
    LinkNetwork m_network;
    std::uint32_t m_networkScheduled = 0;
    std::uint32_t m_dram = 0;
    std::vector<Link> m_links;  ///< by resource
    std::int64_t m_pagesFree = 0;
    LaneId m_pagesLane;
    int m_deletes = 0;
    bool m_isMarkerDone = false;
};

}  // namespace engine::devices::sim::detail
