#include "engine/schedule/detail/complete.h"
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
    return makeError(ErrorCode::Cancelled, "the run has ended, so no more operations are taken");
}

Error tooManyError()
{
    return makeError(ErrorCode::OutOfMemory,
                     "too many operations are pending; wait for some of them, or bound the run-ahead");
}

}  // namespace

// Whether they exist. Marks those that will be written, for linkVariables().
[[gnu::always_inline]] inline bool Engine::Core::meet(std::span<const VariableId> reads,
                                                      std::span<const VariableId> writes)
{
    ++stamp;
    for (const VariableId id : writes) {
        if (!variables.isKnown(id)) [[unlikely]]
            return false;
        Variable& variable = variables[id.index];
        variable.stamp = stamp;
        variable.flags = Variable::kLive | Variable::kWritten;
    }
    for (const VariableId id : reads)
        if (!variables.isKnown(id)) [[unlikely]]
            return false;
    return true;
}

[[gnu::always_inline]] inline Result<OpId> Engine::Core::submit(std::span<const VariableId> reads,
                                                                std::span<const VariableId> writes, Body* body,
                                                                const PushOptions& pushOptions, Group& to)
{
    const std::uint64_t now = isRecording ? TickClock::ticks() : 0;
    const OpRecord::Kind kind = kindOf(pushOptions.group, pushOptions);
    Record record = kNone;
    OpId number;
    bool isReady = false;
    {
        const std::lock_guard lock(submission);
        if (isCancelled.load(std::memory_order_relaxed)) [[unlikely]]
            return closedError();  // so that cancelRest() meets everything
        if (!meet(reads, writes)) [[unlikely]]
            return unknownVariable(reads, writes);
        record = allocate();
        if (record == kNone) [[unlikely]]
            return tooManyError();
        std::uint32_t next = nextOp;
        if (!pushOptions.isUnnumbered) {
            if (pushOptions.op.isValid())
                next = pushOptions.op.index;
            number = OpId{next};
            nextOp = next + 1;
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

        Linking linking;
        begin(linking, record, number.index);
        linkVariables(linking, reads, writes);
        if (to.options.order == Order::Program) {
            if (to.last.exists())
                link(linking, to.last, DependencyKind::Stream);
            to.last = Access{record, op.successors.generation(), number.index};
        }
        countPushed(to);
        isReady = publish(linking);
    }
    if (isReady) {
        slab[record].setReleased(kNone, now);
        const bool isPlain = t_frame == nullptr && to.options.dispatcher == nullptr && !failures.hasAny() &&
                             !isCancelled.load(std::memory_order_relaxed);
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
    Group* const to = group(pushOptions.group.index);
    if (to == nullptr || (body == nullptr) != (to->options.dispatcher != nullptr)) [[unlikely]]
        return wrongGroup(pushOptions.group);
    if (isClosed.load(std::memory_order_relaxed) && (isCancelled.load() || !isInsideBody())) [[unlikely]]
        return closedError();
    if (isNaive) [[unlikely]]
        return pushNaive(reads, writes, body, pushOptions, *to);
    if (options.maxPending != 0 && pushed.load(std::memory_order_relaxed) >= fullAt.load(std::memory_order_relaxed) &&
        to->options.dispatcher == nullptr) [[unlikely]]
        if (std::optional<Error> full = makeRoom(pushOptions))
            return *std::move(full);
    return submit(reads, writes, body, pushOptions, *to);
}

Result<OpId> Engine::push(std::span<const VariableId> reads, std::span<const VariableId> writes, Body body,
                          const PushOptions& options)
{
    return m_core->push(reads, writes, &body, options);
}

Result<OpId> Engine::push(std::span<const VariableId> reads, std::span<const VariableId> writes,
                          const PushOptions& options)
{
    return m_core->push(reads, writes, nullptr, options);
}

Engine::Core::Record Engine::Core::allocateAnyway()
{
    const Record record = allocate();
    return record != kNone ? record : slab.addAnyway();
}

// From a body, to a dispatcher, or not to run at all.
[[gnu::noinline]] void Engine::Core::offerPushed(Record record, std::uint64_t now)
{
    Released released;
    becomeReady(record, currentWorker(), released);
    if (!released.dropped.isEmpty() || !released.outside.isEmpty())
        settle(released, now, nullptr);
}

// It runs what became ready before it returns; within a body, the outermost push does.
[[gnu::noinline]] Result<OpId> Engine::Core::pushNaive(std::span<const VariableId> reads,
                                                       std::span<const VariableId> writes, Body* body,
                                                       const PushOptions& pushOptions, Group& to)
{
    if (dispatchingFrame() != nullptr)
        return submit(reads, writes, body, pushOptions, to);
    const std::lock_guard lock(naiveMutex);
    detail::Chain queue;
    Frame frame{this, t_frame, &queue};
    t_frame = &frame;
    Result<OpId> pushedOp = submit(reads, writes, body, pushOptions, to);
    runQueue(frame);
    t_frame = frame.up;
    return pushedOp;
}

Error Engine::Core::wrongGroup(GroupId id) const
{
    const Group* const to = group(id.index);
    if (to == nullptr)
        return makeError(ErrorCode::InvalidArgument,
                         "there is no group " + std::to_string(id.index) + " in this engine");
    return makeError(ErrorCode::InvalidArgument,
                     "operations of group '" + to->options.name +
                         (to->options.dispatcher == nullptr ? "' need a body" : "' carry no body"));
}

Error Engine::Core::unknownVariable(std::span<const VariableId> reads, std::span<const VariableId> writes)
{
    VariableId culprit;
    for (const auto& ids : {reads, writes})
        for (const VariableId id : ids)
            if (variables.find(id) == nullptr)
                culprit = id;
    return makeError(ErrorCode::InvalidArgument,
                     "variable " + std::to_string(culprit.index) + " does not exist, or was released");
}

// Entries are kept per completed operation; only the last writer of some variable can be asked for again.
void Engine::Core::pruneFailures()
{
    if (failures.completedCount() < 2 * prunedAt + 1024)
        return;
    std::unordered_set<std::uint64_t> keys;
    for (std::uint32_t i = 0; i < variables.size(); ++i)
        if (variables[i].writer.exists())
            keys.insert(variables[i].writer.key);
    failures.keepOnly(keys);
    prunedAt = failures.completedCount();
}

std::optional<Error> Engine::Core::makeRoom(const PushOptions& pushOptions)
{
    const std::int64_t bound = options.maxPending;
    const std::int64_t pushedNow = pushed.load(std::memory_order_relaxed);
    const std::int64_t left = pending(kNone);
    fullAt.store(pushedNow - left + bound, std::memory_order_relaxed);
    if (left < bound || pushOptions.whenFull == WhenFull::Exceed || isInsideBody())
        return std::nullopt;
    if (pushOptions.whenFull == WhenFull::Refuse)
        return makeError(ErrorCode::Unavailable, std::to_string(left) + " operations are pending, the bound is " +
                                                     std::to_string(bound) + "; push again when some are done");
    stallCount.fetch_add(1, std::memory_order_relaxed);
    const Status waited = waitQuiet(kNone, bound / 2, nullptr);
    fullAt.store(pushed.load(std::memory_order_relaxed) - pending(kNone) + bound, std::memory_order_relaxed);
    if (!waited)
        return waited.error();
    return std::nullopt;
}

}  // namespace engine::schedule
