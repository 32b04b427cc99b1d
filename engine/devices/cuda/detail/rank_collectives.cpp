#include "engine/devices/cuda/detail/rank_collectives.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <array>
#include <utility>

namespace engine::devices::cuda::detail {

using abi::ExchangeStep;
using cpu::Exchange;
using cpu::Variable;
using cpu::VariablePtr;
using trace::CollectiveKind;

namespace {

float* dataOf(const Variable& variable)
{
    return static_cast<float*>(of(variable).block.data());
}

abi::Reduction reductionOf(trace::ReduceOp op)
{
    switch (op) {
        case trace::ReduceOp::Product:
            return abi::Reduction::Product;
        case trace::ReduceOp::Minimum:
            return abi::Reduction::Minimum;
        case trace::ReduceOp::Maximum:
            return abi::Reduction::Maximum;
        case trace::ReduceOp::Average:
            return abi::Reduction::Average;
        case trace::ReduceOp::None:  // a Barrier
        case trace::ReduceOp::Sum:
        case trace::ReduceOp::Other:
            break;
    }
    return abi::Reduction::Sum;
}

/// Returns the address of the part of `rank`. `tensors` is a single tensor with the parts of all ranks, or one tensor
/// per rank.
float* partOf(const std::vector<VariablePtr>& tensors, int rank, std::int64_t elements)
{
    return tensors.size() == 1 ? dataOf(*tensors[0]) + rank * elements
                               : dataOf(*tensors[static_cast<std::size_t>(rank)]);
}

/// Returns the calls of NCCL. An all-gather becomes a broadcast from each rank, and a reduce-scatter a reduction to
/// each rank, because the parts may be separate tensors on one rank and one tensor on another, and all ranks must make
/// the same calls.
std::vector<ExchangeStep> stepsOf(const Exchange& what)
{
    std::vector<ExchangeStep> steps;
    const auto add = [&](ExchangeStep::Kind kind, const float* from, float* to, std::int64_t elements, int root) {
        if (elements > 0)
            steps.push_back({from, to, elements, kind, reductionOf(what.what.op), root, 0});
    };
    const auto elementsOf = [](const VariablePtr& tensor) { return tensor->tensor.shape.elements(); };
    const bool isRoot = what.own == what.root;
    switch (what.what.kind) {
        case CollectiveKind::AllGather:
            for (int rank = 0; rank < what.count; ++rank)
                add(ExchangeStep::Kind::Broadcast, dataOf(*what.reads[0]),
                    partOf(what.writes, rank, elementsOf(what.reads[0])), elementsOf(what.reads[0]), rank);
            break;
        case CollectiveKind::ReduceScatter:
            for (int rank = 0; rank < what.count; ++rank)
                add(ExchangeStep::Kind::Reduce, partOf(what.reads, rank, elementsOf(what.writes[0])),
                    dataOf(*what.writes[0]), elementsOf(what.writes[0]), rank);
            break;
        case CollectiveKind::Broadcast:
            for (const VariablePtr& tensor : isRoot ? what.reads : what.writes)
                add(ExchangeStep::Kind::Broadcast, dataOf(*tensor), dataOf(*tensor), elementsOf(tensor), what.root);
            break;
        case CollectiveKind::Reduce:
            for (std::size_t i = 0; i < what.reads.size(); ++i)
                add(ExchangeStep::Kind::Reduce, dataOf(*what.reads[i]),
                    dataOf(isRoot ? *what.writes[i] : *what.reads[i]), elementsOf(what.reads[i]), what.root);
            break;
        case CollectiveKind::AllReduce:
        case CollectiveKind::Barrier:  // an AllReduce of one flag
            for (std::size_t i = 0; i < what.reads.size(); ++i)
                add(ExchangeStep::Kind::AllReduce, dataOf(*what.reads[i]), dataOf(*what.writes[i]),
                    elementsOf(what.reads[i]), -1);
            break;
        case CollectiveKind::AllToAll:
        case CollectiveKind::Gather:
        case CollectiveKind::Scatter:
        case CollectiveKind::Send:
        case CollectiveKind::Receive:
            break;  // see isSupported()
    }
    return steps;
}

/// Whether stepsOf() can express the call.
bool isSupported(const Exchange& what)
{
    const auto ranks = static_cast<std::size_t>(what.count);
    const auto isCut = [&](const std::vector<VariablePtr>& parts) {
        return parts.size() == 1 || parts.size() == ranks;
    };
    switch (what.what.kind) {
        case CollectiveKind::AllGather:
            return what.reads.size() == 1 && isCut(what.writes);
        case CollectiveKind::ReduceScatter:
            return what.writes.size() == 1 && isCut(what.reads);
        case CollectiveKind::AllReduce:
        case CollectiveKind::Barrier:
            return what.reads.size() == what.writes.size();
        case CollectiveKind::Reduce:
            return what.own != what.root || what.reads.size() == what.writes.size();
        case CollectiveKind::Broadcast:
            return true;
        case CollectiveKind::AllToAll:
        case CollectiveKind::Gather:
        case CollectiveKind::Scatter:
        case CollectiveKind::Send:
        case CollectiveKind::Receive:
            break;
    }
    return false;
}

}  // namespace

std::string RankCollectives::name() const
{
    const char* const name = (*m_parts.module)->collectives();
    return name != nullptr ? name : "";
}

RankCollectives::Identity RankCollectives::identityOf(DeviceId device) const
{
    return std::to_array(m_parts.gpuOf(device).facts().identity);
}

Result<cpu::RankLibrary::Id> RankCollectives::makeId()
{
    Id id{};
    static_assert(sizeof id == abi::kIdBytes);
    if (Status status =
            m_parts.module->check((*m_parts.module)->makeId(id.data()), "make an id for the GPUs of a group");
        !status)
        return std::move(status).error();
    return id;
}

Status RankCollectives::connect(GroupId group, DeviceId device, const Id& id, int own, int count)
{
    if (const Result<GpuStream*> stream = m_parts.gpuOf(device).communication(); !stream)
        return stream.error();
    const GpuState& state = m_parts.gpuOf(device).state();
    return m_parts.module->check(
        (*m_parts.module)->connect(state.gpu, static_cast<std::int32_t>(group.index), id.data(), own, count),
        "connect " + state.name + " with the GPUs of the other ranks");
}

void RankCollectives::disconnect(GroupId group, DeviceId device)
{
    (*m_parts.module)->disconnect(m_parts.gpuOf(device).state().gpu, static_cast<std::int32_t>(group.index));
}

Status RankCollectives::prepare(const Exchange& what)
{
    if (!isSupported(what))
        return untranslatedError(ErrorCode::Unsupported, name() + " does not take these lists of tensors.");
    Gpu& gpu = m_parts.gpuOf(what.device);
    for (const VariablePtr& output : what.writes) {
        DeviceTensor& tensor = of(*output);
        const Bytes bytes = output->tensor.shape.bytes();
        if (bytes.value == 0 || (tensor.block && tensor.block.wanted() == bytes))
            continue;
        Result<GpuBlock> block = gpu.memory().allocate(bytes, gpu.compute(), {output->tensor.id, what.op});
        if (!block)
            return std::move(block).error();
        for (const Point& use : tensor.uses.before(Uses::Access::Write))
            tensor.block.usedAt(use);
        tensor.block = *std::move(block);
    }
    for (const VariablePtr& input : what.reads)
        if (!of(*input).block && input->tensor.shape.elements() > 0)
            return untranslatedError(ErrorCode::Unavailable, "This tensor has no values yet: nothing has written it.");
    return {};
}

GpuStream::Entry RankCollectives::entryOf(const Exchange& what) const
{
    GpuStream::Entry entry;
    entry.op = what.op;
    entry.name = "collective";
    entry.isUnbounded = true;  // abandon() can end this collective
    entry.posted = what.posted;
    entry.modelled = fromSeconds(5e-5 + static_cast<double>(what.what.bytes.value) / 1e10);
    for (const VariablePtr& input : what.reads)
        for (const Point& point : of(*input).uses.before(Uses::Access::Read))
            addPoint(entry.after, point);
    for (const VariablePtr& output : what.writes) {
        for (const Point& point : of(*output).uses.before(Uses::Access::Write))
            addPoint(entry.after, point);
        for (const Point& point : of(*output).block.after())
            addPoint(entry.after, point);
    }
    return entry;
}

Status RankCollectives::run(const Exchange& what, std::function<void()> whenEnded)
{
    const Result<GpuStream*> stream = m_parts.gpuOf(what.device).communication();
    if (!stream)
        return stream.error();
    const std::vector<ExchangeStep> steps = stepsOf(what);
    GpuStream::Entry entry = entryOf(what);
    entry.whenOver = std::move(whenEnded);
    entry.launch = [&](abi::Stream* raw) {
        if (steps.empty())
            return Status();
        const abi::Code code = (*m_parts.module)
                                   ->exchange(raw, static_cast<std::int32_t>(what.what.group.index), steps.data(),
                                              static_cast<std::int32_t>(steps.size()));
        return m_parts.module->check(code, "exchange numbers with the GPUs of other ranks");
    };
    const Result<Point> point = (*stream)->submit(std::move(entry));
    if (!point)
        return point.error();
    noteUse(what, *point);
    recordWhenDone(what);
    return {};
}

void RankCollectives::noteUse(const Exchange& what, const Point& point)
{
    for (const VariablePtr& input : what.reads)
        of(*input).uses.readAt(point);
    for (const VariablePtr& output : what.writes) {
        of(*output).uses.writtenAt(point);
        of(*output).block.setProducer(what.op);
        output->maker = what.op;
        output->line = what.line;
    }
}

void RankCollectives::recordWhenDone(const Exchange& what)
{
    const auto write = [this, what = what.what, op = what.op, started = what.started,
                        device = what.device](const LifeLedger::Times& life) {
        if (!m_parts.gpuOf(device).state().isLost)
            m_parts.computer.trace.write(trace::CollectiveRecord{.op = op,
                                                                 .what = what,
                                                                 .posted = life.ready,
                                                                 .arrived = std::max(started, life.ready),
                                                                 .done = life.end});
    };
    m_parts.ledger.whenWritten(what.op, write);
}

Status RankCollectives::check()
{
    for (const auto& site : m_parts.sites) {
        GpuState& state = site->gpu->state();
        if (!site->gpu->isConnected())
            continue;
        if (state.isLost)
            return state.lostError();
        if (Status status = m_parts.module->check((*m_parts.module)->checkExchanges(state.gpu),
                                                  "exchange numbers with the GPUs of other ranks");
            !status)
            return status;
    }
    return {};
}

void RankCollectives::abandon(const Error& reason)
{
    for (const auto& site : m_parts.sites) {
        GpuState& state = site->gpu->state();
        if (site->gpu->isCommunicating() && !m_parts.isStopping)
            state.lose(makeError(reason.code, message("run.gpu-interrupted", state.name, reason.message)));
        else if (site->gpu->isConnected())
            (*m_parts.module)->abandon(state.gpu);
    }
}

}  // namespace engine::devices::cuda::detail
