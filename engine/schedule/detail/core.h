#pragma once

#include "engine/schedule/detail/core_offers.h"
#include "engine/schedule/detail/failure_table.h"
#include "engine/schedule/detail/frame.h"
#include "engine/schedule/detail/group.h"
#include "engine/schedule/detail/group_table.h"
#include "engine/schedule/detail/life_recorder.h"
#include "engine/schedule/detail/linker.h"
#include "engine/schedule/detail/op_record.h"
#include "engine/schedule/detail/record_pool.h"
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
    void start(detail::Worker& worker);
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

    /// see completion.h
    class Completion;

    // -- running (work.cpp)
    void workLoop(detail::Worker& worker);
    bool sleepUntilWork(detail::Worker& worker);
    void executeOwn(Record record, detail::Worker& worker);
    void execute(Record record, detail::Frame& frame);
    void cancelReady(Record record, detail::Worker* worker);
    void executeFailed(Record record, BodyFailure failed, std::uint64_t started, detail::Worker* worker);
    void dispatch(detail::Chain& ready);
    void runQueue(detail::Frame& frame);

    // -- waiting (wait.cpp)
    class WriterWait;
    Status waitToRead(VariableId variable, OpId* releasedBy);
    Status waitIdle(std::uint32_t groupOrNone, std::int64_t limit, OpId* releasedBy);
    void fire(Record record);
    /// Call after a completion was counted. Ends each wait whose limit on pending operations is now met.
    void wakeIdleWaits(OpId by);

    // -- ending (cancel.cpp)
    void cancel();
    /// Whether cancelled operations keep their records until cancelPending(). With dispatchers, which are notified of
    /// each operation, and under the naive policy, operations are dropped one by one instead.
    [[nodiscard]] bool cancelsInBulk() const { return !isNaive() && !groups.hasDispatchers(); }
    void cancelPending();

    // -- read by all threads
    const EngineOptions options;
    const FailurePtr noFailure;
    detail::CoreUse cores;
    struct {
        std::atomic<bool> isClosed{false};     ///< pushes from outside a body are refused
        std::atomic<bool> isCancelled{false};  ///< pending operations are dropped
        std::atomic<bool> isStopping{false};   ///< idle workers must end
    } ending;
    /// Whether operations may end on several threads. False while all operations belong to one group with one worker;
    /// set to true before an operation for another worker can run.
    std::atomic<bool> runsOnSeveral{false};
    detail::GroupTable groups;
    detail::Slab slab;
    detail::FailureTable failures;

    /// The data that a push changes, on separate cache lines.
    struct alignas(64) Submission {
        Submission(const EngineOptions& options, detail::Slab& slab, detail::FailureTable& failures)
            : linker(options, slab, records, failures)
        {
        }

        detail::SpinLock lock;  ///< guards the next four members
        detail::Linker linker;
        std::uint32_t nextOp = 0;
        detail::RecordPool records;                ///< free() needs no lock, all other functions do
        const detail::Group* soleGroup = nullptr;  ///< the group of the last push
        std::atomic<std::int64_t> pushed{0};       ///< written under `lock`
        /// A push need not wait while `pushed` is less than this sum: maxPending + the number of operations that were
        /// complete when the sum was computed.
        std::atomic<std::int64_t> fullAt{0};
    } submission;

    detail::Waiters waiters;

    struct {
        std::atomic<std::int64_t> skipped{0};
        std::atomic<std::int64_t> stalls{0};
    } tallies;  ///< see Counters

    std::mutex naiveMutex;  ///< locked while bodies run under the naive policy, so that only one runs at a time
    detail::LifeRecorder lives;
};

}  // namespace engine::schedule
