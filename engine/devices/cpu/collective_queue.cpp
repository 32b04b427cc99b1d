#include "engine/devices/cpu/collective_queue.h"

#include <algorithm>
#include <utility>

namespace engine::devices::cpu {

// -- the program's thread

Status CollectiveQueue::open()
{
    const auto group = m_state.engine.addGroup({.name = "communication", .dispatcher = this});
    if (!group)
        return group.error();
    m_group = *group;
    return {};
}

Status CollectiveQueue::push(const CollectivePtr& call, const device::CollectiveRequest& request)
{
    std::vector<VariableId> reads;
    for (const VariablePtr& variable : call->reads)
        reads.push_back(variable->scheduled);
    std::vector<VariableId> writes;
    for (const VariablePtr& variable : call->writes)
        writes.push_back(variable->scheduled);
    writes.push_back(call->done);
    if (!call->isDirect)
        call->lane = laneOf(call->chain);
    {
        const std::lock_guard lock(m_mutex);
        m_pending[call->chain].push_back(call);
    }
    schedule::PushOptions options;
    options.group = m_group;
    options.priority = request.priority;
    options.op = call->op;
    options.name = request.name;
    options.payload = reinterpret_cast<std::uint64_t>(call.get());
    const Result<OpId> pushed = m_state.engine.push(reads, writes, options);
    if (pushed)
        return {};
    const std::lock_guard lock(m_mutex);
    call->isDropped = true;
    return pushed.error();
}

CommunicationLane* CollectiveQueue::laneOf(const ranks::Chain& chain)
{
    CommunicationLane& lane = m_lanes[chain];
    if (!lane.id.isValid())
        lane.id = m_state.addLane({.id = {},
                                   .device = kCpu,
                                   .role = trace::LaneRole::Communication,
                                   .index = static_cast<std::uint16_t>(m_lanes.size() - 1),
                                   .name = ranks::laneNameOf(chain, m_transport.ranksOf(chain.group))});
    return &lane;
}

void CollectiveQueue::addTask(std::function<void()> task)
{
    const std::lock_guard lock(m_mutex);
    m_tasks.push_back(std::move(task));
    notify();
}

// -- any thread

void CollectiveQueue::wake()
{
    const std::lock_guard lock(m_mutex);
    notify();
}

void CollectiveQueue::notify()
{
    m_hasNews = true;
    m_wake.notify_all();
}

void CollectiveQueue::ready(const schedule::ReadyOp& op)
{
    auto* const call = reinterpret_cast<PendingCollective*>(op.payload);
    const std::lock_guard lock(m_mutex);
    call->handle = op.handle;
    call->releasedBy = op.releasedBy;
    call->ready = m_state.trace.now();
    call->isReady = true;
    notify();
}

void CollectiveQueue::dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure)
{
    auto* const call = reinterpret_cast<PendingCollective*>(op.payload);
    trace::LifeRecord life;
    life.op = call->op;
    life.ready = life.started = life.finished = m_state.trace.now();
    life.state = state;
    life.culprit = failure ? failure->op : OpId{};
    m_state.trace.write(life);
    const std::lock_guard lock(m_mutex);
    call->isDropped = true;
    notify();
}

// -- the communicating thread

std::vector<std::function<void()>> CollectiveQueue::popTasks()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_tasks, {});
}

CollectiveQueue::ReadyCalls CollectiveQueue::popReady(Copies copies)
{
    ReadyCalls ready;
    const std::lock_guard lock(m_mutex);
    ready.hasNews = std::exchange(m_hasNews, false);
    for (auto& [chain, pending] : m_pending)
        while (!pending.empty() && isDue(*pending.front(), copies)) {
            if (!pending.front()->isDropped)
                ready.calls.push_back(pending.front());
            pending.pop_front();
        }
    return ready;
}

bool CollectiveQueue::isDue(PendingCollective& call, Copies copies) const
{
    if (call.isDropped || !call.isReady)
        return call.isDropped;
    if (call.isDirect)
        return true;
    const auto isInUse = [this](const VariablePtr& tensor) { return m_state.devices->isInUse(*tensor); };
    const bool hasAwaited = std::exchange(
        call.awaitsCopies, std::ranges::any_of(call.reads, isInUse) || std::ranges::any_of(call.writes, isInUse));
    if (call.awaitsCopies)
        return copies == Copies::Ignore;
    if (hasAwaited)
        call.ready = m_state.trace.now();
    return true;
}

void CollectiveQueue::awaitNews(Nanoseconds most)
{
    std::unique_lock lock(m_mutex);
    m_wake.wait_for(lock, most, [this] { return m_hasNews; });
}

}  // namespace engine::devices::cpu
