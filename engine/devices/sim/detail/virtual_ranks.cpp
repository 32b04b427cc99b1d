#include "engine/devices/sim/detail/virtual_ranks.h"

namespace engine::devices::sim::detail {

VirtualRanks::VirtualRanks(State& state, Executor& executor, Simulator& simulator, OperationPlanner& planner,
                           DispatchCost& dispatch)
    : m_state(state),
      m_executor(executor),
      m_sim(simulator),
      m_planner(planner),
      m_dispatch(dispatch),
      m_transport(*state.options.transport)
{
    m_state.trace.write(ranks::recordOf(place(), trace::RankState::Running));
    m_state.trace.write(ranks::recordOf(GroupId{0}, m_transport.ranksOf(GroupId{0})));
}

void VirtualRanks::finish(trace::RankState end)
{
    m_state.trace.write(ranks::recordOf(place(), end));
    m_transport.end();
}

Result<GroupId> VirtualRanks::createGroup(std::span<const int> ranks)
{
    Result<GroupId> group = m_transport.createGroup(ranks);
    if (group)
        m_state.trace.write(ranks::recordOf(*group, ranks));
    return group;
}

std::vector<int> VirtualRanks::ranksOf(GroupId group) const
{
    const std::span<const int> ranks = m_transport.ranksOf(group);
    return {ranks.begin(), ranks.end()};
}

Result<OpId> VirtualRanks::collective(const device::CollectiveRequest& request)
{
    if (m_sim.isCancelled())
        return runStopped();
    if (m_executor.collectives().failure())
        return *m_executor.collectives().failure();
    if (Status status = ranks::check(request, m_transport); !status)
        return std::move(status).error();
    // For the planner, the collective is an operation that computes nothing and has these inputs and outputs.
    device::OpRequest planned;
    planned.reads = request.reads;
    planned.writes = request.writes;
    planned.device = request.device;
    planned.name = request.name;
    planned.label = request.label;
    planned.text = request.text;
    planned.phase = request.phase;
    planned.line = request.line;
    planned.priority = request.priority;
    if (Status status = m_planner.check(planned); !status)
        return std::move(status).error();
    if (Status status = use(request.device, request.line); !status)
        return std::move(status).error();
    const std::int64_t begin = m_state.now;
    m_sim.spend(m_dispatch.next(device::DispatchClass::Operator, planned.operation,
                                request.device == kCpu ? trace::DeviceKind::Cpu : trace::DeviceKind::Gpu) *
                jitter(m_state.options.noise, m_state.options.seed, m_state.operations.nextId(), Varying::Dispatch));
    const Result<OperationPlanner::Plan> plan = m_planner.plan(planned);
    if (!plan)
        return plan.error();
    m_executor.collectives().plan(plan->slot, request);
    SimOp& op = m_state.operations[plan->slot];
    trace::IssueRecord issue = m_planner.issueRecord(op, planned, begin);
    issue.kind = trace::Kind::Collective;
    issue.bytes = issue.outputBytes = op.collective->what.bytes;
    m_state.trace.write(issue);
    if (op.gpu >= 0)
        op.earliest = m_state.now + static_cast<std::int64_t>(m_state.gpu(op.gpu).launchLatencyNs);
    const OpId id = op.id;
    m_executor.collectives().submitted(request, id);
    const Regions::Accesses& accesses = m_executor.regions().of(request.reads, plan->written, Regions::Earlier::None);
    if (Status status = m_executor.submit(plan->slot, request.reads, plan->written, accesses); !status)
        return std::move(status).error();
    return id;
}

bool VirtualRanks::isComplete(OpId op)
{
    return m_state.operations.isDone(op);
}

void VirtualRanks::streamWait(StreamId stream, OpId op)
{
    if (stream.index < m_executor.resources().streams.size())
        m_executor.resources().streams[stream.index].awaited.push_back(op);
}

}  // namespace engine::devices::sim::detail
