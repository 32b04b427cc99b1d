#include "engine/schedule/detail/core.h"

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

/// Readers that are complete are kept up to this number while edges are observed: they are edges of the graph, though
/// they order nothing any more.
constexpr std::uint32_t kObservedReaders = 256;

std::uint8_t levelOf(int priority)
{
    return priority > 0 ? detail::kHigh : priority == 0 ? detail::kNormal : detail::kLow;
}

Error closedError()
{
    return makeError(ErrorCode::Cancelled, "the run has ended, so no more operations are taken");
}

}  // namespace

Result<OpId> Engine::Core::push(std::span<const VariableId> reads, std::span<const VariableId> writes, Body* body,
                                const PushOptions& pushOptions)
{
    Group* const to = group(pushOptions.group.index);
    if (to == nullptr)
        return makeError(ErrorCode::InvalidArgument,
                         "there is no group " + std::to_string(pushOptions.group.index) + " in this engine");
    if ((body == nullptr) != (to->options.dispatcher != nullptr))
        return makeError(ErrorCode::InvalidArgument, "operations of group '" + to->options.name +
                                                         (body == nullptr ? "' need a body" : "' carry no body"));
    if (isClosed.load(std::memory_order_relaxed) && (isCancelled.load() || !isInsideBody()))
        return closedError();
    if (!isNaive) {
        const bool mayBeFull = options.maxPending != 0 &&
                               pushed.load(std::memory_order_relaxed) - completedSeen.load(std::memory_order_relaxed) >=
                                   options.maxPending;
        if (mayBeFull && to->options.dispatcher == nullptr)
            if (std::optional<Error> full = makeRoom(pushOptions))
                return *std::move(full);
        return submit(reads, writes, body, pushOptions, *to);
    }

    // The naive policy runs what became ready before it returns; within a body, the outermost push does.
    if (dispatchingFrame() != nullptr)
        return submit(reads, writes, body, pushOptions, *to);
    const std::lock_guard lock(naiveMutex);
    detail::Chain queue;
    Frame frame{this, t_frame, &queue};
    t_frame = &frame;
    Result<OpId> pushedOp = submit(reads, writes, body, pushOptions, *to);
    runQueue(frame);
    t_frame = frame.up;
    return pushedOp;
}

Result<OpId> Engine::Core::submit(std::span<const VariableId> reads, std::span<const VariableId> writes, Body* body,
                                  const PushOptions& pushOptions, Group& to)
{
    const std::uint64_t now = isRecording ? TickClock::ticks() : 0;
    Linking linking;
    OpId number;
    bool isReady = false;
    {
        const std::lock_guard lock(submission);
        if (!areKnown(reads) || !areKnown(writes)) [[unlikely]]
            return unknownVariable(reads, writes);
        linking.record = linking.slotRecord = allocate();
        if (linking.record == kNone)
            return makeError(ErrorCode::OutOfMemory,
                             "too many operations are pending; wait for some of them, or bound the run-ahead");
        if (!pushOptions.isUnnumbered) {
            if (pushOptions.op.isValid())
                nextOp = pushOptions.op.index;
            number = OpId{nextOp};
            linking.op = nextOp;
        }

        OpRecord& op = slab[linking.record];
        op.pending.begin();
        op.op = nextOp;
        op.name = pushOptions.name.index;
        op.group = static_cast<std::uint16_t>(to.index);
        op.level = levelOf(pushOptions.priority);
        op.flags = static_cast<std::uint8_t>((pushOptions.isUnnumbered ? OpRecord::kUnnumbered : 0) |
                                             (pushOptions.runsAfterFailure ? OpRecord::kRunsAfterFailure : 0));
        op.pushed = now;
        op.ready = now;
        if (body != nullptr)
            body->moveTo(op.closure, op.body);
        else
            std::memcpy(op.closure, &pushOptions.payload, sizeof pushOptions.payload);
        if (!pushOptions.isUnnumbered)
            ++nextOp;

        const Access self{linking.record, op.successors.generation(), linking.op};
        linkVariables(linking, reads, writes, self);
        if (to.options.order == Order::Program) {
            if (to.last.exists())
                link(linking, to.last, DependencyKind::Stream, false);
            to.last = self;
        }
        to.pushed.store(to.pushed.load(std::memory_order_relaxed) + 1, std::memory_order_release);
        pushed.store(pushed.load(std::memory_order_relaxed) + 1, std::memory_order_release);
        isReady = publish(linking);
    }
    if (isReady) {
        slab[linking.record].slots[OpRecord::kReleasedBy] = kNone;
        Released released;
        becomeReady(linking.record, currentWorker(), released);
        if (!released.dropped.isEmpty() || !released.outside.isEmpty())
            settle(released, now, nullptr);
    }
    return number;
}

// On the way, asks for the cache lines of the predecessors: the locked instructions that follow would let one miss
// begin only when the one before has ended.
bool Engine::Core::areKnown(std::span<const VariableId> ids)
{
    for (const VariableId id : ids) {
        Variable* const variable = variables.find(id);
        if (variable == nullptr) [[unlikely]]
            return false;
        if (variable->writer.exists())
            slab.prefetchEdges(variable->writer.record);
    }
    return true;
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

Engine::Core::Record Engine::Core::allocate()
{
    if (freeHead == kNone)
        freeHead = freed.exchange(kNone, std::memory_order_acquire);
    if (freeHead == kNone)
        return slab.add();
    const Record record = freeHead;
    freeHead = slab[record].slots[OpRecord::kLink];
    return record;
}

// A variable that is written as well as read counts as written; that it was read decides only whether failures
// pass. Reads go first: where one predecessor is met twice, the edge that carries data is the one that stays.
void Engine::Core::linkVariables(Linking& linking, std::span<const VariableId> reads,
                                 std::span<const VariableId> writes, const Access& self)
{
    const std::uint64_t now = ++stamp;
    for (const VariableId id : writes) {
        Variable& variable = variables[id.index];
        variable.stamp = now;
        variable.flags = Variable::kLive | Variable::kWritten;
        for (std::uint32_t i = 0; i < variable.readers; ++i)
            slab.prefetchEdges(variable.reader(i).record);
    }
    for (const VariableId id : reads) {
        Variable& variable = variables[id.index];
        if (variable.stamp == now) {
            const bool isFirstMention = (variable.flags & Variable::kRead) == 0;
            variable.flags |= Variable::kRead;
            if (isFirstMention && variable.writer.exists())
                link(linking, variable.writer, DependencyKind::ReadAfterWrite, true);
            continue;
        }
        variable.stamp = now;
        variable.flags = Variable::kLive | Variable::kRead;
        if (variable.writer.exists())
            link(linking, variable.writer, DependencyKind::ReadAfterWrite, true);
        variables.addReader(variable, self, observesEdges ? kObservedReaders : 0,
                            [this](const Access& reader) { return isDone(reader); });
    }
    for (const VariableId id : writes) {
        Variable& variable = variables[id.index];
        if ((variable.flags & Variable::kWritten) == 0)
            continue;  // named twice
        variable.flags &= static_cast<std::uint8_t>(~Variable::kWritten);
        for (std::uint32_t i = 0; i < variable.readers; ++i)
            link(linking, variable.reader(i), DependencyKind::WriteAfterRead, false);
        // Readers wait for the writer already.
        if (variable.readers == 0 && variable.writer.exists())
            link(linking, variable.writer, DependencyKind::WriteAfterWrite, false);
        variable.readers = 0;
        variable.writer = self;
    }
}

void Engine::Core::link(Linking& linking, const Access& from, DependencyKind kind, bool isData)
{
    const std::uint64_t key = from.key();
    for (std::size_t i = 0; i < linking.remembered; ++i)
        if (linking.seen[i] == key)
            return;
    if (linking.remembered < Linking::kRemembered)
        linking.seen[linking.remembered++] = key;
    if (observesEdges && from.op != kNone && linking.op != kNone)
        recordEdge(from.op, linking.op, kind);

    OpRecord& predecessor = slab[from.record];
    if (predecessor.successors.generation() == from.generation) {
        if (linking.slots == OpRecord::kSlots)
            extend(linking);
        std::uint32_t& slot = slab[linking.slotRecord].slots[linking.slots];
        if (predecessor.successors.add(from.generation, detail::edgeOf(linking.slotRecord, linking.slots, isData),
                                       slot)) {
            ++linking.slots;
            ++linking.edges;
            return;
        }
    }
    // It is complete. Its failure, if any, was entered before its generation changed.
    if (isData && failures.hasAny())
        if (FailurePtr failure = failures.ofCompleted(key))
            if (!linking.inherited || failure->order < linking.inherited->order)
                linking.inherited = std::move(failure);
}

void Engine::Core::extend(Linking& linking)
{
    const Record extension = allocate();
    // Without a record there is no edge, and the operation is half pushed: here this engine ends.
    if (extension == kNone)
        std::abort();
    OpRecord& more = slab[extension];
    more.flags = OpRecord::kExtension;
    more.op = linking.record;
    more.extension = slab[linking.record].extension;
    slab[linking.record].extension = extension;
    linking.slotRecord = extension;
    linking.slots = 0;
}

void Engine::Core::recordEdge(std::uint32_t from, std::uint32_t to, DependencyKind kind)
{
    if (options.edgeSink != nullptr)
        options.edgeSink->edge(OpId{from}, OpId{to}, kind);
    if (isRecording)
        edges.push(EdgeEntry{OpId{from}, OpId{to}, kind});
}

bool Engine::Core::publish(const Linking& linking)
{
    OpRecord& op = slab[linking.record];
    const bool isPoisoned = linking.inherited && (op.flags & OpRecord::kRunsAfterFailure) == 0;
    if (isPoisoned)
        failures.poison(linking.record, linking.inherited);
    if (failures.hasAny())
        pruneFailures();
    if (isPoisoned)
        op.pending.poison();
    return op.pending.publish(linking.edges);
}

// Entries are kept per completed operation; only the last writer of some variable can be asked for again.
void Engine::Core::pruneFailures()
{
    if (failures.completedCount() < 2 * prunedAt + 1024)
        return;
    std::unordered_set<std::uint64_t> keys;
    for (std::uint32_t i = 0; i < variables.size(); ++i)
        if (variables[i].writer.exists())
            keys.insert(variables[i].writer.key());
    failures.keepOnly(keys);
    prunedAt = failures.completedCount();
}

std::optional<Error> Engine::Core::makeRoom(const PushOptions& pushOptions)
{
    const std::int64_t bound = options.maxPending;
    const std::int64_t pushedNow = pushed.load(std::memory_order_relaxed);
    const std::int64_t left = pending(kNone);
    completedSeen.store(pushedNow - left, std::memory_order_relaxed);
    if (left < bound || pushOptions.whenFull == WhenFull::Exceed || isInsideBody())
        return std::nullopt;
    if (pushOptions.whenFull == WhenFull::Refuse)
        return makeError(ErrorCode::Unavailable, std::to_string(left) + " operations are pending, the bound is " +
                                                     std::to_string(bound) + "; push again when some are done");
    stallCount.fetch_add(1, std::memory_order_relaxed);
    const Status waited = waitQuiet(kNone, bound / 2, nullptr);
    completedSeen.store(pushed.load(std::memory_order_relaxed) - pending(kNone), std::memory_order_relaxed);
    if (!waited)
        return waited.error();
    return std::nullopt;
}

}  // namespace engine::schedule
