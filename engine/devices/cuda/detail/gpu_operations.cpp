#include "engine/devices/cuda/detail/gpu_operations.h"

#include "engine/ops/shape_rules.h"

#include <array>

namespace engine::devices::cuda::detail {

using cpu::Task;
using cpu::Variable;
using cpu::VariablePtr;

namespace {

/// In bytes. Before a longer copy to pageable memory, the calling thread waits for earlier work. For a shorter copy, an
/// additional wake-up would cost more than it saves.
constexpr std::int64_t kShortCopy = std::int64_t{64} << 10;

Error unwritten(std::string_view reader)
{
    return untranslatedError(ErrorCode::Unavailable,
                             std::string(reader) + " reads a tensor that nothing has written yet; fill it first.");
}

}  // namespace

Status GpuOperations::allocate(const Task& task, OpId op)
{
    Gpu& gpu = m_parts.gpuOf(task.device);
    for (const VariablePtr& output : task.outputs()) {
        DeviceTensor& tensor = of(*output);
        if (tensor.block)
            continue;
        Result<GpuBlock> block =
            gpu.memory().allocate(output->tensor.shape.bytes(), gpu.compute(), {output->tensor.id, op});
        if (!block)
            return std::move(block).error();
        tensor.block = *std::move(block);
    }
    return {};
}

Status GpuOperations::store(Variable& variable, std::span<const float> values)
{
    DeviceTensor& tensor = of(variable);
    GpuSite& site = m_parts.siteOf(variable.device);
    GpuStream& stream = site.gpu->copyIn();
    GpuStream::Entry entry;
    entry.name = "write";
    entry.after = tensor.uses.before(Uses::Access::Write);
    if (!tensor.block) {
        Result<GpuBlock> block =
            site.gpu->memory().allocate(variable.tensor.shape.bytes(), stream, {variable.tensor.id, {}});
        if (!block)
            return std::move(block).error();
        tensor.block = *std::move(block);
    }
    for (const Point& point : tensor.block.after())
        addPoint(entry.after, point);
    entry.launch = [&](abi::Stream* raw) {
        return site.staging->copyIn(raw, tensor.block.data(), values.data(),
                                    static_cast<std::int64_t>(values.size_bytes()));
    };
    const Result<Point> point = stream.submit(std::move(entry));
    if (!point)
        return point.error();
    tensor.uses.writtenAt(*point);
    tensor.block.setProducer({});
    variable.made = m_parts.computer.trace.now();
    variable.maker = {};
    variable.line = 0;
    return {};
}

Status GpuOperations::run(Task& task, OpId op)
{
    const CopyDirection direction = directionOf(task);
    Status status = task.isCollective                  ? collective(task, op)
                    : direction == CopyDirection::None ? compute(task, op)
                    : direction == CopyDirection::In   ? copyIn(task, op)
                    : direction == CopyDirection::Out  ? copyOut(task, op)
                                                       : copyPeer(task, op);
    if (status && isNaive() && !task.isStaged && direction != CopyDirection::Out && !task.outputs().empty())
        status = await(of(*task.outputs()[0]).uses.written());
    // Frees dropped tensors here, so that a thread that waits for this operation finds their memory free.
    task.variables.clear();
    return status;
}

Nanoseconds GpuOperations::modelled(const Task& task) const
{
    constexpr double kOverhead = 5e-6;
    constexpr double kMemoryRate = 5e11;
    constexpr double kLinkRate = 2e10;
    constexpr double kUsualFlops = 1e13;
    if (directionOf(task) != CopyDirection::None)
        return fromSeconds(kOverhead + static_cast<double>(ops::outputBytesOf(task.operation).value) / kLinkRate);
    const ops::Cost cost = ops::costOf(task.operation);
    const double peak = m_parts.gpuOf(task.device).peakFlops();
    const double bytes = static_cast<double>((cost.read + cost.written).value);
    return fromSeconds(kOverhead + cost.flops / (peak > 0 ? peak : kUsualFlops) + bytes / kMemoryRate);
}

GpuStream::Entry GpuOperations::entryOf(const Task& task, OpId op) const
{
    GpuStream::Entry entry;
    entry.op = op;
    entry.modelled = modelled(task);
    entry.name = ops::nameOf(task.operation.op);
    for (const VariablePtr& input : task.inputs())
        for (const Point& point : of(*input).uses.before(Uses::Access::Read))
            addPoint(entry.after, point);
    for (const VariablePtr& output : task.outputs())
        for (const Point& point : of(*output).uses.before(Uses::Access::Write))
            addPoint(entry.after, point);
    return entry;
}

Result<void*> GpuOperations::place(const Task& task, std::size_t index, GpuStream& stream, OpId op, GpuBlock& fresh,
                                   std::vector<Point>& after)
{
    const Variable& output = *task.outputs()[index];
    DeviceTensor& tensor = of(output);
    const Bytes bytes = task.operation.outputAt(index).bytes();
    bool isReusable = tensor.block && tensor.block.wanted() == bytes;
    for (std::size_t i = 0; isReusable && i < task.inputs().size(); ++i)
        isReusable = task.inputs()[i].get() != &output || ops::canWorkInPlace(task.operation, i, index);
    if (!isReusable) {
        Result<GpuBlock> block = m_parts.gpuOf(task.device).memory().allocate(bytes, stream, {output.tensor.id, op});
        if (!block)
            return std::move(block).error();
        fresh = *std::move(block);
    }
    GpuBlock& block = fresh ? fresh : tensor.block;
    for (const Point& point : block.after())
        addPoint(after, point);
    return block.data();
}

void GpuOperations::noteUse(Task& task, const Point& point, std::span<GpuBlock> fresh, OpId op)
{
    const std::size_t inputs = task.operation.inputs.size();
    for (std::size_t i = 0; i < inputs; ++i)
        of(*task.variables[i]).uses.readAt(point);
    for (std::size_t i = 0; i < task.outputs().size(); ++i) {
        Variable& output = *task.outputs()[i];
        DeviceTensor& tensor = of(output);
        if (i < fresh.size() && fresh[i]) {
            for (const Point& use : tensor.uses.before(Uses::Access::Write))
                tensor.block.usedAt(use);
            tensor.block.usedAt(point);
            tensor.block = std::move(fresh[i]);
        }
        tensor.block.setProducer(op);
        tensor.uses.writtenAt(point);
        output.maker = op;
        output.line = task.line;
    }
}

Status GpuOperations::compute(Task& task, OpId op)
{
    GpuStream& stream = m_queues.computeStream(task);
    Launcher::Job job{task.operation, {}, {}, entryOf(task, op)};
    for (const VariablePtr& input : task.inputs()) {
        if (!of(*input).block)
            return unwritten(ops::nameOf(task.operation.op));
        job.inputs.push_back(of(*input).block.data());
    }
    std::vector<GpuBlock> fresh(task.outputs().size());
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        const Result<void*> data = place(task, i, stream, op, fresh[i], job.entry.after);
        if (!data)
            return data.error();
        job.outputs.push_back(*data);
    }
    const Result<Point> point = m_parts.siteOf(task.device).launcher->launch(stream, std::move(job));
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

Status GpuOperations::copyIn(Task& task, OpId op)
{
    GpuSite& site = m_parts.siteOf(task.device);
    GpuStream& stream = m_queues.copyStream(task, CopyDirection::In);
    const VariablePtr source = task.inputs()[0];
    if (!source->tensor.block)
        return unwritten("Copy");
    GpuStream::Entry entry = entryOf(task, op);
    std::vector<GpuBlock> fresh(task.outputs().size());
    std::vector<void*> targets;
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        const Result<void*> target = place(task, i, stream, op, fresh[i], entry.after);
        if (!target)
            return target.error();
        targets.push_back(*target);
    }
    const bool isPinned = source->tensor.block.isOf(*m_parts.pinned);
    const bool isStaged = !isPinned && m_parts.computer.options.hostMemory == device::HostMemoryMode::Pinned;
    if (isPinned)
        entry.keep = source;
    entry.launch = [&](abi::Stream* raw) {
        const float* from = source->tensor.block.data();
        Status status;
        for (std::size_t i = 0; status && i < targets.size(); ++i) {
            const std::int64_t bytes = task.operation.outputAt(i).bytes().value;
            if (isStaged)
                status = site.staging->copyIn(raw, targets[i], from, bytes);
            else
                status = m_parts.module->check(
                    (*m_parts.module)->copy(raw, targets[i], from, bytes, abi::CopyDirection::In, nullptr),
                    "copy to " + site.gpu->info().name);
            from += task.operation.outputAt(i).elements();
        }
        return status;
    };
    const Result<Point> point = stream.submit(std::move(entry));
    if (!point)
        return point.error();
    noteUse(task, *point, fresh, op);
    return {};
}

Status GpuOperations::copyOut(Task& task, OpId op)
{
    const bool isAwaited =
        !task.isStaged && (isNaive() || !task.isNonBlocking || !cpu::isInline(m_parts.computer.options));
    const VariablePtr target = task.outputs()[0];
    GpuStream& stream = m_queues.copyStream(task, CopyDirection::Out);
    for (const VariablePtr& source : task.inputs())
        if (!of(*source).block)
            return unwritten("Copy");
    if (Status status = m_hostTensors.allocate(*target, m_hostTensors.targetModeOf(task), op); !status)
        return status;
    GpuStream::Entry entry = entryOf(task, op);
    entry.keep = target;
    entry.whenOver = task.whenEnded;
    const std::int64_t bytes = task.operation.output.bytes().value;
    // A long copy to pageable memory waits here for earlier work: the call for such a copy returns when the copy has
    // ended, and other threads cannot use the stream until then.
    if (bytes > kShortCopy && !target->tensor.block.isOf(*m_parts.pinned)) {
        std::vector<Point> before = entry.after;
        before.push_back(stream.last());
        for (const Point& point : before)
            if (Status status = await(point); !status)
                return status;
    }
    entry.launch = [&](abi::Stream* raw) {
        float* to = target->tensor.block.data();
        abi::Code code = abi::Code::Ok;
        for (std::size_t i = 0; code == abi::Code::Ok && i < task.inputs().size(); ++i) {
            const ops::Shape& shape = task.operation.inputs[i];
            code = (*m_parts.module)
                       ->copy(raw, to, of(*task.inputs()[i]).block.data(), shape.bytes().value, abi::CopyDirection::Out,
                              nullptr);
            to += shape.elements();
        }
        return m_parts.module->check(code, "copy from " + stream.state().name);
    };
    const Result<Point> point = stream.submit(std::move(entry));
    if (!point) {
        static_cast<void>(stream.submit({.keep = target}));  // keeps the target alive: a part of the copy may be queued
        return point.error();
    }
    for (const VariablePtr& source : task.inputs())
        of(*source).uses.readAt(*point);
    of(*target).uses.writtenAt(*point);
    target->tensor.block.setProducer(op);
    target->made = m_parts.computer.trace.now();
    target->maker = op;
    target->line = task.line;
    return isAwaited ? await(*point) : Status();
}

Status GpuOperations::copyPeer(Task& task, OpId op)
{
    const Variable& source = *task.inputs()[0];
    GpuStream& stream = m_queues.copyStream(task, CopyDirection::Peer);
    if (!of(source).block)
        return unwritten("Copy");
    GpuStream::Entry entry = entryOf(task, op);
    std::array<GpuBlock, 1> fresh;
    // The memory belongs to the target GPU's compute stream, where later operations use it.
    const Result<void*> target = place(task, 0, m_parts.gpuOf(task.device).compute(), op, fresh[0], entry.after);
    if (!target)
        return target.error();
    const std::int64_t bytes = task.operation.output.bytes().value;
    abi::Gpu* peer = m_parts.gpuOf(task.device).state().gpu;
    entry.launch = [&](abi::Stream* raw) {
        const abi::Code code =
            (*m_parts.module)->copy(raw, *target, of(source).block.data(), bytes, abi::CopyDirection::Peer, peer);
        return m_parts.module->check(
            code, "copy from " + stream.state().name + " to " + m_parts.gpuOf(task.device).info().name);
    };
    const Result<Point> point = stream.submit(std::move(entry));
    if (!point)
        return point.error();
    noteUse(task, *point, fresh, op);
    return {};
}

// Queues the sum in the first GPU's stream for copies to other GPUs. On the devices, the sum follows all earlier uses
// of the tensors, and later uses follow the sum.
Status GpuOperations::collective(Task& task, OpId op)
{
    Gpu& first = m_parts.gpuOf(task.device);
    GpuStream::Entry entry;
    entry.op = op;
    entry.name = "all-reduce";
    entry.modelled = fromSeconds(5e-5 + static_cast<double>(task.operation.output.bytes().value) / 1e10);
    std::vector<abi::Gpu*> gpus;
    std::vector<float*> data;
    for (const VariablePtr& replica : task.outputs()) {
        const DeviceTensor& tensor = of(*replica);
        if (!tensor.block)
            return unwritten("A sum over several GPUs");
        for (const Point& point : tensor.uses.before(Uses::Access::Write))
            addPoint(entry.after, point);
        gpus.push_back(m_parts.gpuOf(replica->device).state().gpu);
        data.push_back(static_cast<float*>(tensor.block.data()));
    }
    entry.launch = [&](abi::Stream* raw) {
        const abi::Code code = (*m_parts.module)
                                   ->allReduce(raw, gpus.data(), data.data(), static_cast<std::int32_t>(gpus.size()),
                                               task.operation.output.elements());
        return m_parts.module->check(code, "add up on " + std::to_string(gpus.size()) + " GPUs");
    };
    const Result<Point> point = first.peer().submit(std::move(entry));
    if (!point)
        return point.error();
    noteUse(task, *point, {}, op);
    // A wait for any of the GPUs must include the sum.
    for (const VariablePtr& replica : task.outputs()) {
        if (replica->device == task.device)
            continue;
        GpuStream::Entry joined;
        joined.name = "all-reduce joined";
        joined.after = {*point};
        if (const auto held = m_parts.gpuOf(replica->device).peer().submit(std::move(joined)); !held)
            return held.error();
    }
    return {};
}

}  // namespace engine::devices::cuda::detail
