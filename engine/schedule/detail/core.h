#pragma once

#include "engine/schedule/detail/core_offers.h"
#include "engine/schedule/detail/failure_table.h"
#include "engine/schedule/detail/free_records.h"
#include "engine/schedule/detail/group.h"
#include "engine/schedule/detail/linking.h"
#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/detail/sleepable.h"
#include "engine/schedule/detail/spin_lock.h"
#include "engine/schedule/detail/variable_table.h"
#include "engine/schedule/engine.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace engine::schedule {

/// A thread that waits; each has its own word to sleep on. Owned by the core's pool and reused, since the thread that
/// wakes it may still be looking at it when the wait has returned.
struct Waiter {
    enum State : std::uint32_t { Waiting, Sleeping, Released, Cancelled };

    detail::Sleepable<std::uint32_t> state{Waiting};
    std::atomic<std::uint32_t> parties{0};  ///< who still looks at it: the waiting thread, and whoever fires it
    FailurePtr failure;
    OpId releasedBy;
    std::uint32_t group = detail::kNone;  ///< of waits for a number of pending operations: of this group, or of all
    std::int64_t limit = 0;               ///< and until no more than these are pending
};

/// What the current thread does for an engine: frames of different engines nest.
struct Frame {
    const void* core = nullptr;
    Frame* up = nullptr;
    detail::Chain* queue = nullptr;  ///< operations to hand out before this frame ends
    bool isBody = false;             ///< a body of this engine runs
    detail::Worker* worker = nullptr;
};

/// The innermost frame of this thread.
inline constinit thread_local Frame* t_frame = nullptr;

struct Engine::Core {
    using Record = std::uint32_t;

    explicit Core(EngineOptions o);
    ~Core();
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    // -- groups (engine.cpp)
    Result<GroupId> addGroup(GroupOptions groupOptions);
    [[nodiscard]] detail::Group* group(std::uint32_t index) const
    {
        return index < groups.size() ? groups[index].load(std::memory_order_acquire) : nullptr;
    }
    [[nodiscard]] std::int64_t pending(std::uint32_t groupOrNone) const;

    // -- pushing (push.cpp)
    Result<OpId> push(std::span<const VariableId> reads, std::span<const VariableId> writes, Body* body,
                      const PushOptions& pushOptions);
    Result<OpId> submit(std::span<const VariableId> reads, std::span<const VariableId> writes, Body* body,
                        const PushOptions& pushOptions, detail::Group& to);
    Result<OpId> pushNaive(std::span<const VariableId> reads, std::span<const VariableId> writes, Body* body,
                           const PushOptions& pushOptions, detail::Group& to);
    [[nodiscard]] Error wrongGroup(GroupId id) const;
    void offerPushed(Record record, std::uint64_t now);
    Record allocate();
    /// For what must not fail half-way.
    Record allocateAnyway();
    /// The push under way; submission lock.
    using Linking = detail::Linking;
    /// A push with fewer edges has them side by side in the records.
    static constexpr std::size_t kEdgesSideBySide = 64;
    void begin(Linking& linking, Record record, std::uint32_t number);
    void link(Linking& linking, const detail::Access& from, trace::DependencyKind kind);
    template <detail::Observing observing>
    void linkVariables(Linking& linking, std::span<const VariableId> reads, std::span<const VariableId> writes);
    void linkVariables(Linking& linking, std::span<const VariableId> reads, std::span<const VariableId> writes);
    void makeReaderRoom(detail::Variable& variable);
    /// What few edges need.
    template <detail::Observing observing, trace::DependencyKind kind>
    void linkPending(Linking& linking, std::uint64_t key, std::uint32_t op);
    void linkSlowly(Linking& linking, std::uint64_t key, std::uint32_t op, trace::DependencyKind kind);
    void unlink(Linking& linking, std::uint64_t key, trace::DependencyKind kind);
    void linkToDone(Linking& linking, std::uint64_t key, std::uint32_t op, trace::DependencyKind kind);
    /// A dependency for the records; of a predecessor that is complete, once.
    void observe(Linking& linking, std::uint64_t key, std::uint32_t op, trace::DependencyKind kind);
    [[nodiscard]] bool isObserved(const Linking& linking, std::uint64_t key, std::uint32_t op) const;
    void keepPlaces(Linking& linking);
    void inherit(Linking& linking, std::uint64_t from);
    void makeSlot(Linking& linking);
    void countPushed(detail::Group& to);
    [[nodiscard]] bool meet(std::span<const VariableId> reads, std::span<const VariableId> writes);
    [[nodiscard]] static detail::OpRecord::Kind kindOf(GroupId group, const PushOptions& pushOptions);
    [[nodiscard]] Error unknownVariable(std::span<const VariableId> reads, std::span<const VariableId> writes);
    /// Ends the push; returns whether the operation is ready.
    bool publish(const Linking& linking);
    [[nodiscard]] bool isDone(const detail::Access& access) const
    {
        return !access.exists() || slab[access.record()].successors.generation() != access.generation();
    }
    std::optional<Error> makeRoom(const PushOptions& pushOptions);
    void pruneFailures();

    // -- completing (finish.cpp)
    struct Released {
        detail::Chain dropped;  ///< to be skipped or cancelled
        detail::Chain outside;  ///< to be handed to dispatchers, or run by the naive policy
    };
    void finish(Record record, const FailurePtr& failure, std::uint64_t ended, detail::Worker* worker);
    void finishOne(Record record, const FailurePtr& failure, std::uint64_t ended, detail::Worker* worker,
                   Released& released);
    void releaseEdges(std::uint32_t edge, std::uint32_t by, const FailurePtr& failure, std::uint64_t ended,
                      detail::Worker* worker, Released& released);
    void letGo(const detail::Chain& ready, detail::Worker* worker, Released& released);
    void becomeReady(Record record, detail::Worker* worker, Released& released);
    void settle(Released& released, std::uint64_t ended, detail::Worker* worker);
    void drop(Record record, std::uint64_t ended, detail::Worker* worker, Released& released);
    void freeRecord(Record record, detail::Worker* worker);
    void giveBack(Record firstBundle, Record lastBundle);
    void flushFreed(detail::Worker& worker);
    void countCompleted(std::uint32_t groupIndex, OpId op, Record record, detail::Worker* worker);
    void countOutside(std::uint32_t groupIndex, OpId op);
    void freeExtensions(Record extension, detail::Worker* worker);
    [[nodiscard]] FailurePtr makeFailure(Record record, Error error, std::exception_ptr exception);

    // -- running (work.cpp)
    void enqueue(detail::Group& to, Record record, detail::Worker* worker);
    void workLoop(detail::Worker& worker);
    Record nextRecord(detail::Worker& worker);
    Record nextOfSingle(detail::Worker& worker);
    Record nextOfShared(detail::Worker& worker);
    Record steal(detail::Worker& worker);
    Record takeInjected(detail::Worker& worker, std::uint8_t level);
    void enqueueOwn(const detail::Chain& ready, detail::Worker& worker);
    void offer(Record ready, detail::Worker& worker);
    void drainInjector(detail::Worker& worker, std::uint8_t level);
    bool rest(detail::Worker& worker);
    void executeOwn(Record record, detail::Worker& worker);
    void execute(Record record, Frame& frame);
    void cancelReady(Record record, detail::Worker* worker);
    void executeFailed(Record record, BodyFailure failed, std::uint64_t started, detail::Worker* worker);
    void recordLife(Record record, std::uint64_t started, std::uint64_t ended, trace::OpState state,
                    const Failure* failure, detail::Worker* worker);
    void fillLife(Life& life, const detail::OpRecord& op, std::uint64_t started, std::uint64_t ended,
                  const detail::Worker* worker) const;
    void dispatch(detail::Chain& ready);
    void runQueue(Frame& frame);
    [[nodiscard]] ReadyOp describe(Record record) const;
    [[nodiscard]] bool isInsideBody() const;
    /// The frame of this thread that hands operations out, if one does already.
    [[nodiscard]] Frame* dispatchingFrame() const;
    [[nodiscard]] detail::Worker* currentWorker() const;

    // -- waiting (wait.cpp)
    Status waitToRead(VariableId variable, OpId* releasedBy);
    Status waitQuiet(std::uint32_t groupOrNone, std::int64_t limit, OpId* releasedBy);
    Waiter* takeWaiter(std::uint32_t parties);
    void dropWaiter(Waiter* waiter);
    void fire(Record record);
    static void release(Waiter& waiter, OpId by, Waiter::State state);
    Waiter::State lookUntilReleased(Waiter& waiter);
    static Waiter::State sleepUntilReleased(Waiter& waiter);
    Status pollUntilDone(const detail::Access& writer);
    /// For a thread that waits beside the workers that are awake.
    [[nodiscard]] bool hasSpareCore() const { return awakeWorkers.load(std::memory_order_relaxed) < cores; }
    /// After a completion was counted: waits for numbers of pending operations that have come true.
    void wakeQuiet(OpId by);

    // -- ending (cancel.cpp)
    void cancel();
    /// After a cancel, operations stay where they are until cancelRest(); with dispatchers, which hear of each, and
    /// under the naive policy they are dropped one by one.
    [[nodiscard]] bool leavesRest() const { return !isNaive && !hasDispatchers.load(std::memory_order_relaxed); }
    void cancelRest();
    std::uint32_t cancelOne(detail::OpRecord& op, std::uint64_t now);

    // -- read by everybody
    const EngineOptions options;
    const bool isRecording;
    const bool observesEdges;
    const bool isNaive;
    const int cores;  ///< that this process may use
    const FailurePtr noFailure;
    std::atomic<int> awakeWorkers{0};
    detail::CoreOffers offers;
    std::atomic<bool> isClosed{false};
    std::atomic<bool> isCancelled{false};
    std::atomic<bool> isStopping{false};
    std::atomic<bool> hasDispatchers{false};
    /// Operations were pushed that may end elsewhere than on the one worker of one group. Set before they can run.
    std::atomic<bool> runsOnSeveral{false};
    std::array<std::atomic<detail::Group*>, 1024> groups{};
    std::atomic<std::uint32_t> groupCount{0};
    detail::Slab slab;

    // -- submission: everything up to the next mark under its lock
    alignas(64) detail::SpinLock submission;
    detail::VariableTable variables;
    std::uint64_t stamp = 0;
    std::uint32_t nextOp = 0;
    detail::FreeRecords freeRecords;
    const detail::Group* soleGroup = nullptr;  ///< that everything so far was pushed to
    std::size_t prunedAt = 0;
    detail::ChunkQueue<EdgeEntry> edges;
    // -- end of submission
    std::atomic<std::int64_t> pushed{0};
    std::atomic<std::int64_t> fullAt{
        0};  ///< maxPending more than were complete some time ago: until then there is room

    alignas(64) std::atomic<std::uint32_t> freed{detail::kNone};  ///< bundles given back

    alignas(64) std::atomic<std::int32_t> quietWaits{0};
    std::mutex waitMutex;  ///< guards the next four
    std::vector<std::unique_ptr<Waiter>> waiterPool;
    std::vector<Waiter*> idleWaiters;
    std::vector<Waiter*> activeWaiters;
    std::vector<Waiter*> quietWaiters;

    detail::FailureTable failures;
    std::atomic<std::int64_t> failedCount{0};
    std::atomic<std::int64_t> skippedCount{0};
    std::atomic<std::int64_t> stallCount{0};

    std::mutex naiveMutex;  ///< one body at a time under the naive policy
    std::mutex groupMutex;  ///< guards ownedGroups and the ending
    std::vector<std::unique_ptr<detail::Group>> ownedGroups;
    bool isEnded = false;
    detail::SpinLock outsideLivesLock;  ///< guards the producer side of:
    detail::ChunkQueue<Life> outsideLives;
};

}  // namespace engine::schedule
