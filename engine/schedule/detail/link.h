#pragma once

#include "engine/schedule/detail/core.h"

namespace engine::schedule {

// What every push does some times over: inline where it is called.

[[gnu::always_inline]] inline detail::OpRecord::Kind Engine::Core::kindOf(GroupId group, const PushOptions& pushOptions)
{
    static_assert(detail::kHigh + 1 == detail::kNormal && detail::kNormal + 1 == detail::kLow);
    const int priority = pushOptions.priority;
    detail::OpRecord::Kind kind;
    kind.group = static_cast<std::uint16_t>(group.index);
    kind.level = static_cast<std::uint8_t>(detail::kNormal + (priority < 0) - (priority > 0));
    kind.flags = static_cast<std::uint8_t>((pushOptions.isUnnumbered ? detail::OpRecord::kUnnumbered : 0) |
                                           (pushOptions.runsAfterFailure ? detail::OpRecord::kRunsAfterFailure : 0));
    return kind;
}

[[gnu::always_inline]] inline void Engine::Core::begin(Linking& linking, Record record, std::uint32_t number)
{
    linking.records = slab.records();
    detail::OpRecord& op = linking.records[record];
    linking.useSlots(op);
    linking.self = op.successors.head() >> 32 << 32 | record;
    linking.record = record;
    linking.op = number;
    linking.slotsBefore = 0;
    linking.isPoisoned = false;
    linking.heard = 0;
    linking.place = nullptr;
    linking.observing = detail::Observing::Nobody;
    if (observesEdges && number != detail::kNone) {
        linking.observing = detail::Observing::Elsewhere;
        if (options.edgeSink == nullptr) [[likely]] {
            // So many that isObserved() seldom has to look in another chunk.
            if (EdgeEntry* const place = edges.places(kEdgesSideBySide); place != nullptr) [[likely]] {
                linking.observing = detail::Observing::Records;
                linking.place = place;
            }
        }
    }
}

/// To a predecessor that is pending. No part of its caller, which has registers enough for itself but not for both;
/// what few edges need stands behind calls at its ends, so that it saves none.
template <detail::Observing observing, trace::DependencyKind kind>
[[gnu::noinline]] void Engine::Core::linkPending(Linking& linking, std::uint64_t key, std::uint32_t op)
{
    detail::OpRecord& predecessor = linking.records[static_cast<std::uint32_t>(key)];
    const std::uint64_t head = predecessor.successors.head();
    if constexpr (observing == detail::Observing::Elsewhere)
        return linkSlowly(linking, key, op, kind);
    if ((head ^ key) >> 32 != 0) [[unlikely]]
        return linkToDone(linking, key, op, kind);
    // While it is pending, so is every successor that linked itself to it: the index alone names it.
    const std::uint32_t record = linking.record;
    if (predecessor.linkedBy == record)
        return;
    std::uint32_t* const slot = linking.slot;
    if (slot == linking.slotsEnd) [[unlikely]]
        return linkSlowly(linking, key, op, kind);
    if constexpr (observing == detail::Observing::Records) {
        // No places are left where nobody drained for too long.
        if (op == detail::kNone || linking.place == nullptr) [[unlikely]]
            return linkSlowly(linking, key, op, kind);
        EdgeEntry* const place = linking.place++;
        place->from = OpId{op};
        place->to = OpId{linking.op};
        place->kind = kind;
    }
    predecessor.linkedBy = record;
    const std::uint32_t edge = linking.edge(detail::carriesData(kind));
    linking.slot = slot + 1;
    if (!predecessor.successors.addAlone(head, edge, *slot)) [[unlikely]]
        unlink(linking, key, kind);
}

// A variable that is written as well as read counts as written; that it was read decides only whether failures
// pass. Reads go first: where one predecessor is met twice, the edge that carries data is the one that stays.
template <detail::Observing observing>
[[gnu::always_inline]] inline void Engine::Core::linkVariables(Linking& linking, std::span<const VariableId> reads,
                                                               std::span<const VariableId> writes)
{
    detail::Variable* const all = variables.all();
    const std::uint64_t now = stamp;
    for (const VariableId id : reads) {
        detail::Variable& variable = all[id.index];
        if (variable.stamp == now) [[unlikely]] {
            const bool isFirstMention = (variable.flags & detail::Variable::kRead) == 0;
            variable.flags |= detail::Variable::kRead;
            if (isFirstMention && variable.writer.exists())
                linkPending<observing, trace::DependencyKind::ReadAfterWrite>(linking, variable.writer.key,
                                                                              variable.writer.op);
            continue;
        }
        variable.stamp = now;
        variable.flags = detail::Variable::kLive | detail::Variable::kRead;
        if (variable.writer.exists())
            linkPending<observing, trace::DependencyKind::ReadAfterWrite>(linking, variable.writer.key,
                                                                          variable.writer.op);
        if (variable.readers == variable.capacity) [[unlikely]]
            makeReaderRoom(variable);
        detail::Access& reader = variable.reader[variable.readers++];
        reader.key = linking.self;
        reader.op = linking.op;
    }
    for (const VariableId id : writes) {
        detail::Variable& variable = all[id.index];
        if ((variable.flags & detail::Variable::kWritten) == 0) [[unlikely]]
            continue;  // named twice
        variable.flags &= static_cast<std::uint8_t>(~detail::Variable::kWritten);
        const detail::Access* reader = variable.reader;
        const detail::Access* const readersEnd = reader + variable.readers;
        // Readers wait for the writer already.
        if (reader == readersEnd && variable.writer.exists())
            linkPending<observing, trace::DependencyKind::WriteAfterWrite>(linking, variable.writer.key,
                                                                           variable.writer.op);
        for (; reader != readersEnd; ++reader)
            linkPending<observing, trace::DependencyKind::WriteAfterRead>(linking, reader->key, reader->op);
        variable.readers = 0;
        variable.writer.key = linking.self;
        variable.writer.op = linking.op;
    }
}

[[gnu::always_inline]] inline void Engine::Core::linkVariables(Linking& linking, std::span<const VariableId> reads,
                                                               std::span<const VariableId> writes)
{
    if (linking.observing == detail::Observing::Records)
        linkVariables<detail::Observing::Records>(linking, reads, writes);
    else if (linking.observing == detail::Observing::Nobody)
        linkVariables<detail::Observing::Nobody>(linking, reads, writes);
    else
        linkVariables<detail::Observing::Elsewhere>(linking, reads, writes);
}

[[gnu::always_inline]] inline Engine::Core::Record Engine::Core::allocate()
{
    const Record record = freeRecords.take(slab, freed);
    return record != detail::kNone ? record : slab.add();
}

[[gnu::always_inline]] inline bool Engine::Core::publish(const Linking& linking)
{
    if (linking.place != nullptr)
        edges.publishUpTo(linking.place);
    detail::BasicPendingCount<>& count = slab[linking.record].pending;
    if (failures.hasAny()) [[unlikely]] {
        pruneFailures();
        if (linking.isPoisoned)
            count.poison();
    }
    return count.publish(linking.edges());
}

[[gnu::always_inline]] inline void Engine::Core::countPushed(detail::Group& to)
{
    if (soleGroup != &to) [[unlikely]] {
        if (soleGroup != nullptr || to.isShared)
            runsOnSeveral.store(true, std::memory_order_relaxed);
        soleGroup = &to;
    }
    to.pushed.store(to.pushed.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    pushed.store(pushed.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

}  // namespace engine::schedule
