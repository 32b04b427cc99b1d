#include "engine/schedule/detail/link.h"

#include <algorithm>
#include <cstdlib>

// What few edges need; the rest is in link.h.
namespace engine::schedule {

using detail::Access;
using detail::kNone;
using detail::Linking;
using detail::Observing;
using detail::OpRecord;
using detail::Variable;
using trace::DependencyKind;

namespace {

/// Readers that are complete are kept up to this number while edges are observed: they are edges of the graph, though
/// they order nothing any more.
constexpr std::uint32_t kObservedReaders = 256;

}  // namespace

void Engine::Core::linkSlowly(Linking& linking, std::uint64_t key, std::uint32_t op, DependencyKind kind)
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
    const std::uint32_t edge = linking.edge(detail::carriesData(kind));
    if (!predecessor.successors.addAlone(head, edge, *linking.slot++))
        unlink(linking, key, kind);
}

// It completed just now. The slot is free again, but the edge stays recorded.
void Engine::Core::unlink(Linking& linking, std::uint64_t key, DependencyKind kind)
{
    --linking.slot;
    keepPlaces(linking);
    if (detail::carriesData(kind) && failures.hasAny())
        inherit(linking, key);
}

void Engine::Core::linkToDone(Linking& linking, std::uint64_t key, std::uint32_t op, DependencyKind kind)
{
    if (linking.observing != Observing::Nobody && !isObserved(linking, key, op))
        observe(linking, key, op, kind);
    if (detail::carriesData(kind) && failures.hasAny()) [[unlikely]]
        inherit(linking, key);
}

void Engine::Core::link(Linking& linking, const Access& from, DependencyKind kind)
{
    linkSlowly(linking, from.key, from.op, kind);
}

void Engine::Core::observe(Linking& linking, std::uint64_t key, std::uint32_t op, DependencyKind kind)
{
    if (linking.observing == Observing::Nobody || op == kNone)
        return;
    const EdgeEntry entry{OpId{op}, OpId{linking.op}, kind};
    if (linking.observing == Observing::Records) {
        *linking.place++ = entry;
        keepPlaces(linking);
        return;
    }
    if (linking.heard < linking.heardFrom.size())
        linking.heardFrom[linking.heard++] = key;
    if (options.edgeSink != nullptr)
        options.edgeSink->edge(entry.from, entry.to, kind);
    if (isRecording)
        edges.push(entry);
}

// For as many edges as there are slots left.
void Engine::Core::keepPlaces(Linking& linking)
{
    if (linking.observing != Observing::Records)
        return;
    edges.publishUpTo(linking.place);
    linking.place = edges.places(OpRecord::kSlots + 1);
    if (linking.place == nullptr)
        linking.observing = Observing::Elsewhere;
}

bool Engine::Core::isObserved(const Linking& linking, std::uint64_t key, std::uint32_t op) const
{
    if (linking.observing == Observing::Elsewhere) {
        const auto* const end = linking.heardFrom.data() + linking.heard;
        return std::find(linking.heardFrom.data(), end, key) != end;
    }
    // Those of this push come last.
    for (const EdgeEntry* entry = linking.place; entry-- != edges.chunkBegin() && entry->to.index == linking.op;)
        if (entry->from.index == op)
            return true;
    return false;
}

// `from` is complete. Its failure, if any, was entered before its generation changed.
void Engine::Core::inherit(Linking& linking, std::uint64_t from)
{
    const FailurePtr failure = failures.ofCompleted(from);
    if (!failure || (slab[linking.record].kind.flags & OpRecord::kRunsAfterFailure) != 0)
        return;
    failures.poison(linking.record, failure);
    linking.isPoisoned = true;
}

// Further slots stand in a record of their own.
void Engine::Core::makeSlot(Linking& linking)
{
    if (linking.slot != linking.slotsEnd)
        return;
    const Record extension = allocateAnyway();
    // Without a record there is no edge, and the operation is half pushed: here this engine ends.
    if (extension == kNone)
        std::abort();
    OpRecord& more = slab[extension];
    more.kind.flags = OpRecord::kExtension;
    more.op = linking.record;
    more.extension = std::exchange(slab[linking.record].extension, extension);
    linking.slotsBefore += OpRecord::kSlots;
    linking.useSlots(more);
    keepPlaces(linking);
}

void Engine::Core::makeReaderRoom(Variable& variable)
{
    variables.makeReaderRoom(variable, observesEdges ? kObservedReaders : 0,
                             [this](const Access& reader) { return isDone(reader); });
}

}  // namespace engine::schedule
