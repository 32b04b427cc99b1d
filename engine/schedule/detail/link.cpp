#include "engine/schedule/detail/link.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>
#include <unordered_set>
#include <utility>

// The rare cases of linking; the rest is in link.h.
namespace engine::schedule::detail {

using trace::DependencyKind;

namespace {

/// While edges are observed, up to this number of completed readers are stored per variable: the trace contains edges
/// from these readers, although the readers no longer delay any operation.
constexpr std::uint32_t kObservedReaders = 256;

}  // namespace

void Linker::linkSlowly(PushInProgress& linking, std::uint64_t key, std::uint32_t op, DependencyKind kind)
{
    OpRecord& predecessor = linking.records[static_cast<std::uint32_t>(key)];
    const std::uint64_t head = predecessor.successors.head();
    if ((head ^ key) >> 32 != 0) {
        linkToDone(linking, key, op, kind);
        return;
    }
    if (predecessor.linkedBy == linking.record)
        return;
    predecessor.linkedBy = linking.record;
    observe(linking, key, op, kind);
    makeSlot(linking);
    const std::uint32_t edge = linking.edge(carriesData(kind));
    if (!predecessor.successors.addAlone(head, edge, *linking.slot++))
        unlink(linking, key, kind);
}

// Removes an edge whose predecessor has completed in the meantime: frees the slot, but the edge stays recorded.
void Linker::unlink(PushInProgress& linking, std::uint64_t key, DependencyKind kind)
{
    --linking.slot;
    keepPlaces(linking);
    if (carriesData(kind) && m_failures.hasAny())
        inherit(linking, key);
}

void Linker::linkToDone(PushInProgress& linking, std::uint64_t key, std::uint32_t op, DependencyKind kind)
{
    if (linking.observing != EdgeObserver::Nobody && !isObserved(linking, key, op))
        observe(linking, key, op, kind);
    if (carriesData(kind) && m_failures.hasAny()) [[unlikely]]
        inherit(linking, key);
}

void Linker::link(PushInProgress& linking, const Access& from, DependencyKind kind)
{
    linkSlowly(linking, from.key, from.op, kind);
}

void Linker::observe(PushInProgress& linking, std::uint64_t key, std::uint32_t op, DependencyKind kind)
{
    if (linking.observing == EdgeObserver::Nobody || op == kNone)
        return;
    const EdgeEntry entry{OpId{op}, OpId{linking.op}, kind};
    if (linking.observing == EdgeObserver::Records) {
        *linking.place++ = entry;
        keepPlaces(linking);
        return;
    }
    if (linking.reportedCount < linking.reportedPredecessors.size())
        linking.reportedPredecessors[linking.reportedCount++] = key;
    if (m_edgeSink != nullptr)
        m_edgeSink->edge(entry.from, entry.to, kind);
    if (m_isRecording)
        m_edges.push(entry);
}

// Publishes the edges recorded so far, and reserves places for the edges of one more OpRecord (kSlots), plus one.
void Linker::keepPlaces(PushInProgress& linking)
{
    if (linking.observing != EdgeObserver::Records)
        return;
    m_edges.publishUpTo(linking.place);
    linking.place = m_edges.places(OpRecord::kSlots + 1);
    if (linking.place == nullptr)
        linking.observing = EdgeObserver::Elsewhere;
}

bool Linker::isObserved(const PushInProgress& linking, std::uint64_t key, std::uint32_t op) const
{
    if (linking.observing == EdgeObserver::Elsewhere) {
        const auto* const end = linking.reportedPredecessors.data() + linking.reportedCount;
        return std::find(linking.reportedPredecessors.data(), end, key) != end;
    }
    // The edges of this push are the last entries in the chunk.
    for (const EdgeEntry* entry = linking.place; entry-- != m_edges.chunkBegin() && entry->to.index == linking.op;)
        if (entry->from.index == op)
            return true;
    return false;
}

// Poisons the pushed operation if `from`, which is complete, has failed. The failure was stored before the generation
// of `from` changed.
void Linker::inherit(PushInProgress& linking, std::uint64_t from)
{
    const FailurePtr failure = m_failures.ofCompleted(from);
    if (!failure || (m_slab[linking.record].kind.flags & OpRecord::kRunsAfterFailure) != 0)
        return;
    m_failures.poison(linking.record, failure);
    linking.isPoisoned = true;
}

// Makes a slot available: if all are used, adds a record with further slots.
void Linker::makeSlot(PushInProgress& linking)
{
    if (linking.slot != linking.slotsEnd)
        return;
    const std::uint32_t extension = m_records.allocateFromReserve(m_slab);
    // Without a record the edge cannot be added, and the operation is already partly linked, so the engine cannot
    // continue.
    if (extension == kNone)
        std::abort();
    OpRecord& more = m_slab[extension];
    more.kind.flags = OpRecord::kExtension;
    more.op = linking.record;
    more.extension = std::exchange(m_slab[linking.record].extension, extension);
    linking.slotsBefore += OpRecord::kSlots;
    linking.useSlots(more);
    keepPlaces(linking);
}

void Linker::makeReaderRoom(Variable& variable)
{
    m_variables.makeReaderRoom(variable, m_observesEdges ? kObservedReaders : 0,
                               [this](const Access& reader) { return isDone(reader); });
}

Error Linker::unknownVariable(std::span<const VariableId> reads, std::span<const VariableId> writes)
{
    VariableId culprit;
    for (const auto& ids : {reads, writes})
        for (const VariableId id : ids)
            if (m_variables.find(id) == nullptr)
                culprit = id;
    return untranslatedError(ErrorCode::InvalidArgument,
                             "variable " + std::to_string(culprit.index) + " does not exist, or was released");
}

// Removes failures that cannot be requested any more. The table has an entry per completed operation that failed, but
// only the failure of a variable's last writer can be requested again.
void Linker::pruneFailures()
try {
    if (m_failures.completedCount() < 2 * m_prunedAt + 1024)
        return;
    std::unordered_set<std::uint64_t> keys;
    for (std::uint32_t i = 0; i < m_variables.size(); ++i)
        if (m_variables[i].writer.exists())
            keys.insert(m_variables[i].writer.key);
    m_failures.retainOnly(keys);
    m_prunedAt = m_failures.completedCount();
} catch (const std::bad_alloc&) {
    // No memory for `keys`: a later call prunes the table.
}

}  // namespace engine::schedule::detail
