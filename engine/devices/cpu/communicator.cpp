#include "engine/devices/cpu/communicator.h"

#include "engine/base/host_limits.h"
#include "engine/messages/messages.h"
#include "engine/ranks/clock_map.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

namespace engine::devices::cpu {

namespace {

std::string firstLineOf(const char* path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::vector<VariableId> idsOf(const std::vector<VariablePtr>& variables)
{
    std::vector<VariableId> ids;
    for (const VariablePtr& variable : variables)
        ids.push_back(variable->tensor.id);
    return ids;
}

}  // namespace

Communicator::Communicator(ComputerState& state, Tensors& tensors, Issuer& issuer, device::RankTransport& transport)
    : m_state(state),
      m_tensors(tensors),
      m_issuer(issuer),
      m_transport(transport),
      m_inFlight(state),
      m_queue(state, transport),
      m_thread(state, transport, m_queue),
      m_groups(state, transport, m_thread),
      m_copies(state, tensors, issuer, [this] { m_queue.wake(); })
{
}

Status Communicator::open()
{
    for (const Status& status : {m_queue.open(), m_copies.open()})
        if (!status)
            return status;
    m_rank = ranks::recordOf(place(), trace::RankState::Running);
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) == 0)
        m_rank.host = host.data();
    m_rank.boot = firstLineOf("/proc/sys/kernel/random/boot_id");
    m_rank.process = static_cast<std::uint64_t>(::getpid());
    m_state.trace.write(m_rank);
    m_state.trace.write(ranks::recordOf(GroupId{0}, m_transport.ranksOf(GroupId{0})));
    m_firstPoint = m_transport.compareClocks([this] { return m_state.trace.now(); }, m_thread.isCancelled());
    if (m_firstPoint)
        m_state.trace.write(*m_firstPoint);
    if (const int ranks = place().localCount, cores = std::max(usableCores(), place().localCores); ranks > cores)
        m_state.trace.write(trace::NoteRecord{
            .time = m_state.trace.now(), .text = message("run.note.shared-cores", ranks, cores), .isWarning = true});
    m_thread.start();
    return {};
}

void Communicator::finish(trace::RankState state)
{
    m_thread.stop();
    // Writes the comparisons of clocks that the communicating thread made. One thread writes all comparisons, because
    // their times must ascend.
    for (const trace::ClockRecord& point : m_thread.clockPoints())
        if (m_firstPoint && ranks::refines(*m_firstPoint, point))
            m_state.trace.write(point);
    m_transport.end();
    const std::atomic<bool> isCancelled{false};  // never set: this rank waits even if it was stopped
    if (const auto point = m_transport.compareClocks([this] { return m_state.trace.now(); }, isCancelled))
        m_state.trace.write(*point);
    m_rank.state = state;
    m_state.trace.write(m_rank);
    // A GPU of another rank may still read numbers of this rank, so the library must end on all ranks together.
    if (m_groups.isConnected() && !m_transport.awaitEnds(m_thread.isCancelled()))
        m_state.devices->rankLibrary()->abandon(Issuer::hasEnded());
}

Result<GroupId> Communicator::createGroup(std::span<const int> ranks)
{
    Result<GroupId> group = m_thread.createGroup(ranks);
    if (group)
        m_state.trace.write(ranks::recordOf(*group, ranks));
    return group;
}

std::vector<int> Communicator::ranksOf(GroupId group) const
{
    const std::span<const int> ranks = m_transport.ranksOf(group);
    return {ranks.begin(), ranks.end()};
}

void Communicator::streamWait(StreamId stream, OpId op)
{
    if (m_inFlight.awaitCall(op))
        m_state.devices->waits().waitOperation(stream, op);
}

Status Communicator::addVariables(std::span<const VariableId> ids, std::vector<VariablePtr>& variables,
                                  std::int64_t& elements) const
{
    std::int64_t sum = 0;
    for (const VariableId id : ids) {
        VariablePtr variable = m_tensors.find(id);
        if (!variable)
            return unknownVariable();
        sum += variable->tensor.shape.elements();
        variable->isUsed = true;
        variables.push_back(std::move(variable));
    }
    elements = std::max(elements, sum);
    return {};
}

Result<CollectivePtr> Communicator::callOf(const device::CollectiveRequest& request) const
{
    if (Status status = ranks::check(request, m_transport); !status)
        return std::move(status).error();
    auto call = std::make_shared<PendingCollective>();
    for (const auto& [ids, variables] :
         {std::pair{request.reads, &call->reads}, std::pair{request.writes, &call->writes}})
        if (Status status = addVariables(ids, *variables, call->elements); !status)
            return std::move(status).error();
    call->line = request.line;
    call->device = request.device;
    call->chain = ranks::chainOf(request.kind, request.group, request.root, place().rank);
    const std::span<const int> ranks = m_transport.ranksOf(request.group);
    const auto positionOf = [&](int rank) { return static_cast<int>(std::ranges::find(ranks, rank) - ranks.begin()); };
    call->own = positionOf(place().rank);
    call->root = request.root < 0 ? -1 : positionOf(request.root);
    call->count = static_cast<int>(ranks.size());
    // Elements of all types are stored as float32.
    call->what = ranks::collectiveOf(request, 0, Bytes{4 * call->elements});
    return call;
}

Result<OpId> Communicator::collective(const device::CollectiveRequest& request)
{
    if (m_state.isFinished)
        return Issuer::hasEnded();
    const Result<CollectivePtr> call = callOf(request);
    if (!call)
        return call.error();
    Result<OpId> op = issue(*call, request);
    m_copies.release();
    return op;
}

Result<OpId> Communicator::issue(const CollectivePtr& call, const device::CollectiveRequest& request)
{
    call->what.sequence = m_sequences[call->chain];
    const Result<bool> isDirect = m_groups.usesLibrary(*call);
    if (!isDirect)
        return isDirect.error();
    call->isDirect = *isDirect;
    if (!call->isDirect)
        if (Status status = m_copies.toHost(call->reads, call->writes, request, m_groups.problem()); !status)
            return std::move(status).error();
    const Nanoseconds begin = m_state.trace.now();
    if (m_state.options.semantics == device::Semantics::Torch)
        if (Status status = allocateOutputs(m_state, *call); !status)
            return std::move(status).error();
    ++m_sequences[call->chain];
    call->op = m_issuer.nextOp();
    call->done = m_state.engine.newVariable();
    writeIssue(*call, request, begin);
    std::vector<CallsInFlight::Entry> entries{
        {{}, request.device, call->done, idsOf(call->reads), idsOf(call->writes)}};
    for (const VariableId id : idsOf(m_copies.awaited()))
        entries.front().reads.push_back(id);
    OpId last = call->op;
    Status status = m_queue.push(call, request);
    if (status && !m_copies.written().empty()) {
        const VariableId done = m_state.engine.newVariable();
        const Result<OpId> copy = m_copies.toGpu(request, done);
        entries.push_back({{}, request.device, done, {}, idsOf(m_copies.written())});
        if (copy)
            last = *copy;
        else
            status = copy.error();
    }
    for (CallsInFlight::Entry& entry : entries) {
        entry.call = last;
        m_inFlight.add(std::move(entry));
    }
    if (!status)
        return std::move(status).error();
    return last;
}

void Communicator::writeIssue(const PendingCollective& call, const device::CollectiveRequest& request,
                              Nanoseconds begin)
{
    trace::IssueRecord record;
    record.op = call.op;
    record.begin = begin;
    record.name = request.name;
    record.label = request.label;
    record.text = request.text;
    record.phase = request.phase;
    record.kind = trace::Kind::Collective;
    record.device = call.isDirect ? call.device : kCpu;
    record.line = request.line;
    record.bytes = record.outputBytes = call.what.bytes;
    record.end = m_state.trace.now();
    m_state.trace.write(record);
}

}  // namespace engine::devices::cpu
