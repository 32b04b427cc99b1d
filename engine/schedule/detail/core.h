#pragma once

#include "engine/schedule/detail/core_offers.h"
#include "engine/schedule/detail/failure_table.h"
#include "engine/schedule/detail/frame.h"
#include "engine/schedule/detail/group.h"
#include "engine/schedule/detail/group_table.h"
#include "engine/schedule/detail/linker.h"
#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/detail/record_pool.h"
#include "engine/schedule/detail/shared_lives.h"
#include "engine/schedule/detail/spin_lock.h"
#include "engine/schedule/detail/variable_table.h"
#include "engine/schedule/detail/waiters.h"
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

struct Engine::Core {
    using Record = std::uint32_t;

    explicit Core(EngineOptions o);
    ~Core();
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    // -- groups (engine.cpp)
    Result<GroupId> addGroup(GroupOptions groupOptions);
    [[nodiscard]] std::int64_t pending(std::uint32_t groupOrNone) const;
    [[nodiscard]] bool isNaive() const { return options.policy == Policy::Naive; }

    // -- pushing (push.cpp)
    Result<OpId> push(std::span<const VariableId> reads, std::span<const VariableId> writes, Body* body,
                      const PushOptions& pushOptions);
    Result<OpId> submit(std::span<const VariableId> reads, std::span<const VariableId> writes, Body* body,
                        const PushOptions& pushOptions, detail::Group& to);
    Result<OpId> pushNaive(std::span<const VariableId> reads, std::span<const VariableId> writes, Body* body,
                           const PushOptions& pushOptions, detail::Group& to);
    void offerPushed(Record record, std::uint64_t now);
    void countPushed(detail::Group& to);
    std::optional<Error> makeRoom(const PushOptions& pushOptions);

    /// completion.h
    class Completion;
    /// The completion of an operation by another thread than its worker, now.
    [[nodiscard]] Completion completionNow();

    // -- running (work.cpp)
    void workLoop(detail::Worker& worker);
    bool sleepUntilWork(detail::Worker& worker);
    void executeOwn(Record record, detail::Worker& worker);
    void execute(Record record, detail::Frame& frame);
    void cancelReady(Record record, detail::Worker* worker);
    [[nodiscard]] FailurePtr makeFailure(Record record, Error error, std::exception_ptr exception);
    void executeFailed(Record record, BodyFailure failed, std::uint64_t started, detail::Worker* worker);
    void recordLife(Record record, std::uint64_t started, std::uint64_t ended, trace::OpState state,
                    const Failure* failure, detail::Worker* worker);
    void dispatch(detail::Chain& ready);
    void runQueue(detail::Frame& frame);
    [[nodiscard]] ReadyOp describe(Record record) const;

    // -- waiting (wait.cpp)
    Status waitToRead(VariableId variable, OpId* releasedBy);
    Status waitIdle(std::uint32_t groupOrNone, std::int64_t limit, OpId* releasedBy);
    void fire(Record record);
    detail::Waiter::State pollThenSleep(detail::Waiter& waiter);
    Status pollUntilDone(const detail::Access& writer);
    /// Whether a core is free beside those of the awake workers, so that a waiting thread may poll.
    [[nodiscard]] bool hasSpareCore() const { return awakeWorkers.load(std::memory_order_relaxed) < cores; }
    /// Call after a completion was counted. Ends the waits for a number of pending operations that is now reached.
    void wakeIdleWaits(OpId by);

    // -- ending (cancel.cpp)
    void cancel();
    /// Whether operations stay in place after cancel() until cancelPending(). With dispatchers, which are notified of
    /// each operation, and under the naive policy they are dropped one by one instead.
    [[nodiscard]] bool cancelsInBulk() const { return !isNaive() && !groups.hasDispatchers(); }
    void cancelPending();

    // -- read by all threads
    const EngineOptions options;
    const int cores;  ///< cores that this process may use
    const FailurePtr noFailure;
    std::atomic<int> awakeWorkers{0};
    detail::CoreOffers offers;
    struct {
        std::atomic<bool> isClosed{false};     ///< pushes from outside a body are refused
        std::atomic<bool> isCancelled{false};  ///< pending operations are dropped
        std::atomic<bool> isStopping{false};   ///< idle workers end
    } ending;
    /// Set before the first operation can run that may end on another thread than the only worker of the only group.
    std::atomic<bool> runsOnSeveral{false};
    detail::GroupTable groups;
    detail::Slab slab;
    detail::FailureTable failures;

    /// What a push changes.
    struct alignas(64) Submission {
        Submission(const EngineOptions& options, detail::Slab& slab, detail::FailureTable& failures)
            : linker(options, slab, records, failures)
        {
        }

        detail::SpinLock lock;  ///< guards the next four members
        detail::Linker linker;
        std::uint32_t nextOp = 0;
        detail::RecordPool records;                ///< only free() needs no lock
        const detail::Group* soleGroup = nullptr;  ///< the group of the last push
        std::atomic<std::int64_t> pushed{0};       ///< written with the lock
        /// While `pushed` is less, there is room: maxPending + operations complete earlier.
        std::atomic<std::int64_t> fullAt{0};
    } submission;

    detail::Waiters waiters;

    struct {
        std::atomic<std::int64_t> failed{0};
        std::atomic<std::int64_t> skipped{0};
        std::atomic<std::int64_t> stalls{0};
    } tallies;  ///< see Counters

    std::mutex naiveMutex;  ///< one body at a time under the naive policy
    detail::SharedLives outsideLives;
};

}  // namespace engine::schedule
