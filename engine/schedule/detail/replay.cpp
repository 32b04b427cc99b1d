#include "engine/schedule/captured_list.h"
#include "engine/schedule/detail/core.h"
#include "engine/schedule/detail/link.h"

#include <algorithm>
#include <bit>
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

/// The closure of a replayed operation: the body stays in the list.
std::optional<BodyFailure> runCaptured(void* closure, const Running& running)
{
    Body* body = nullptr;
    std::memcpy(&body, closure, sizeof body);
    return (*body)(running);
}

constexpr Body::Table kCapturedTable{&runCaptured, nullptr, nullptr, nullptr};

}  // namespace

Result<OpId> Engine::replay(const CapturedList& list)
{
    Core& core = *m_core;
    if (list.m_steps.empty())
        return OpId{};
    if (core.isClosed.load())
        return makeError(ErrorCode::Cancelled, "the run has ended, so no more operations are taken");
    for (const GroupId id : list.m_groups) {
        const Group* const group = core.group(id.index);
        if (group == nullptr || group->options.dispatcher != nullptr || group->options.order == Order::Program)
            return makeError(ErrorCode::InvalidArgument, "a captured list runs on workers only; group " +
                                                             std::to_string(id.index) +
                                                             " is a stream, or outside, or unknown");
    }
    if (core.options.maxPending != 0 && !core.isNaive)
        if (std::optional<Error> full = core.makeRoom(PushOptions{}))
            return *std::move(full);

    const std::uint64_t now = core.isRecording ? TickClock::ticks() : 0;
    Core::Released released;
    OpId first;
    {
        const std::lock_guard replayLock(core.replayMutex);
        {
            const std::lock_guard lock(core.submission);
            if (core.isCancelled.load())
                return makeError(ErrorCode::Cancelled, "the run has ended, so no more operations are taken");
            for (const auto& [variable, final] : list.m_finals)
                if (core.variables.find(variable) == nullptr)
                    return core.unknownVariable({&variable, 1}, {});
            // Before the first of them is made: half a list could neither run nor be taken back.
            if (!core.hasRecords(core.recordsFor(list)))
                return makeError(ErrorCode::OutOfMemory, "too many operations are pending to replay " +
                                                             std::to_string(list.size()) +
                                                             " more; wait for some of them, or bound the run-ahead");
            first = OpId{core.nextOp};
            core.makeReplayed(list, now);
            core.leaveReplayed(list);
        }
        // Only now may any of them run: until here, links among them needed no locked instruction.
        for (const auto& [record, edges] : core.unpublished)
            if (core.slab[record].pending.publish(edges)) {
                core.slab[record].setReleased(kNone, now);
                core.becomeReady(record, core.currentWorker(), released);
            }
    }
    core.settle(released, now, nullptr);
    return first;
}

/// At most: its operations, and what holds their edges beyond the first seven; submission lock.
std::size_t Engine::Core::recordsFor(const CapturedList& list) const
{
    std::size_t count = list.m_edges.size();
    for (const CapturedList::OuterUse& use : list.m_outerUses)
        count += use.what == CapturedList::Outer::Writer
                     ? 1
                     : std::max<std::size_t>(1, variables.at(use.variable.index).readers);
    return list.m_steps.size() + count / OpRecord::kSlots;
}

/// The operations of a list, for which there are records; submission lock. Nothing of it runs yet, so its own edges are
/// plain stores.
void Engine::Core::makeReplayed(const CapturedList& list, std::uint64_t now)
{
    OpRecord* const all = slab.records();
    replayRecords.resize(list.m_steps.size());
    unpublished.clear();
    Record* const records = replayRecords.data();
    const CapturedList::Edge* edge = list.m_edges.data();
    const CapturedList::OuterUse* outer = list.m_outerUses.data();
    auto body = list.m_bodies.begin();
    for (std::size_t i = 0; i < list.m_steps.size(); ++i, ++body) {
        const CapturedList::Step& step = list.m_steps[i];
        const Record record = allocate();
        ENGINE_EXPECT(record != kNone);
        records[i] = record;
        OpRecord& op = all[record];
        op.op = nextOp++;
        op.linkedBy = kNone;
        op.name = step.name.index;
        op.kind = std::bit_cast<OpRecord::Kind>(step.kind);
        op.pushed = now;
        if (!body->copyTo(op.closure, op.body)) {
            Body* const there = &*body;
            op.body = &kCapturedTable;
            std::memcpy(op.closure, &there, sizeof there);
        }
        const CapturedList::Edge* const edgesEnd = edge + step.edgeCount;
        if (step.outerCount == 0 && step.edgeCount - 1 < OpRecord::kSlots && !observesEdges) [[likely]] {
            std::uint32_t name = detail::edgeOf(record, 0, false);
            for (std::uint32_t* slot = op.slots; edge != edgesEnd; ++edge, name += detail::kNextSlot)
                all[records[edge->from]].successors.addUnshared(name | static_cast<std::uint32_t>(edge->isData),
                                                                *slot++);
            op.pending.set(step.edgeCount);
        } else {
            linkReplayed(op, record, step, edge, outer);
            edge = edgesEnd;
            outer += step.outerCount;
        }
        countPushed(*groups[step.group.index].load(std::memory_order_relaxed));
    }
}

// With edges that are observed, or many, or predecessors from before the list. Those may complete at any moment, so
// the count keeps its bias for now.
void Engine::Core::linkReplayed(OpRecord& op, Record record, const CapturedList::Step& step,
                                const CapturedList::Edge* edge, const CapturedList::OuterUse* outer)
{
    Linking linking;
    begin(linking, record, op.op);
    for (const CapturedList::Edge* const end = edge + step.edgeCount; edge != end; ++edge) {
        const Record from = replayRecords[edge->from];
        OpRecord& predecessor = slab[from];
        if (linking.observing != detail::Observing::Nobody)
            observe(linking, std::uint64_t{predecessor.successors.generation()} << 32 | from, predecessor.op,
                    edge->kind);
        makeSlot(linking);
        const std::uint32_t name = linking.edge(edge->isData);
        predecessor.successors.addUnshared(name, *linking.slot++);
    }
    if (step.outerCount == 0 && step.edgeCount > 0) {
        op.pending.set(step.edgeCount);
    } else {
        op.pending.begin();
        for (const CapturedList::OuterUse* const end = outer + step.outerCount; outer != end; ++outer)
            linkOuter(linking, *outer);
        if (linking.isPoisoned)
            op.pending.poison();
        unpublished.emplace_back(record, linking.edges());
    }
    if (linking.place != nullptr)
        edges.publishUpTo(linking.place);
}

void Engine::Core::linkOuter(Linking& linking, const CapturedList::OuterUse& use)
{
    const Variable& variable = variables[use.variable.index];
    if (use.what == CapturedList::Outer::ReadersOrWriter)
        for (std::uint32_t r = 0; r < variable.readers; ++r)
            link(linking, variable.reader[r], DependencyKind::WriteAfterRead);
    const bool wantsWriter = use.what == CapturedList::Outer::Writer || variable.readers == 0;
    if (wantsWriter && variable.writer.exists())
        link(linking, variable.writer, use.isData ? DependencyKind::ReadAfterWrite : DependencyKind::WriteAfterWrite);
}

/// The variables as the list leaves them; submission lock.
void Engine::Core::leaveReplayed(const CapturedList& list)
{
    const auto accessOf = [this](std::uint32_t node) {
        const OpRecord& op = slab[replayRecords[node]];
        return Access{replayRecords[node], op.successors.generation(), op.op};
    };
    for (const auto& [id, final] : list.m_finals) {
        Variable& variable = variables[id.index];
        if (final.writer >= 0) {
            variable.writer = accessOf(static_cast<std::uint32_t>(final.writer));
            variable.readers = 0;
        }
        for (const std::uint32_t reader : final.readers)
            variables.addReader(variable, accessOf(reader), 0, [this](const Access& access) { return isDone(access); });
    }
}

}  // namespace engine::schedule
