#include "engine/devices/sim/detail/simulator.h"

#include "engine/base/expect.h"

#include <algorithm>
#include <array>

namespace engine::devices::sim::detail {

Simulator::Simulator(const device::Profile& profile, const device::PlatformOptions& options, TraceWriter& trace,
                     device::ValueEngine* values)
    : m_profile(profile),
      m_options(options),
      m_trace(trace),
      m_values(values),
      m_storage(profile,
                {.semantics = options.semantics,
                 .isPinnedPoolWarm = options.isPinnedPoolWarm,
                 .isPageableWarm = options.isPageableWarm,
                 .hostMemory = options.hostMemory},
                trace),
      m_observations(values, trace),
      m_engine({.policy = schedule::Policy::Threaded, .maxPending = 0, .isRecording = false, .edgeSink = this}),
      m_pendingOf(profile.gpus.size() + 1, 0),
      m_blocking(profile.gpus.size() + 1)
{
    if (Result<schedule::GroupId> group = m_engine.addGroup({.name = "modelled", .workers = 1, .dispatcher = this}))
        m_group = *group;
    for (const device::GpuModel& gpu : profile.gpus) {
        m_gpus.emplace_back(KernelShare::Options{
            .mostResident = gpu.residentGrids, .isFair = gpu.isSharingFair, .interference = gpu.interference});
        m_gpus.back().queueTails.resize(static_cast<std::size_t>(gpu.hardwareQueues));
    }
    m_gpus.emplace_back(KernelShare::Options{.mostResident = 1 << 20, .isFair = true});
    buildLinks();
    buildLanes();
    for (std::size_t i = 0; i <= profile.gpus.size(); ++i)
        m_defaultStreams.push_back(addStream(DeviceId{i}, device::StreamKind::Legacy, false));
}

// -- time

void Simulator::advanceTo(std::int64_t time)
{
    while (!m_events.empty() && m_events.nextTime() <= time && !isCancelled())
        step();
    m_now = std::max(m_now, time);
}

void Simulator::step()
{
    const Event event = m_events.take();
    // An event of an outdated plan has no time of its own: the clock must not move to it.
    if (event.what() == Happening::KernelsEnd && event.version != m_gpus[event.subject].share.version())
        return;
    if (event.what() == Happening::FlowsEnd && event.version != m_network.version())
        return;
    m_now = event.time;
    switch (event.what()) {
        case Happening::KernelsEnd:
            kernelsEnd(event.subject);
            break;
        case Happening::FlowsEnd:
            flowsEnd();
            break;
        case Happening::StageEnd:
            nextStage(event.subject);
            break;
        case Happening::DeleteEnd:
            --m_deletes;
            break;
        case Happening::Start:
            begin(event.subject);
            break;
    }
    flush();
}

// Schedules the next ends of everything whose plan has changed since it was last scheduled.
void Simulator::flush()
{
    if (m_networkScheduled != m_network.version()) {
        m_networkScheduled = m_network.version();
        drawLinks();
        if (const std::int64_t end = m_network.nextEnd(); end >= 0)
            m_events.schedule(end, Happening::FlowsEnd, 0, m_networkScheduled);
    }
    for (std::uint32_t i = 0; i < m_gpus.size(); ++i) {
        Gpu& gpu = m_gpus[i];
        if (gpu.scheduled == gpu.share.version())
            continue;
        gpu.scheduled = gpu.share.version();
        if (const std::int64_t end = gpu.share.nextEnd(); end >= 0)
            m_events.schedule(end, Happening::KernelsEnd, i, gpu.scheduled);
    }
}

// -- operations

Slot Simulator::newOp()
{
    if (m_spare.empty()) {
        m_ops.emplace_back();
        return static_cast<Slot>(m_ops.size() - 1);
    }
    const Slot slot = m_spare.back();
    m_spare.pop_back();
    return slot;
}

Status Simulator::submit(Slot slot, std::span<const VariableId> reads, std::span<const VariableId> writes)
{
    SimOp& op = m_ops[slot];
    op.issued = m_now;
    std::array<VariableId, 8> tracked;
    std::vector<VariableId> many;
    VariableId* ids = tracked.data();
    if (reads.size() + writes.size() > tracked.size()) {
        many.resize(reads.size() + writes.size());
        ids = many.data();
    }
    const auto use = [&](VariableId id, std::size_t place) {
        Variable& variable = m_storage[id];
        ids[place] = variable.tracked;
        ++variable.uses;
        if (isTorch() && variable.device.index > 0 && variable.stream != op.stream)
            ++variable.foreignUses;
    };
    for (std::size_t i = 0; i < reads.size(); ++i) {
        use(reads[i], i);
        op.reads.push(reads[i].index);
    }
    for (std::size_t i = 0; i < writes.size(); ++i) {
        use(writes[i], reads.size() + i);
        m_storage[writes[i]].isMade = true;
        op.writes.push(writes[i].index);
    }
    m_slots.push_back(slot);
    m_finished.push_back(-1);
    ++m_pending;
    ++m_pendingOf[op.home.index];
    if (op.otherHome.isValid())
        ++m_pendingOf[op.otherHome.index];
    if (isTorch() && op.stream != kNone)
        intoStream(slot);
    m_pushing = slot;
    schedule::PushOptions pushing;
    pushing.group = m_group;
    pushing.priority = op.priority;
    pushing.op = op.id;
    pushing.payload = slot;
    const Result<OpId> pushed = m_engine.push({ids, reads.size()}, {ids + reads.size(), writes.size()}, pushing);
    m_pushing = kNoSlot;
    flush();
    return pushed ? Status{} : Status{pushed.error()};
}

void Simulator::edge(OpId from, OpId to, trace::DependencyKind kind)
{
    m_trace.write(trace::DependencyRecord{.from = from, .to = to, .kind = kind});
    if (m_pushing != kNoSlot && !isDone(from))
        m_ops[m_pushing].predecessors.push(from.index);
}

void Simulator::ready(const schedule::ReadyOp& released)
{
    if (m_isDropping)
        return;
    const auto slot = static_cast<Slot>(released.payload);
    SimOp& op = m_ops[slot];
    op.handle = released.handle;
    op.ready = m_now;
    op.readyCause = released.releasedBy.isValid() ? trace::Cause{trace::CauseKind::Data, released.releasedBy}
                                                  : trace::Cause{trace::CauseKind::Issued, {}};
    if (isTorch() && m_completing != kNoSlot && op.gpu >= 0 && m_ops[m_completing].stream != op.stream)
        op.earliest = std::max(
            op.earliest, m_now + static_cast<std::int64_t>(m_profile.gpus[static_cast<std::size_t>(op.gpu)].eventNs));
    openGate(slot, op.readyCause);
}

void Simulator::openGate(Slot slot, trace::Cause cause)
{
    SimOp& op = m_ops[slot];
    op.startCause = cause;
    if (--op.gates == 0)
        runnable(slot);
}

void Simulator::runnable(Slot slot)
{
    SimOp& op = m_ops[slot];
    if (!isTorch()) {
        enqueue(slot);
        return;
    }
    if (op.startCause.kind == trace::CauseKind::Stream)
        m_trace.write(
            trace::DependencyRecord{.from = op.startCause.op, .to = op.id, .kind = trace::DependencyKind::Stream});
    // A marker never completes from within another completion: a million in a row would be as many calls deep.
    if (op.earliest > m_now || op.kind == OpClass::Marker)
        m_events.schedule(std::max(op.earliest, m_now), Happening::Start, slot);
    else
        begin(slot);
}

void Simulator::begin(Slot slot)
{
    if (m_ops[slot].failure) {
        const Error failure = *m_ops[slot].failure;
        complete(slot, &failure);
        return;
    }
    switch (m_ops[slot].kind) {
        case OpClass::GpuKernel:
            startKernel(slot);
            break;
        case OpClass::HostKernel:
            startHostKernel(slot);
            break;
        case OpClass::Copy:
            requestEngine(slot);
            break;
        case OpClass::Marker:
            m_ops[slot].started = m_now;
            complete(slot);
            break;
    }
}

void Simulator::writeLife(const SimOp& op, trace::OpState state, OpId culprit)
{
    m_trace.write(trace::LifeRecord{.op = op.id,
                                    .lane = op.lane,
                                    .ready = at(op.ready),
                                    .started = at(op.started),
                                    .finished = at(m_now),
                                    .state = state,
                                    .readyCause = op.readyCause,
                                    .startCause = op.startCause,
                                    .culprit = culprit});
}

void Simulator::complete(Slot slot, const Error* failure)
{
    SimOp& op = m_ops[slot];
    if (failure == nullptr) {
        for (std::size_t i = 0; i < op.writes.size(); ++i)
            if (const VariableId id{op.writes[i]}; !m_storage[id].isReleased || !isTorch())
                m_storage.hold(id, op.id, m_now);
        submitValues(op);
        m_observations.complete({m_now, op.id, op.line});
    } else {
        m_observations.drop(op.id);
    }
    writeLife(op, failure == nullptr ? trace::OpState::Done : trace::OpState::Failed);
    m_slots[op.id.index] = kNoSlot;
    m_finished[op.id.index] = m_now;
    m_lastCompleted = op.id;
    endUses(op);
    // The engine first hears of it after the stream has: where both let an operation go on, the data is the reason.
    for (std::size_t i = 0; i < op.followers.size(); ++i) {
        const Slot follower = op.followers[i] & ~kQueueGate;
        const bool isQueue = (op.followers[i] & kQueueGate) != 0;
        SimOp& next = m_ops[follower];
        if (!isQueue && next.gpu >= 0 && next.stream != op.stream)
            next.earliest =
                std::max(next.earliest,
                         m_now + static_cast<std::int64_t>(m_profile.gpus[static_cast<std::size_t>(next.gpu)].eventNs));
        openGate(follower, {isQueue ? trace::CauseKind::Resource : trace::CauseKind::Stream, op.id});
    }
    const schedule::OpHandle handle = op.handle;
    const std::uint32_t worker = op.worker;
    const std::uint32_t group = worker == kNone ? 0 : groupOf(op);
    const OpId id = op.id;
    const Slot outer = m_completing;
    m_completing = slot;
    if (failure == nullptr)
        m_engine.complete(handle);
    else
        m_engine.complete(handle, *failure);
    m_completing = outer;
    op.followers.clear();
    op.predecessors.clear();
    op = SimOp{};
    m_spare.push_back(slot);
    if (worker != kNone)
        freeWorker(group, worker, id);
}

void Simulator::endUses(SimOp& op)
{
    --m_pending;
    --m_pendingOf[op.home.index];
    if (op.otherHome.isValid())
        --m_pendingOf[op.otherHome.index];
    if (isTorch() && op.stream != kNone)
        --m_streams[op.stream].pending;
    for (std::size_t i = 0; i < op.reads.size(); ++i)
        dropUse(VariableId{op.reads[i]}, op);
    for (std::size_t i = 0; i < op.writes.size(); ++i)
        dropUse(VariableId{op.writes[i]}, op);
}

void Simulator::dropUse(VariableId id, const SimOp& op)
{
    Variable& variable = m_storage[id];
    if (isTorch() && variable.device.index > 0 && variable.stream != op.stream && --variable.foreignUses == 0 &&
        variable.isReleased)
        m_storage.makeAvailable(id);
    if (--variable.uses > 0 || !variable.isReleased)
        return;
    if (variable.hasMemory)
        deleteHostMemory(id, m_storage.giveBack(id, memory::DevicePool::Reuse::Now, m_now));
    forget(id);
}

/// Scratch memory of compiled graphs has no numbers.
void Simulator::forget(VariableId id)
{
    const device::ValueId value = m_storage[id].value;
    if (m_values != nullptr && value.isValid())
        m_values->release(value);
    m_storage.forget(id);
}

void Simulator::release(VariableId id)
{
    Variable& variable = m_storage[id];
    m_engine.release(variable.tracked);
    variable.isReleased = true;
    const bool isOnGpu = variable.device.index > 0;
    // PyTorch: device memory goes back at once, since what runs on its stream runs in order.
    if (isTorch() && isOnGpu && variable.hasMemory)
        static_cast<void>(m_storage.giveBack(
            id, variable.foreignUses > 0 ? memory::DevicePool::Reuse::Later : memory::DevicePool::Reuse::Now, m_now));
    if (variable.uses > 0)
        return;
    if (variable.hasMemory) {
        const Bytes toSystem = m_storage.giveBack(id, memory::DevicePool::Reuse::Now, m_now);
        if (isTorch())
            pageWork(unmapNs(m_profile.host, toSystem), "unmap", toSystem, 0, {});
        else
            deleteHostMemory(id, toSystem);
    }
    forget(id);
}

void Simulator::submitValues(SimOp& op)
{
    if (m_values == nullptr || !op.operation)
        return;
    std::vector<device::ValueId> reads;
    std::vector<device::ValueId> writes;
    for (std::size_t i = 0; i < op.reads.size(); ++i)
        reads.push_back(m_storage[VariableId{op.reads[i]}].value);
    for (std::size_t i = 0; i < op.operation->outputCount(); ++i)
        writes.push_back(m_storage[VariableId{op.writes[i]}].value);
    // What is wrong with the operation was said when it was pushed; what goes wrong later comes out of read().
    static_cast<void>(m_values->submit(*op.operation, reads, writes));
}

void Simulator::dropped(const schedule::ReadyOp& released, trace::OpState state, const schedule::FailurePtr& failure)
{
    if (m_isDropping)
        return;
    const auto slot = static_cast<Slot>(released.payload);
    SimOp& op = m_ops[slot];
    op.ready = m_now;
    op.started = m_now;
    op.readyCause = {trace::CauseKind::Data, released.releasedBy};
    writeLife(op, state, failure ? failure->op : OpId{});
    m_observations.drop(op.id);
    m_slots[op.id.index] = kNoSlot;
    m_finished[op.id.index] = m_now;
    m_lastCompleted = op.id;
    endUses(op);
    for (std::size_t i = 0; i < op.followers.size(); ++i)
        openGate(op.followers[i] & ~kQueueGate, {trace::CauseKind::Stream, op.id});
    op = SimOp{};
    m_spare.push_back(slot);
}
}  // namespace engine::devices::sim::detail
