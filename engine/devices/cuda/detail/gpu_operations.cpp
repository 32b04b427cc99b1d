#include "engine/devices/cuda/detail/gpu_computer.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <array>

/// Operations of the GPUs: which points each one follows on the device, where its result is stored, which stream it
/// uses.
namespace engine::devices::cuda::detail {

using cpu::Task;
using cpu::Variable;
using cpu::VariablePtr;
using device::CopyStream;
using device::HostMemoryMode;
using device::Semantics;
using ops::Operator;

GpuComputer::Way GpuComputer::wayOf(const Task& task)
{
    if (task.operation.op != Operator::Copy)
        return Way::None;
    const DeviceId from = task.inputs()[0]->device;
    if (from == task.device)
        return Way::None;
    if (from == cpu::kCpu)
        return Way::In;
    return task.device == cpu::kCpu ? Way::Out : Way::Peer;
}

bool GpuComputer::isOwnStream() const
{
    const CopyStream usual = m_options.semantics == Semantics::Torch ? CopyStream::Current : CopyStream::Own;
    return m_options.copyStream.value_or(usual) == CopyStream::Own;
}

GpuComputer::Queue GpuComputer::queueOf(StreamId stream) const
{
    const std::lock_guard lock(m_queuesMutex);
    return m_queues[stream.index];
}

GpuComputer::Queue GpuComputer::currentQueue(DeviceId device) const
{
    const std::lock_guard lock(m_queuesMutex);
    return m_queues[m_currentStreams[device.index].index];
}

GpuStream& GpuComputer::computeStream(const Task& task)
{
    if (const Queue queue = queueOf(task.stream); queue.made != nullptr && queue.device == task.device)
        return *queue.made;
    Site& site = siteOf(task.device);
    Gpu& gpu = *site.gpu;
    if (gpu.computeCount() == 1)
        return gpu.compute();
    // A chain of operations stays in its stream, which needs no events; independent operations alternate between the
    // streams.
    for (const VariablePtr& input : task.inputs()) {
        const Point point = of(*input).uses.written();
        for (std::size_t i = 0; i < gpu.computeCount(); ++i)
            if (point.stream == &gpu.compute(i) && !point.stream->isDone(point.number))
                return gpu.compute(i);
    }
    return gpu.compute(site.next++ % gpu.computeCount());
}

GpuStream& GpuComputer::copyStream(const Task& task, Way way)
{
    // PyTorch queues a copy between GPUs on the source GPU.
    const DeviceId place = way == Way::In ? task.device : task.inputs()[0]->device;
    if (const Queue queue = queueOf(task.stream); queue.made != nullptr && queue.device == place)
        return *queue.made;
    Gpu& gpu = *siteOf(place).gpu;
    if (!isOwnStream()) {
        GpuStream* current = currentQueue(place).made;
        return current != nullptr ? *current : gpu.compute();
    }
    return way == Way::In ? gpu.copyIn() : way == Way::Out ? gpu.copyOut() : gpu.peer();
}

schedule::GroupId GpuComputer::groupOf(const Task& task) const
{
    if (task.isCollective)
        return siteOf(task.device).peer;
    switch (wayOf(task)) {
        case Way::In:
            return siteOf(task.device).in;
        case Way::Peer:
            return siteOf(task.inputs()[0]->device).peer;
        case Way::Out:
            return siteOf(task.inputs()[0]->device).out;
        default:
            return task.device == cpu::kCpu ? CpuPlatform::groupOf(task) : siteOf(task.device).issue;
    }
}

schedule::GroupId GpuComputer::groupOfWrites(const Variable& variable) const
{
    return variable.device == cpu::kCpu ? CpuPlatform::groupOfWrites(variable) : siteOf(variable.device).issue;
}

void GpuComputer::describe(const Task& task, trace::IssueRecord& record) const
{
    CpuPlatform::describe(task, record);
    const Way way = wayOf(task);
    if (way == Way::None)
        return;
    record.kind = way == Way::In ? trace::Kind::CopyIn : way == Way::Out ? trace::Kind::CopyOut : trace::Kind::CopyPeer;
    record.bytes = task.operation.output.bytes();
    record.device = way == Way::In ? task.device : task.inputs()[0]->device;
    if (way == Way::Peer)
        return;
    // Does not read memory that workers may change: workers allocate page-locked memory only if the option says so, and
    // no worker knows a tensor that no operation has used.
    const Variable& host = *(way == Way::In ? task.inputs()[0] : task.outputs()[0]);
    const bool isWritten = host.isUsed || host.made != Nanoseconds{};
    const bool isChosen = way == Way::Out ? isPinnedBy(task) : isPinned(host);
    const bool isLocked = cpu::isInline(m_options) && host.tensor.block && (way == Way::Out || !isChosen)
                              ? host.tensor.block.isOf(*m_pinned)
                              : isChosen;
    record.hostMemory = isLocked    ? trace::HostMemory::PinnedPool
                        : isWritten ? trace::HostMemory::PageableWarm
                                    : trace::HostMemory::PageableFresh;
}

Result<OpId> GpuComputer::push(const device::OpRequest& request)
{
    if (request.stream && request.stream->index >= m_streams.size())
        return makeError(ErrorCode::NotFound, "The operation names a stream that does not exist.");
    return CpuPlatform::push(request);
}

Status GpuComputer::allocateNow(const Task& task, OpId op)
{
    if (m_options.semantics != Semantics::Torch)
        return {};
    if (task.device == cpu::kCpu) {
        if (wayOf(task) == Way::Out)
            return ensureHostBlock(*task.outputs()[0], isPinnedBy(task), op);
        if (Status status = pinOutputs(task, op); !status)
            return status;
        return CpuPlatform::allocateNow(task, op);
    }
    GpuStream& home = siteOf(task.device).gpu->compute();
    for (const VariablePtr& output : task.outputs()) {
        DeviceTensor& tensor = of(*output);
        if (tensor.block)
            continue;
        Result<GpuBlock> block =
            siteOf(task.device).gpu->memory().allocate(output->tensor.shape.bytes(), home, {output->tensor.id, op});
        if (!block)
            return std::move(block).error();
        tensor.block = *std::move(block);
    }
    return {};
}

bool GpuComputer::isPinned(const Variable& variable) const
{
    return of(variable).hostMemory.value_or(m_options.hostMemory) == HostMemoryMode::Pinned;
}

bool GpuComputer::isPinnedBy(const Task& copyOut) const
{
    const Variable& target = *copyOut.outputs()[0];
    const bool isUsual = copyOut.isNonBlocking && m_options.semantics == Semantics::Torch;
    return isPinned(target) || (isUsual && !of(target).hostMemory);
}

Status GpuComputer::pinOutputs(const Task& task, OpId op)
{
    for (const VariablePtr& output : task.outputs())
        if (of(*output).hostMemory == HostMemoryMode::Pinned)
            if (Status status = ensureHostBlock(*output, true, op); !status)
                return status;
    return {};
}

Status GpuComputer::ensureHostBlock(Variable& variable, bool isPinned, OpId op)
{
    cpu::Tensor& tensor = variable.tensor;
    if (tensor.block)
        return {};
    Result<cpu::Block> block = (isPinned ? *m_pinned : m_storage).allocate(tensor.shape.bytes(), {tensor.id, op});
    if (!block)
        return refusal(std::move(block).error(), tensor.shape.bytes());
    tensor.block = *std::move(block);
    return {};
}

/// A CPU operation waits for GPU copies that use its tensors.
Status GpuComputer::settleHost(const Task& task)
{
    const std::size_t inputs = task.operation.inputs.size();
    for (std::size_t i = 0; i < task.variables.size(); ++i) {
        const Variable& variable = *task.variables[i];
        if (variable.device != cpu::kCpu)
            continue;
        for (const Point& point : of(variable).uses.before(i >= inputs))
            if (Status status = await(point); !status)
                return status;
    }
    return {};
}

Status GpuComputer::settleHost(const Task& task, OpId op)
{
    Status status = settleHost(task);
    const std::lock_guard lock(m_settledMutex);
    if (status)
        m_settled[op.index] = schedule::TickClock::ticks();
    else if (status.error().code == ErrorCode::Cancelled)
        m_settled[op.index] = std::nullopt;
    return status;
}

Status GpuComputer::run(Task& task, const schedule::Running& running)
{
    const Way way = wayOf(task);
    const bool isOnHost = task.device == cpu::kCpu && way == Way::None;
    if (task.device == cpu::kCpu || way == Way::In)
        if (Status status = isOnHost ? settleHost(task, running.op) : settleHost(task); !status)
            return status;
    if (isOnHost) {
        if (Status status = pinOutputs(task, running.op); !status)
            return status;
        return CpuPlatform::run(task, running);
    }
    const bool isAwaited = isSynchronous() || way != Way::Out || !task.isNonBlocking || !cpu::isInline(m_options);
    Status status = task.isCollective  ? collective(task, running.op)
                    : way == Way::None ? compute(task, running.op)
                    : way == Way::In   ? copyIn(task, running.op)
                    : way == Way::Out  ? copyOut(task, running.op, isAwaited)
                                       : copyPeer(task, running.op);
    if (status && isSynchronous() && way != Way::Out && !task.outputs().empty())
        status = await(of(*task.outputs()[0]).uses.written());
    // Frees the tensors that the program has dropped before a thread that waits for this operation continues.
    task.variables.clear();
    return status;
}

Nanoseconds GpuComputer::modelled(const Task& task) const
{
    constexpr double kOverhead = 5e-6;
    constexpr double kMemoryRate = 5e11;
    constexpr double kLinkRate = 2e10;
    constexpr double kUsualFlops = 1e13;
    if (wayOf(task) != Way::None)
        return fromSeconds(kOverhead + static_cast<double>(task.operation.output.bytes().value) / kLinkRate);
    const ops::Cost cost = ops::costOf(task.operation);
    const double peak = siteOf(task.device).gpu->peakFlops();
    const double bytes = static_cast<double>((cost.read + cost.written).value);
    return fromSeconds(kOverhead + cost.flops / (peak > 0 ? peak : kUsualFlops) + bytes / kMemoryRate);
}

GpuStream::Entry GpuComputer::entryOf(const Task& task, OpId op) const
{
    GpuStream::Entry entry;
    entry.op = op;
    entry.modelled = modelled(task);
    entry.name = ops::nameOf(task.operation.op);
    for (const VariablePtr& input : task.inputs())
        for (const Point& point : of(*input).uses.before(false))
            addPoint(entry.after, point);
    for (const VariablePtr& output : task.outputs())
        for (const Point& point : of(*output).uses.before(true))
            addPoint(entry.after, point);
    return entry;
}

Result<void*> GpuComputer::place(const Task& task, std::size_t index, GpuStream& stream, OpId op, GpuBlock& fresh,
                                 std::vector<Point>& after)
{
    const Variable& output = *task.outputs()[index];
    DeviceTensor& tensor = of(output);
    const Bytes bytes = task.operation.outputAt(index).bytes();
    bool isReusable = tensor.block && tensor.block.wanted() == bytes;
    for (std::size_t i = 0; isReusable && i < task.inputs().size(); ++i)
        isReusable = task.inputs()[i].get() != &output || ops::canWorkInPlace(task.operation, i, index);
    if (!isReusable) {
        Result<GpuBlock> block = siteOf(task.device).gpu->memory().allocate(bytes, stream, {output.tensor.id, op});
        if (!block)
            return std::move(block).error();
        fresh = *std::move(block);
    }
    GpuBlock& block = fresh ? fresh : tensor.block;
    for (const Point& point : block.after())
        addPoint(after, point);
    return block.data();
}

void GpuComputer::noteUse(Task& task, const Point& point, std::span<GpuBlock> fresh, OpId op)
{
    const std::size_t inputs = task.operation.inputs.size();
    for (std::size_t i = 0; i < inputs; ++i)
        of(*task.variables[i]).uses.readAt(point);
    for (std::size_t i = 0; i < task.outputs().size(); ++i) {
        Variable& output = *task.outputs()[i];
        DeviceTensor& tensor = of(output);
        if (i < fresh.size() && fresh[i]) {
            for (const Point& use : tensor.uses.before(true))
                tensor.block.usedAt(use);
            tensor.block.usedAt(point);
            tensor.block = std::move(fresh[i]);
        }
        tensor.block.hold(op);
        tensor.uses.writtenAt(point);
        output.maker = op;
        output.line = task.line;
    }
}

Status GpuComputer::compute(Task& task, OpId op)
{
    GpuStream& stream = computeStream(task);
    Launcher::Job job{task.operation, {}, {}, entryOf(task, op)};
    for (const VariablePtr& input : task.inputs()) {
        if (!of(*input).block)
            return makeError(ErrorCode::Unavailable,
                             std::string(ops::nameOf(task.operation.op)) +
                                 " reads a tensor that nothing has written yet; fill it first.");
        job.inputs.push_back(of(*input).block.data());
    }
    std::vector<GpuBlock> fresh(task.outputs().size());
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        const Result<void*> data = place(task, i, stream, op, fresh[i], job.entry.after);
        if (!data)
            return data.error();
        job.outputs.push_back(*data);
    }
    const Result<Point> point = siteOf(task.device).launcher->launch(stream, std::move(job));
    if (!point) {
        const Result<Point> behind = stream.submit({});
        for (GpuBlock& block : fresh)
            if (behind && block)
                block.usedAt(*behind);
        return point.error();
    }
    noteUse(task, *point, fresh, op);
    return {};
}

Status GpuComputer::copyIn(Task& task, OpId op)
{
    Site& site = siteOf(task.device);
    GpuStream& stream = copyStream(task, Way::In);
    const VariablePtr source = task.inputs()[0];
    if (!source->tensor.block)
        return makeError(ErrorCode::Unavailable, "Copy reads a tensor that nothing has written yet; fill it first.");
    GpuStream::Entry entry = entryOf(task, op);
    std::array<GpuBlock, 1> fresh;
    const Result<void*> target = place(task, 0, stream, op, fresh[0], entry.after);
    if (!target)
        return target.error();
    const float* from = source->tensor.block.data();
    const std::int64_t bytes = task.operation.output.bytes().value;
    const bool isPinned = source->tensor.block.isOf(*m_pinned);
    const bool isStaged = !isPinned && m_options.hostMemory == HostMemoryMode::Pinned;
    if (isPinned)
        entry.keep = source;
    entry.launch = [&](abi::Stream* raw) {
        if (isStaged)
            return site.staging->copyIn(raw, *target, from, bytes);
        return m_module->check((*m_module)->copy(raw, *target, from, bytes, abi::CopyWay::In, nullptr),
                               "copy to " + site.gpu->info().name);
    };
    const Result<Point> point = stream.submit(std::move(entry));
    if (!point)
        return point.error();
    noteUse(task, *point, fresh, op);
    return {};
}

Status GpuComputer::copyOut(Task& task, OpId op, bool isAwaited)
{
    const Variable& source = *task.inputs()[0];
    const VariablePtr target = task.outputs()[0];
    GpuStream& stream = copyStream(task, Way::Out);
    if (!of(source).block)
        return makeError(ErrorCode::Unavailable, "Copy reads a tensor that nothing has written yet; fill it first.");
    if (Status status = ensureHostBlock(*target, isPinnedBy(task), op); !status)
        return status;
    GpuStream::Entry entry = entryOf(task, op);
    entry.keep = target;
    const std::int64_t bytes = task.operation.output.bytes().value;
    entry.launch = [&](abi::Stream* raw) {
        const abi::Code code = (*m_module)->copy(raw, target->tensor.block.data(), of(source).block.data(), bytes,
                                                 abi::CopyWay::Out, nullptr);
        return m_module->check(code, "copy from " + stream.state().name);
    };
    const Result<Point> point = stream.submit(std::move(entry));
    if (!point)
        return point.error();
    of(source).uses.readAt(*point);
    of(*target).uses.writtenAt(*point);
    target->tensor.block.hold(op);
    target->made = now();
    target->maker = op;
    target->line = task.line;
    return isAwaited ? await(*point) : Status();
}

Status GpuComputer::copyPeer(Task& task, OpId op)
{
    const Variable& source = *task.inputs()[0];
    GpuStream& stream = copyStream(task, Way::Peer);
    if (!of(source).block)
        return makeError(ErrorCode::Unavailable, "Copy reads a tensor that nothing has written yet; fill it first.");
    GpuStream::Entry entry = entryOf(task, op);
    std::array<GpuBlock, 1> fresh;
    // The memory belongs to the target GPU's compute stream, where later operations use it.
    const Result<void*> target = place(task, 0, siteOf(task.device).gpu->compute(), op, fresh[0], entry.after);
    if (!target)
        return target.error();
    const std::int64_t bytes = task.operation.output.bytes().value;
    abi::Gpu* peer = siteOf(task.device).gpu->state().gpu;
    entry.launch = [&](abi::Stream* raw) {
        const abi::Code code =
            (*m_module)->copy(raw, *target, of(source).block.data(), bytes, abi::CopyWay::Peer, peer);
        return m_module->check(code,
                               "copy from " + stream.state().name + " to " + siteOf(task.device).gpu->info().name);
    };
    const Result<Point> point = stream.submit(std::move(entry));
    if (!point)
        return point.error();
    noteUse(task, *point, fresh, op);
    return {};
}

}  // namespace engine::devices::cuda::detail
