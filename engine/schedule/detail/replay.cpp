#include "engine/schedule/captured_list.h"
#include "engine/schedule/detail/core.h"
#include "engine/schedule/detail/link.h"

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
    if (list.m_nodes.empty())
        return OpId{};
    if (core.isClosed.load())
        return makeError(ErrorCode::Cancelled, "the run has ended, so no more operations are taken");
    for (const CapturedList::Node& node : list.m_nodes) {
        const Group* const group = core.group(node.options.group.index);
        if (group == nullptr || group->options.dispatcher != nullptr || group->options.order == Order::Program)
            return makeError(ErrorCode::InvalidArgument, "a captured list runs on workers only; group " +
                                                             std::to_string(node.options.group.index) +
                                                             " is a stream, or outside, or unknown");
    }
    if (core.options.maxPending != 0 && !core.isNaive)
        if (std::optional<Error> full = core.makeRoom(PushOptions{}))
            return *std::move(full);

    const std::uint64_t now = core.isRecording ? TickClock::ticks() : 0;
    std::vector<std::uint32_t>& records = core.replayRecords;
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
            first = OpId{core.nextOp};
            records.clear();
            core.readyRecords.clear();
            for (std::uint32_t i = 0; i < list.m_nodes.size(); ++i)
                if (!core.makeReplayed(list.m_nodes[i], list, now))
                    return makeError(ErrorCode::OutOfMemory, "too many operations are pending");
            core.leaveReplayed(list);
        }
        // Only now may any of them run: until here, links among them needed no locked instruction.
        for (std::uint32_t i = 0; i < records.size(); ++i)
            if (core.readyRecords[i] != 0 && core.slab[records[i]].pending.publish(core.readyRecords[i] - 1)) {
                core.slab[records[i]].setReleased(kNone, now);
                core.becomeReady(records[i], core.currentWorker(), released);
            }
    }
    core.settle(released, now, nullptr);
    return first;
}

/// One operation of a list; submission lock. Nothing of the list runs yet, so its own edges are plain stores.
bool Engine::Core::makeReplayed(const CapturedList::Node& node, const CapturedList& list, std::uint64_t now)
{
    const Record record = allocate();
    if (record == kNone)
        return false;
    replayRecords.push_back(record);
    Group& to = *groups[node.options.group.index].load(std::memory_order_relaxed);
    OpRecord& op = slab[record];
    op.op = nextOp++;
    op.linkedBy = kNone;
    op.name = node.options.name.index;
    op.kind = kindOf(to, node.options);
    op.kind.flags &= OpRecord::kRunsAfterFailure;
    op.pushed = now;
    op.body = &kCapturedTable;
    const Body* const body = &node.body;
    std::memcpy(op.closure, &body, sizeof body);

    Linking linking;
    begin(linking, record, op.op);
    const CapturedList::Edge* const edgesOfNode = list.m_edges.data() + node.firstEdge;
    for (std::uint32_t e = 0; e < node.edgeCount; ++e) {
        const CapturedList::Edge& edge = edgesOfNode[e];
        const Record from = replayRecords[edge.from];
        OpRecord& predecessor = linking.records[from];
        if (linking.observing != detail::Observing::Nobody)
            observe(linking, std::uint64_t{predecessor.successors.generation()} << 32 | from, predecessor.op,
                    edge.kind);
        makeSlot(linking);
        const std::uint32_t name = linking.edge(edge.isData);
        predecessor.successors.addUnshared(name, *linking.slot++);
    }
    countPushed(to);

    // With predecessors from before the list, which may complete at any moment, the count keeps its bias for now.
    const bool needsPublishing = node.outerCount > 0 || linking.edges() == 0;
    if (!needsPublishing) {
        op.pending.set(linking.edges());
        readyRecords.push_back(0);
    } else {
        op.pending.begin();
        linkOuter(linking, node, list);
        readyRecords.push_back(linking.edges() + 1);
    }
    if (linking.place != nullptr)
        edges.publishUpTo(linking.place);
    return true;
}

void Engine::Core::linkOuter(Linking& linking, const CapturedList::Node& node, const CapturedList& list)
{
    for (std::uint32_t i = 0; i < node.outerCount; ++i) {
        const CapturedList::OuterUse& use = list.m_outerUses[node.firstOuter + i];
        Variable& variable = variables[use.variable.index];
        if (use.what == CapturedList::Outer::ReadersOrWriter)
            for (std::uint32_t r = 0; r < variable.readers; ++r)
                link(linking, variable.reader[r], DependencyKind::WriteAfterRead);
        const bool wantsWriter = use.what == CapturedList::Outer::Writer || variable.readers == 0;
        if (wantsWriter && variable.writer.exists())
            link(linking, variable.writer,
                 use.isData ? DependencyKind::ReadAfterWrite : DependencyKind::WriteAfterWrite);
    }
    if (linking.isPoisoned)
        slab[linking.record].pending.poison();
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
