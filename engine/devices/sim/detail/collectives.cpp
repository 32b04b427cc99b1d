#include "engine/devices/sim/detail/collectives.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine::devices::sim::detail {

namespace {

using device::RankTransport;
using trace::CollectiveKind;

/// The steps of a ring over `ranks`: their number, and the fraction of the collective's bytes that each step moves over
/// every link.
struct Steps {
    int count = 0;
    double part = 1;
};

Steps stepsOf(CollectiveKind kind, int ranks)
{
    const double part = 1.0 / ranks;
    switch (kind) {
        case CollectiveKind::AllReduce:
            return {2 * (ranks - 1), part};
        case CollectiveKind::ReduceScatter:
        case CollectiveKind::AllGather:
        case CollectiveKind::AllToAll:
            return {ranks - 1, part};
        case CollectiveKind::Barrier:
            return {2 * (ranks - 1), 0};
        case CollectiveKind::Reduce:
        case CollectiveKind::Broadcast:
        case CollectiveKind::Gather:
        case CollectiveKind::Scatter:
            // The root's bytes move from rank to rank in pieces: each link carries all bytes once (count * part = 1),
            // and the last piece passes all ranks - 1 links.
            return {ranks - 1, 1.0 / std::max(ranks - 1, 1)};
        case CollectiveKind::Send:
        case CollectiveKind::Receive:
            return {1, 1};
    }
    return {};
}

/// Returns one key for the transfers between two ranks in both directions.
ranks::Chain pairOf(const ranks::Chain& chain)
{
    return {chain.group, std::min(chain.from, chain.to), std::max(chain.from, chain.to)};
}

}  // namespace

Collectives::Collectives(State& state, Links& links, Streams& streams, Views& views, device::ValueEngine* values)
    : m_state(state),
      m_links(links),
      m_streams(streams),
      m_views(views),
      m_values(values),
      m_transport(state.options.transport)
{
}

void Collectives::plan(Slot slot, const device::CollectiveRequest& request)
{
    SimOp& op = m_state.operations[slot];
    const Chain chain = chainOf(request);
    op.kind = OpClass::Collective;
    op.stream = kNone;
    op.operation.reset();
    op.collective = std::make_unique<CollectivePlan>();
    CollectivePlan& plan = *op.collective;
    // A rank's buffer in the ring has as many elements as all inputs together or all outputs together, whichever are
    // more.
    std::int64_t sizes[2] = {0, 0};
    for (const VariableId id : request.reads)
        sizes[0] += m_state.storage[id].shape.elements();
    for (const VariableId id : request.writes)
        sizes[1] += m_state.storage[id].shape.elements();
    plan.elements = std::max(sizes[0], sizes[1]);
    plan.what = ranks::collectiveOf(request, m_sequences[chain]++, Bytes{ops::sizeOf(request.type) * plan.elements});
    plan.reads = request.reads.size();
    plan.writes = request.writes.size();
    plan.from = chain.from;
    plan.to = chain.to;
    plan.concurrent = request.batch.concurrent;
    if (m_state.isTorch() && op.gpu >= 0)
        joinStream(op, slot, request);
    const auto before = m_tails.find(chain);
    if (before != m_tails.end() && (op.stream == kNone || m_streams[op.stream].tail != before->second))
        m_state.operations.orderAfter(slot, before->second);
}

/// Selects the stream of NCCL, as PyTorch does, and the operations that the collective or transfer waits for: all that
/// the program has issued to the current stream (batches: see joinBatch()). Collectives of a GPU share one stream.
/// Outside of batches, all sends of a GPU share one stream and all its receives another one, because each direction has
/// one link. The sends and receives between two ranks are also ordered among each other, because PyTorch has one stream
/// for each pair of ranks.
void Collectives::joinStream(SimOp& op, Slot slot, const device::CollectiveRequest& request)
{
    const Chain chain = chainOf(request);
    if (request.batch.number > 0) {
        op.stream = streamOf(request.device, chain);
        joinBatch(slot, request);
        return;
    }
    m_state.operations.orderAfter(slot, m_streams[m_streams.currentOf(request.device)].tail);
    if (chain.from < 0) {
        op.stream = streamOf(request.device);
    } else {
        const int own = m_transport->place().rank;
        op.stream = streamOf(request.device, {{}, chain.from == own ? own : -1, chain.to == own ? own : -1});
        if (const auto before = m_pairTails.find(pairOf(chain)); before != m_pairTails.end())
            m_state.operations.orderAfter(slot, before->second);
    }
}

std::uint32_t Collectives::streamOf(DeviceId device, const Chain& chain)
{
    const auto [found, isNew] = m_streamOf.try_emplace({device, chain}, kNone);
    if (isNew)
        found->second = m_streams.add(device, device::StreamKind::NonBlocking, StreamUse::Transfers);
    return found->second;
}

/// Orders a transfer after the previous batch, and after all operations that had been issued to the current stream and
/// to NCCL's stream before the first transfer of its batch.
void Collectives::joinBatch(Slot slot, const device::CollectiveRequest& request)
{
    Batch& batch = m_batches[request.device];
    if (std::exchange(batch.number, request.batch.number) != request.batch.number) {
        batch.before = std::exchange(batch.ops, {});
        for (const std::uint32_t stream : {m_streams.currentOf(request.device), streamOf(request.device)})
            batch.before.push_back(m_streams[stream].tail);
    }
    for (const OpId before : batch.before)
        m_state.operations.orderAfter(slot, before);
}

void Collectives::submitted(const device::CollectiveRequest& request, OpId op)
{
    const Chain chain = chainOf(request);
    m_tails[chain] = op;
    if (chain.from >= 0)
        m_pairTails[pairOf(chain)] = op;
    if (request.batch.number == 0 || !m_state.isTorch() || request.device == kCpu)
        return;
    m_batches[request.device].ops.push_back(op);
    m_streams[streamOf(request.device)].awaited.push_back(op);
}

Collectives::ChainLanes& Collectives::lanesOf(const SimOp& op)
{
    const Chain chain = chainOf(*op.collective);
    ChainLanes& lanes = m_lanes[{chain, op.home}];
    if (lanes.collective.isValid())
        return lanes;
    // Each chain has a separate lane, because spans of a lane must not overlap.
    const auto index = static_cast<std::uint16_t>(m_lanes.size() - 1);
    lanes.collective = m_state.trace.lane(op.home, trace::LaneRole::Communication, index,
                                          ranks::laneNameOf(chain, m_transport->ranksOf(chain.group)));
    return lanes;
}

void Collectives::post(Slot slot)
{
    SimOp& op = m_state.operations[slot];
    const CollectivePlan& plan = *op.collective;
    RankTransport::CollectiveCall call;
    call.what = plan.what;
    call.elements = plan.elements;
    call.line = op.line;
    call.gpu = op.gpu;
    call.gpus = static_cast<std::int32_t>(m_state.profile.gpus.size());
    call.time = m_state.now;
    call.concurrent = plan.concurrent;
    op.collective->posted = m_state.now;
    // With MXNet's semantics an operation allocates its outputs when it runs.
    for (std::size_t i = 0; i < op.writes.size(); ++i)
        if (const VariableId id = m_state.storage[VariableId{op.writes[i]}].root;
            !m_state.isTorch() && !m_state.storage[id].hasMemory)
            if (const auto allocated = m_state.storage.allocate(id, m_streams.currentOf(op.home),
                                                                m_state.options.hostMemory, op.id, m_state.now);
                !allocated) {
                fail(allocated.error());
                return;
            }
    std::vector<std::vector<float>> copies;
    if (m_values != nullptr)
        for (std::size_t i = 0; i < plan.reads; ++i) {
            m_views.refresh(VariableId{op.reads[i]});
            const auto numbers = m_values->read(m_state.storage[VariableId{op.reads[i]}].value);
            if (!numbers) {
                fail(numbers.error());
                return;
            }
            // Copied, because a later read() may move the numbers.
            copies.emplace_back(numbers->begin(), numbers->end());
        }
    for (const std::vector<float>& copy : copies)
        call.numbers.emplace_back(copy);
    const Result<RankTransport::Ticket> ticket = m_transport->post(call);
    if (!ticket) {
        fail(ticket.error());
        return;
    }
    if (m_open.size() <= *ticket)
        m_open.resize(*ticket + 1);
    m_open[*ticket] = {slot, {}};
    ++m_openCount;
    m_horizon = m_state.now;
}

bool Collectives::askTransport(std::int64_t time, const std::atomic<bool>& isCancelled)
{
    const Result<RankTransport::Progress> progress = m_transport->advance(time, isCancelled);
    if (!progress) {
        if (progress.error().code != ErrorCode::Cancelled)
            fail(progress.error());
        return true;
    }
    for (const RankTransport::CompleteCollective& complete : progress->complete) {
        OpenCollective& open = m_open[complete.ticket];
        open.complete = complete;
        --m_openCount;
        SimOp& op = m_state.operations[open.slot];
        op.collective->ticket = complete.ticket;
        op.started = complete.started;
        const std::int64_t end = complete.started + std::max<std::int64_t>(std::llround(durationOf(op, complete)), 1);
        m_state.events.scheduleOf(op.id, end, EventKind::CollectiveEnd, open.slot);
    }
    if (progress->complete.empty())
        m_horizon = progress->horizon;
    return progress->complete.empty();
}

void Collectives::reportIdle(std::int64_t time)
{
    m_nextIdleReport = time + kBetweenIdleReports;
    if (m_transport == nullptr)
        return;
    if (Status status = m_transport->reportIdleUntil(time); !status)
        fail(std::move(status).error());
}

double Collectives::durationOf(const SimOp& op, const RankTransport::CompleteCollective& complete) const
{
    const CollectivePlan& plan = *op.collective;
    const auto ranks = static_cast<int>(complete.ranks.size());
    const double fixed = op.gpu >= 0 ? m_state.gpu(op.gpu).kernelNs : m_state.profile.host.opNs;
    if (ranks < 2)
        return fixed;
    const Links::Ring ring = m_links.ringOf(complete, ranks::isTransfer(plan.what.kind));
    const Steps steps = stepsOf(plan.what.kind, ranks);
    // Transfers that run at the same time share the links of their ranks.
    const double bytes = static_cast<double>(plan.what.bytes.value) * steps.part * complete.concurrent;
    return fixed + steps.count * (ring.latency + bytes / ring.rate);
}

/// Shows the steps of the ring on a lane for the link to the next rank.
void Collectives::showSteps(const SimOp& op, const RankTransport::CompleteCollective& complete)
{
    const CollectivePlan& plan = *op.collective;
    const auto ranks = static_cast<int>(complete.ranks.size());
    const int count = stepsOf(plan.what.kind, ranks).count;
    const auto self = std::ranges::find(complete.ranks, m_transport->place().rank) - complete.ranks.begin();
    const auto next = static_cast<std::size_t>(self + 1) % complete.ranks.size();
    const bool isSender = plan.from < 0 || m_transport->place().rank == plan.from;
    if (ranks < 2 || plan.what.bytes.value == 0 || !isSender)
        return;
    ChainLanes& lanes = lanesOf(op);
    if (!lanes.link.isValid())
        lanes.link = m_state.trace.lane({}, trace::LaneRole::Link,
                                        static_cast<std::uint16_t>(m_links.resources() + m_lanes.size()),
                                        m_links.nameOf(complete, static_cast<std::size_t>(self), next) + " → rank " +
                                            std::to_string(complete.ranks[next]));
    for (int step = 0; step < count; ++step) {
        const auto at = [&](int n) { return complete.started + (m_state.now - complete.started) * n / count; };
        m_state.trace.host(at(step), at(step + 1),
                           m_state.trace.intern("step " + std::to_string(step + 1) + " of " + std::to_string(count)),
                           op.line, op.id, lanes.link);
    }
}

void Collectives::end(Slot slot)
{
    SimOp& op = m_state.operations[slot];
    const CollectivePlan& plan = *op.collective;
    OpenCollective open = std::exchange(m_open[plan.ticket], {});
    op.lane = lanesOf(op).collective;
    m_state.trace.write(trace::CollectiveRecord{
        .op = op.id, .what = plan.what, .posted = at(plan.posted), .arrived = at(op.started), .done = at(m_state.now)});
    // Records the steps here, at the modelled end, because the time at which this rank is notified depends on the real
    // speed of the other ranks.
    showSteps(op, open.complete);
    if (m_values != nullptr)
        writeValues(op);
    m_transport->release(plan.ticket);
}

void Collectives::writeValues(const SimOp& op)
{
    const CollectivePlan& plan = *op.collective;
    const Result<std::span<const float>> result = m_transport->resultOf(plan.ticket);
    if (!result) {
        fail(result.error());
        return;
    }
    std::size_t begin = 0;
    for (std::size_t i = 0; i < plan.writes; ++i) {
        const Variable& variable = m_state.storage[VariableId{op.writes[i]}];
        const auto count = static_cast<std::size_t>(variable.shape.elements());
        if (begin + count > result->size())
            return;  // too few numbers: this rank receives nothing, or the program run has failed
        if (Status status = m_values->write(variable.value, result->subspan(begin, count)); !status)
            fail(status.error());
        m_views.written(VariableId{op.writes[i]});
        begin += count;
    }
}

void Collectives::fail(Error error)
{
    if (!m_failure)
        m_failure = std::move(error);
}

}  // namespace engine::devices::sim::detail
