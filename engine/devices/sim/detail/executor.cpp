#include "engine/devices/sim/detail/executor.h"

#include "engine/base/expect.h"

#include <algorithm>

namespace engine::devices::sim::detail {

namespace {

/// Delays the start of `op` by the time that an event takes to reach the GPU.
void delayByEvent(State& state, SimOp& op)
{
    op.earliest = std::max(op.earliest, state.now + static_cast<std::int64_t>(state.gpu(op.gpu).eventNs));
}

void writeLife(State& state, const SimOp& op, trace::OpState end, OpId culprit = {})
{
    state.trace.write(trace::LifeRecord{.op = op.id,
                                        .lane = op.lane,
                                        .ready = at(op.ready),
                                        .started = at(op.started),
                                        .finished = at(state.now),
                                        .state = end,
                                        .readyCause = op.readyCause,
                                        .startCause = op.startCause,
                                        .culprit = culprit});
}

}  // namespace

Executor::Executor(State& state, device::ValueEngine* values)
    : m_state(state),
      m_values(values),
      m_resources(state),
      m_views(state, values),
      m_uses(state, m_resources.pages, m_views, values),
      m_observations(state, m_views, m_uses, values),
      m_collectives(state, m_resources.links, m_resources.streams, m_views, values),
      m_engine({.policy = schedule::Policy::Threaded, .maxPending = 0, .isRecording = false, .edgeSink = this}),
      m_regions(state, m_views, m_engine)
{
    const Result<schedule::GroupId> group = m_engine.addGroup({.name = "modelled", .workers = 1, .dispatcher = this});
    ENGINE_ENSURE(group);
    m_group = *group;
}

// -- events

void Executor::process(const Event& event)
{
    switch (event.what()) {
        case EventKind::KernelsEnd:
            for (Slot slot : m_resources.kernels.end(DeviceId{event.subject}))
                complete(slot);
            break;
        case EventKind::FlowsEnd:
            for (Slot slot : m_resources.links.end())
                if (m_resources.copies.endFlow(slot))
                    endCopy(slot);
            break;
        case EventKind::StageEnd:
            if (m_resources.copies.endStage(event.subject))
                endCopy(event.subject);
            break;
        case EventKind::DeleteEnd:
            m_resources.pages.endUnmap();
            break;
        case EventKind::Start:
            begin(event.subject);
            break;
        case EventKind::CollectiveEnd:
            m_collectives.end(event.subject);
            complete(event.subject);
            break;
    }
    m_resources.scheduleEnds();
}

// -- operations

Status Executor::submit(Slot slot, std::span<const VariableId> reads, std::span<const VariableId> writes,
                        const Regions::Accesses& accesses)
{
    SimOp& op = m_state.operations[slot];
    op.issued = m_state.now;
    for (VariableId id : reads) {
        m_uses.add(id, op);
        op.reads.push(id.index);
    }
    for (VariableId id : writes) {
        m_uses.add(id, op);
        m_state.storage.rootOf(id).isMade = true;
        op.writes.push(id.index);
    }
    m_state.operations.enter(slot);
    if (m_state.isTorch() && op.stream != kNone)
        m_resources.streams.enqueue(slot);
    m_pushing = slot;
    schedule::PushOptions pushing;
    pushing.group = m_group;
    pushing.priority = op.priority;
    pushing.op = op.id;
    pushing.payload = slot;
    const Result<OpId> pushed = m_engine.push(accesses.reads, accesses.writes, pushing);
    m_pushing = kNoSlot;
    m_resources.scheduleEnds();
    return pushed ? Status{} : Status{pushed.error()};
}

void Executor::edge(OpId from, OpId to, trace::DependencyKind kind)
{
    m_state.trace.write(trace::DependencyRecord{.from = from, .to = to, .kind = kind});
    if (m_pushing != kNoSlot && !m_state.operations.isDone(from))
        m_state.operations[m_pushing].predecessors.push(from.index);
}

void Executor::ready(const schedule::ReadyOp& released)
{
    if (m_isDropping)
        return;
    const auto slot = static_cast<Slot>(released.payload);
    SimOp& op = m_state.operations[slot];
    op.handle = released.handle;
    op.ready = m_state.now;
    op.readyCause = released.releasedBy.isValid() ? trace::Cause{trace::CauseKind::Data, released.releasedBy}
                                                  : trace::Cause{trace::CauseKind::Issued, {}};
    if (m_state.isTorch() && m_completing != kNoSlot && op.gpu >= 0 &&
        m_state.operations[m_completing].stream != op.stream)
        delayByEvent(m_state, op);
    openGate(slot, op.readyCause);
}

void Executor::openGate(Slot slot, trace::Cause cause)
{
    SimOp& op = m_state.operations[slot];
    op.startCause = cause;
    if (--op.gates == 0)
        leaveGates(slot);
}

void Executor::leaveGates(Slot slot)
{
    if (!m_state.isTorch() && m_state.operations[slot].kind != OpClass::Collective) {
        if (m_resources.workers.acquire(slot))
            begin(slot);
        return;
    }
    const SimOp& op = m_state.operations[slot];
    if (op.startCause.kind == trace::CauseKind::Stream)
        m_state.trace.write(
            trace::DependencyRecord{.from = op.startCause.op, .to = op.id, .kind = trace::DependencyKind::Stream});
    // A marker is always completed by an event: completing it directly would recurse once per consecutive marker.
    if (op.earliest > m_state.now || op.kind == OpClass::Marker)
        m_state.events.schedule(std::max(op.earliest, m_state.now), EventKind::Start, slot);
    else
        begin(slot);
}

void Executor::begin(Slot slot)
{
    SimOp& op = m_state.operations[slot];
    if (op.failure) {
        const Error failure = *op.failure;
        complete(slot, &failure);
        return;
    }
    switch (op.kind) {
        case OpClass::GpuKernel:
        case OpClass::HostKernel:
            m_resources.kernels.start(slot);
            break;
        case OpClass::Copy:
            m_resources.copies.request(slot);
            break;
        case OpClass::Marker:
            op.started = m_state.now;
            complete(slot);
            break;
        case OpClass::Collective:
            m_collectives.post(slot);
            break;
    }
}

void Executor::endCopy(Slot slot)
{
    m_resources.copies.release(m_state.operations[slot]);
    complete(slot);
}

void Executor::complete(Slot slot, const Error* failure)
{
    SimOp& op = m_state.operations[slot];
    if (failure == nullptr) {
        for (std::size_t i = 0; i < op.writes.size(); ++i)
            if (const VariableId id = m_state.storage[VariableId{op.writes[i]}].root;
                m_state.storage[id].holders > 0 || !m_state.isTorch())
                m_state.storage.markWritten(id, op.id, m_state.now);
        submitValues(op);
        m_observations.complete({m_state.now, op.id, op.line});
    } else {
        m_observations.drop(op.id);
    }
    leave(op, failure == nullptr ? trace::OpState::Done : trace::OpState::Failed);
    // Releases the next operations of the stream before those that depend on data: for an operation that waits for both
    // the stream and data, data is then recorded as the cause of its start.
    for (std::size_t i = 0; i < op.followers.size(); ++i) {
        const Slot follower = op.followers[i] & ~kQueueGate;
        const bool isQueue = (op.followers[i] & kQueueGate) != 0;
        SimOp& next = m_state.operations[follower];
        if (!isQueue && next.gpu >= 0 && next.stream != op.stream)
            delayByEvent(m_state, next);
        openGate(follower, {isQueue ? trace::CauseKind::Resource : trace::CauseKind::Stream, op.id});
    }
    const schedule::OpHandle handle = op.handle;
    const std::uint32_t worker = op.worker;
    const std::uint32_t group = m_resources.workers.groupOf(op);
    const OpId id = op.id;
    const Slot outer = m_completing;
    m_completing = slot;
    if (failure == nullptr)
        m_engine.complete(handle);
    else
        m_engine.complete(handle, *failure);
    m_completing = outer;
    m_state.operations.free(slot);
    if (worker == kNone)
        return;
    if (const Slot next = m_resources.workers.release(group, worker, id); next != kNoSlot)
        begin(next);
}

void Executor::submitValues(const SimOp& op)
{
    if (m_values == nullptr || !op.operation)
        return;
    std::vector<device::ValueId> reads;
    std::vector<device::ValueId> writes;
    for (std::size_t i = 0; i < op.reads.size(); ++i) {
        m_views.refresh(VariableId{op.reads[i]});
        reads.push_back(m_state.storage[VariableId{op.reads[i]}].value);
    }
    for (std::size_t i = 0; i < op.operation->outputCount(); ++i)
        writes.push_back(m_state.storage[VariableId{op.writes[i]}].value);
    // push() has validated the operation; read() returns later errors.
    static_cast<void>(m_values->submit(*op.operation, reads, writes));
    for (std::size_t i = 0; i < writes.size(); ++i)
        m_views.written(VariableId{op.writes[i]});
}

/// Removes the operation from the pending operations and records its lifetime.
void Executor::leave(SimOp& op, trace::OpState end, OpId culprit)
{
    writeLife(m_state, op, end, culprit);
    m_state.operations.leave(op, m_state.now);
    if (m_state.isTorch() && op.stream != kNone)
        --m_resources.streams[op.stream].pending;
    m_uses.remove(op);
}

void Executor::dropped(const schedule::ReadyOp& released, trace::OpState state, const schedule::FailurePtr& failure)
{
    if (m_isDropping)
        return;
    const auto slot = static_cast<Slot>(released.payload);
    SimOp& op = m_state.operations[slot];
    op.ready = m_state.now;
    op.started = m_state.now;
    op.readyCause = {trace::CauseKind::Data, released.releasedBy};
    m_observations.drop(op.id);
    leave(op, state, failure ? failure->op : OpId{});
    for (std::size_t i = 0; i < op.followers.size(); ++i)
        openGate(op.followers[i] & ~kQueueGate, {trace::CauseKind::Stream, op.id});
    m_state.operations.free(slot);
}

Bytes Executor::release(VariableId id)
{
    if (m_state.storage.drop(id))
        m_regions.release(m_state.storage[id].root);
    return m_uses.release(id);
}

bool Executor::makeView(const device::OpRequest& request)
{
    const VariableId id = request.writes[0];
    const Variable& view = m_state.storage[id];
    const bool isCarried =
        std::ranges::all_of(request.reads, [&](VariableId read) { return m_state.storage[read].root == view.root; });
    if (isCarried)
        return true;
    if (request.reads.size() != 1 || view.root != id || view.hasMemory || view.isMade || view.uses > 0 ||
        view.views > 0)
        return false;
    m_engine.release(view.tracked);
    m_views.add(id, request.reads[0], request.operation);
    return true;
}

void Executor::dropAll()
{
    m_isDropping = true;
    m_engine.cancel();
    m_state.operations.dropAll(m_state.now, [&](SimOp& op) {
        if (!op.hasStarted)
            op.lane = LaneId{};
        writeLife(m_state, op, trace::OpState::Cancelled);
    });
    m_state.events.clear();
}

}  // namespace engine::devices::sim::detail
