#pragma once

#include "engine/schedule/detail/linker.h"

// The part of a push that every operation needs, inline. Rare cases are in link.cpp.
namespace engine::schedule::detail {

[[gnu::always_inline]] inline bool Linker::markVariables(std::span<const VariableId> reads,
                                                         std::span<const VariableId> writes)
{
    ++m_stamp;
    for (const VariableId id : writes) {
        if (!m_variables.isKnown(id)) [[unlikely]]
            return false;
        Variable& variable = m_variables[id.index];
        variable.stamp = m_stamp;
        variable.flags = Variable::kLive | Variable::kWritten;
    }
    for (const VariableId id : reads) {
        if (!m_variables.isKnown(id)) [[unlikely]]
            return false;
        // Allocate before anything is linked: if there is no memory, the push fails and changes nothing.
        if (Variable& variable = m_variables[id.index]; variable.readers == variable.capacity) [[unlikely]]
            makeReaderRoom(variable);
    }
    return true;
}

[[gnu::always_inline]] inline void Linker::begin(PushInProgress& linking, std::uint32_t record, std::uint32_t number)
{
    linking.records = m_slab.records();
    OpRecord& op = linking.records[record];
    linking.useSlots(op);
    linking.self = op.successors.head() >> 32 << 32 | record;
    linking.record = record;
    linking.op = number;
    linking.slotsBefore = 0;
    linking.isPoisoned = false;
    linking.reportedCount = 0;
    linking.place = nullptr;
    linking.observing = EdgeObserver::Nobody;
    if (m_observesEdges && number != kNone) {
        linking.observing = EdgeObserver::Elsewhere;
        if (m_edgeSink == nullptr) [[likely]] {
            // Reserve so many places that the edges of most pushes are in one chunk; isObserved() searches only that
            // chunk.
            if (EdgeEntry* const place = m_edges.places(kEdgesSideBySide); place != nullptr) [[likely]] {
                linking.observing = EdgeObserver::Records;
                linking.place = place;
            }
        }
    }
}

/// Links to a predecessor that is usually pending. Not inline, because the caller would run out of registers. Rare
/// cases are tail calls, so that this function itself saves no registers.
template <EdgeObserver observing, trace::DependencyKind kind>
[[gnu::noinline]] void Linker::linkPending(PushInProgress& linking, std::uint64_t key, std::uint32_t op)
{
    OpRecord& predecessor = linking.records[static_cast<std::uint32_t>(key)];
    const std::uint64_t head = predecessor.successors.head();
    if constexpr (observing == EdgeObserver::Elsewhere)
        return linkSlowly(linking, key, op, kind);
    if ((head ^ key) >> 32 != 0) [[unlikely]]
        return linkToDone(linking, key, op, kind);
    // While a predecessor is pending, so are all its linked successors, so the index alone identifies them.
    const std::uint32_t record = linking.record;
    if (predecessor.linkedBy == record)
        return;
    std::uint32_t* const slot = linking.slot;
    if (slot == linking.slotsEnd) [[unlikely]]
        return linkSlowly(linking, key, op, kind);
    if constexpr (observing == EdgeObserver::Records) {
        // There is no free place if drain() has not been called for too long.
        if (op == kNone || linking.place == nullptr) [[unlikely]]
            return linkSlowly(linking, key, op, kind);
        EdgeEntry* const place = linking.place++;
        place->from = OpId{op};
        place->to = OpId{linking.op};
        place->kind = kind;
    }
    predecessor.linkedBy = record;
    const std::uint32_t edge = linking.edge(carriesData(kind));
    linking.slot = slot + 1;
    if (!predecessor.successors.addAlone(head, edge, *slot)) [[unlikely]]
        unlink(linking, key, kind);
}

// A variable that is both written and read counts as written; the read matters only for failures. Reads are linked
// first: if a predecessor occurs twice, the edge that carries data is kept.
template <EdgeObserver observing>
[[gnu::always_inline]] inline void Linker::linkVariables(PushInProgress& linking, std::span<const VariableId> reads,
                                                         std::span<const VariableId> writes)
{
    Variable* const all = m_variables.all();
    const std::uint64_t now = m_stamp;
    for (const VariableId id : reads) {
        Variable& variable = all[id.index];
        if (variable.stamp == now) [[unlikely]] {
            const bool isFirstMention = (variable.flags & Variable::kRead) == 0;
            variable.flags |= Variable::kRead;
            if (isFirstMention && variable.writer.exists())
                linkPending<observing, trace::DependencyKind::ReadAfterWrite>(linking, variable.writer.key,
                                                                              variable.writer.op);
            continue;
        }
        variable.stamp = now;
        variable.flags = Variable::kLive | Variable::kRead;
        if (variable.writer.exists())
            linkPending<observing, trace::DependencyKind::ReadAfterWrite>(linking, variable.writer.key,
                                                                          variable.writer.op);
        Access& reader = variable.reader[variable.readers++];
        reader.key = linking.self;
        reader.op = linking.op;
    }
    for (const VariableId id : writes) {
        Variable& variable = all[id.index];
        if ((variable.flags & Variable::kWritten) == 0) [[unlikely]]
            continue;  // the variable is listed twice
        variable.flags &= static_cast<std::uint8_t>(~Variable::kWritten);
        const Access* reader = variable.reader;
        const Access* const readersEnd = reader + variable.readers;
        // Readers already wait for the last writer, so an edge from it is needed only if there are no readers.
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

[[gnu::always_inline]] inline void Linker::linkVariables(PushInProgress& linking, std::span<const VariableId> reads,
                                                         std::span<const VariableId> writes)
{
    if (linking.observing == EdgeObserver::Records)
        linkVariables<EdgeObserver::Records>(linking, reads, writes);
    else if (linking.observing == EdgeObserver::Nobody)
        linkVariables<EdgeObserver::Nobody>(linking, reads, writes);
    else
        linkVariables<EdgeObserver::Elsewhere>(linking, reads, writes);
}

[[gnu::always_inline]] inline bool Linker::publish(const PushInProgress& linking)
{
    if (linking.place != nullptr)
        m_edges.publishUpTo(linking.place);
    BasicPendingCount<>& count = m_slab[linking.record].pending;
    if (m_failures.hasAny()) [[unlikely]] {
        pruneFailures();
        if (linking.isPoisoned)
            count.poison();
    }
    return count.publish(linking.edges());
}

}  // namespace engine::schedule::detail
