#pragma once

#include "engine/schedule/detail/core.h"

namespace engine::schedule {

// What every push does some times over: inline where it is called.

[[gnu::always_inline]] inline detail::OpRecord::Kind Engine::Core::kindOf(const detail::Group& to,
                                                                          const PushOptions& pushOptions)
{
    const int priority = pushOptions.priority;
    detail::OpRecord::Kind kind;
    kind.group = static_cast<std::uint16_t>(to.index);
    kind.level = priority > 0 ? detail::kHigh : priority == 0 ? detail::kNormal : detail::kLow;
    kind.flags = static_cast<std::uint8_t>((pushOptions.isUnnumbered ? detail::OpRecord::kUnnumbered : 0) |
                                           (pushOptions.runsAfterFailure ? detail::OpRecord::kRunsAfterFailure : 0));
    return kind;
}

[[gnu::always_inline]] inline void Engine::Core::observe(Linking& linking, const detail::Access& from,
                                                         trace::DependencyKind kind)
{
    if (linking.observed < Linking::kRemembered)
        linking.from[linking.observed++] = from.key;
    if (from.op == detail::kNone || linking.op == detail::kNone) [[unlikely]]
        return;
    if (options.edgeSink != nullptr) [[unlikely]]
        options.edgeSink->edge(OpId{from.op}, OpId{linking.op}, kind);
    if (!isRecording)
        return;
    if (EdgeEntry* const entry = edges.next(); entry != nullptr) [[likely]] {
        *entry = EdgeEntry{OpId{from.op}, OpId{linking.op}, kind};
        edges.keep();
    }
}

[[gnu::always_inline]] inline void Engine::Core::link(Linking& linking, const detail::Access& from,
                                                      trace::DependencyKind kind, bool isData)
{
    detail::OpRecord& predecessor = slab[from.record()];
    const std::uint64_t head = predecessor.successors.head();
    if (predecessor.successors.generationOf(head) == from.generation()) [[likely]] {
        // While it is pending, so is every successor that linked itself to it: the index alone names it.
        if (predecessor.linkedBy == linking.record)
            return;
        predecessor.linkedBy = linking.record;
        if (observesEdges)
            observe(linking, from, kind);
        if (linking.slots == detail::OpRecord::kSlots) [[unlikely]]
            extend(linking);
        std::uint32_t& slot = slab[linking.slotRecord].slots[linking.slots];
        if (predecessor.successors.addTo(head, from.generation(),
                                         detail::edgeOf(linking.slotRecord, linking.slots, isData), slot)) {
            ++linking.slots;
            return;
        }
    } else if (observesEdges && !isObserved(linking, from)) {
        observe(linking, from, kind);
    }
    if (isData && failures.hasAny()) [[unlikely]]
        inherit(linking, from);
}

[[gnu::always_inline]] inline Engine::Core::Record Engine::Core::allocate()
{
    const Record record = freeRecords.take(slab, freed);
    return record != detail::kNone ? record : slab.add();
}

[[gnu::always_inline]] inline bool Engine::Core::publish(const Linking& linking)
{
    if (linking.observed > 0)
        edges.publishKept();
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
