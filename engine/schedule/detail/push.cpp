#include "engine/base/expect.h"
#include "engine/schedule/detail/completion.h"
#include "engine/schedule/detail/link.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace engine::schedule {

using detail::Access;
using detail::Group;
using detail::kNone;
using detail::OpRecord;
using detail::Variable;
using trace::DependencyKind;

namespace {

Error closedError()
{
    return untranslatedError(ErrorCode::Cancelled, "the run has ended; the operation was rejected");
}

Error tooManyError()
{
    return untranslatedError(ErrorCode::OutOfMemory,
                             "too many operations are pending; wait for some of them, or bound the run-ahead");
}

Error wrongGroup(const detail::GroupTable& groups, GroupId id)
{
    const Group* const to = groups.find(id.index);
    if (to == nullptr)
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "there is no group " + std::to_string(id.index) + " in this engine");
    return untranslatedError(ErrorCode::InvalidArgument,
                             "operations of group '" + to->options.name +
                                 (to->options.dispatcher == nullptr ? "' need a body" : "' carry no body"));
}

[[gnu::always_inline]] inline OpRecord::Kind kindOf(GroupId group, const PushOptions& pushOptions)
{
    static_assert(detail::kHigh + 1 == detail::kNormal && detail::kNormal + 1 == detail::kLow);
    const int priority = pushOptions.priority;
    OpRecord::Kind kind;
    kind.group = static_cast<std::uint16_t>(group.index);
    kind.level = static_cast<std::uint8_t>(detail::kNormal + (priority < 0) - (priority > 0));
    kind.flags = static_cast<std::uint8_t>((pushOptions.isUnnumbered ? OpRecord::kUnnumbered : 0) |
                                           (pushOptions.runsAfterFailure ? OpRecord::kRunsAfterFailure : 0));
    return kind;
}

}  // namespace

[[gnu::always_inline]] inline void Engine::Core::countPushed(detail::Group& to)
{
    if (submission.soleGroup != &to) [[unlikely]] {
        if (submission.soleGroup != nullptr || to.isShared)
            runsOnSeveral.store(true, std::memory_order_relaxed);
        submission.soleGroup = &to;
    }
    to.pushed.store(to.pushed.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    submission.pushed.store(submission.pushed.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

[[gnu::always_inline]] inline Result<OpId> Engine::Core::submit(std::span<const VariableId> reads,
                                                                std::span<const VariableId> writes, Body* body,
                                                                const PushOptions& pushOptions, Group& to)
{
    const std::uint64_t now = lives.now();
    const OpRecord::Kind kind = kindOf(pushOptions.group, pushOptions);
    Record record = kNone;
    OpId number;
    bool isReady = false;
    {
        const std::lock_guard lock(submission.lock);
        if (ending.isCancelled.load(std::memory_order_relaxed)) [[unlikely]]
            return closedError();  // checked under the lock, so that cancelPending() finds every operation
        if (!submission.linker.markVariables(reads, writes)) [[unlikely]]
            return submission.linker.unknownVariable(reads, writes);
        record = submission.records.allocate(slab);
        if (record == kNone) [[unlikely]]
            return tooManyError();
        std::uint32_t next = submission.nextOp;
        if (!pushOptions.isUnnumbered) {
            if (pushOptions.op.isValid()) {
                ENGINE_EXPECT(pushOptions.op.index >= next);
                next = pushOptions.op.index;
            }
            number = OpId{next};
            submission.nextOp = next + 1;
        }

        OpRecord& op = slab[record];
        op.pending.begin();
        op.op = next;
        op.linkedBy = kNone;
        op.kind = kind;
        op.name = pushOptions.name.index;
        op.pushed = now;
        if (body != nullptr)
            body->moveTo(op.closure, op.body);
        else
            std::memcpy(op.closure, &pushOptions.payload, sizeof pushOptions.payload);

        detail::PushInProgress linking;
        submission.linker.begin(linking, record, number.index);
        submission.linker.linkVariables(linking, reads, writes);
        if (to.options.order == Order::Program) {
            if (to.last.exists())
                submission.linker.link(linking, to.last, DependencyKind::Stream);
            to.last = Access{record, op.successors.generation(), number.index};
        }
        countPushed(to);
        isReady = submission.linker.publish(linking);
    }
    if (isReady) {
        slab[record].setReleased(kNone, now);
        const bool isPlain = detail::t_frame == nullptr && to.options.dispatcher == nullptr && !failures.hasAny() &&
                             !ending.isCancelled.load(std::memory_order_relaxed);
        if (isPlain) [[likely]] {
            to.injectors[kind.level].push(slab, record);
            to.events.notifyOne();
        } else {
            offerPushed(record, now);
        }
    }
    return number;
}

[[gnu::always_inline]] inline Result<OpId> Engine::Core::push(std::span<const VariableId> reads,
                                                              std::span<const VariableId> writes, Body* body,
                                                              const PushOptions& pushOptions)
{
    Group* const to = groups.find(pushOptions.group.index);
    if (to == nullptr || (body == nullptr) != (to->options.dispatcher != nullptr)) [[unlikely]]
        return wrongGroup(groups, pushOptions.group);
    if (ending.isClosed.load(std::memory_order_relaxed) && (ending.isCancelled.load() || !detail::isInsideBody(this)))
        [[unlikely]]
        return closedError();
    if (isNaive()) [[unlikely]]
        return pushNaive(reads, writes, body, pushOptions, *to);
    if (options.maxPending != 0 &&
        submission.pushed.load(std::memory_order_relaxed) >= submission.fullAt.load(std::memory_order_relaxed) &&
        to->options.dispatcher == nullptr) [[unlikely]]
        if (std::optional<Error> full = makeRoom(pushOptions))
            return *std::move(full);
    return submit(reads, writes, body, pushOptions, *to);
}

Result<OpId> Engine::push(std::span<const VariableId> reads, std::span<const VariableId> writes, Body body,
                          const PushOptions& options)
{
    ENGINE_EXPECT(body);
    return m_core->push(reads, writes, &body, options);
}

Result<OpId> Engine::push(std::span<const VariableId> reads, std::span<const VariableId> writes,
                          const PushOptions& options)
{
    return m_core->push(reads, writes, nullptr, options);
}

// Handles a push from a body, to a group with a dispatcher, or of an operation that will not run.
[[gnu::noinline]] void Engine::Core::offerPushed(Record record, std::uint64_t now)
{
    Completion completion(*this, now, detail::currentWorker(this));
    completion.becomeReady(record);
    completion.finishReleased();
}

// Runs all operations that become ready, before it returns. Within a body, the outermost push runs them.
[[gnu::noinline]] Result<OpId> Engine::Core::pushNaive(std::span<const VariableId> reads,
                                                       std::span<const VariableId> writes, Body* body,
                                                       const PushOptions& pushOptions, Group& to)
{
    if (detail::dispatchingFrame(this) != nullptr)
        return submit(reads, writes, body, pushOptions, to);
    const std::lock_guard lock(naiveMutex);
    detail::Chain queue;
    detail::Frame frame{this, detail::t_frame, &queue};
    const detail::FrameScope scope(frame);
    Result<OpId> pushedOp = submit(reads, writes, body, pushOptions, to);
    runQueue(frame);
    return pushedOp;
}

std::optional<Error> Engine::Core::makeRoom(const PushOptions& pushOptions)
{
    const std::int64_t bound = options.maxPending;
    const std::int64_t pushedNow = submission.pushed.load(std::memory_order_relaxed);
    const std::int64_t left = pending(kNone);
    submission.fullAt.store(pushedNow - left + bound, std::memory_order_relaxed);
    if (left < bound || pushOptions.whenFull == WhenFull::Exceed || detail::isInsideBody(this))
        return std::nullopt;
    if (pushOptions.whenFull == WhenFull::Refuse)
        return untranslatedError(ErrorCode::Unavailable, std::to_string(left) +
                                                             " operations are pending, the bound is " +
                                                             std::to_string(bound) + "; push again when some are done");
    tallies.stalls.fetch_add(1, std::memory_order_relaxed);
    const Status waited = waitIdle(kNone, bound / 2, nullptr);
    submission.fullAt.store(submission.pushed.load(std::memory_order_relaxed) - pending(kNone) + bound,
                            std::memory_order_relaxed);
    if (!waited)
        return waited.error();
    return std::nullopt;
}

}  // namespace engine::schedule
