#include "engine/devices/cuda/detail/gpu_computer.h"

#include <algorithm>
#include <utility>

/// Sums over several GPUs as one operation, queued in the first GPU's stream for copies to other GPUs. It follows all
/// uses of the tensors on the devices, and later uses follow it.
namespace engine::devices::cuda::detail {

std::string GpuComputer::collectives() const
{
    const char* name = (*m_module)->collectives();
    return name != nullptr && !m_isShared ? name : "";
}

Result<OpId> GpuComputer::allReduce(const device::AllReduce& what, NameId name)
{
    const Nanoseconds begin = now();
    if (m_isFinished)
        return makeError(ErrorCode::Cancelled, "The run has ended; it takes no more operations.");
    if (collectives().empty())
        return makeError(ErrorCode::Unsupported, "No library here adds up tensors of several GPUs.");
    auto task = std::make_unique<cpu::Task>();
    task->isCollective = true;
    task->operation.op = ops::Operator::Add;
    task->operation.output = what.shape;
    task->name = name;
    task->line = what.line;
    std::vector<DeviceId> seen;
    for (const device::Replica& replica : what.replicas) {
        const cpu::VariablePtr variable = find(replica.variable);
        if (!variable || variable->device != replica.device || replica.device == cpu::kCpu ||
            variable->tensor.shape.elements() != what.shape.elements() ||
            std::ranges::find(seen, replica.device) != seen.end())
            return makeError(ErrorCode::InvalidArgument,
                             "A sum over several GPUs takes tensors of equal size, one on each GPU.");
        seen.push_back(replica.device);
        task->operation.inputs.push_back(what.shape);
        task->variables.push_back(variable);
    }
    const std::vector<cpu::VariablePtr> replicas = task->variables;
    task->variables.insert(task->variables.end(), replicas.begin(), replicas.end());
    task->device = what.replicas.front().device;
    task->stream = m_currentStreams[task->device.index];

    device::OpRequest request;
    request.device = task->device;
    request.name = name;
    request.line = what.line;
    request.priority = what.priority;
    const OpId op(m_nextOp++);
    trace::IssueRecord record;
    record.op = op;
    record.begin = begin;
    record.name = name;
    record.phase = what.phase;
    record.kind = trace::Kind::CopyPeer;
    record.device = task->device;
    record.line = what.line;
    // Bytes over each link of a ring.
    const auto n = static_cast<std::int64_t>(what.replicas.size());
    record.bytes = Bytes{what.shape.bytes().value * 2 * (n - 1) / n};
    record.outputBytes = Bytes{what.shape.bytes().value * n};
    record.end = now();
    write(record);
    return schedule(std::move(task), request, op);
}

Status GpuComputer::collective(cpu::Task& task, OpId op)
{
    Gpu& first = *siteOf(task.device).gpu;
    GpuStream::Entry entry;
    entry.op = op;
    entry.name = "all-reduce";
    entry.modelled = fromSeconds(5e-5 + static_cast<double>(task.operation.output.bytes().value) / 1e10);
    std::vector<abi::Gpu*> gpus;
    std::vector<float*> data;
    for (const cpu::VariablePtr& replica : task.outputs()) {
        const DeviceTensor& tensor = of(*replica);
        if (!tensor.block)
            return makeError(ErrorCode::Unavailable,
                             "A sum over several GPUs reads a tensor that nothing has written yet; fill it first.");
        for (const Point& point : tensor.uses.before(true))
            addPoint(entry.after, point);
        gpus.push_back(siteOf(replica->device).gpu->state().gpu);
        data.push_back(static_cast<float*>(tensor.block.data()));
    }
    entry.launch = [&](abi::Stream* raw) {
        const abi::Code code = (*m_module)->allReduce(
            raw, gpus.data(), data.data(), static_cast<std::int32_t>(gpus.size()), task.operation.output.elements());
        return m_module->check(code, "add up on " + std::to_string(gpus.size()) + " GPUs");
    };
    const Result<Point> point = first.peer().submit(std::move(entry));
    if (!point)
        return point.error();
    noteUse(task, *point, {}, op);
    // A wait for any of the GPUs must include the sum.
    for (const cpu::VariablePtr& replica : task.outputs()) {
        if (replica->device == task.device)
            continue;
        GpuStream::Entry joined;
        joined.name = "all-reduce joined";
        joined.after = {*point};
        if (const auto held = siteOf(replica->device).gpu->peer().submit(std::move(joined)); !held)
            return held.error();
    }
    return {};
}

}  // namespace engine::devices::cuda::detail
