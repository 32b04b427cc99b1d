#include "engine/devices/cpu/detail/cpu_platform.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>

/// The platform's operations: from the program's request to the kernel.
namespace engine::devices::cpu::detail {

using device::Semantics;

namespace {

constexpr schedule::GroupId kComputeGroup{0};
constexpr schedule::GroupId kCopyGroup{1};

/// Operations expected to take longer get a StartRecord, so that a live view shows them at work: about 0.2 ms.
constexpr double kLongFlops = 2e7;
constexpr Bytes kLongBytes{4 << 20};

bool isLong(const ops::Operation& operation)
{
    const ops::Cost cost = ops::costOf(operation);
    return cost.flops > kLongFlops || cost.read + cost.written > kLongBytes;
}

}  // namespace

Result<std::unique_ptr<Task>> CpuPlatform::taskOf(const device::OpRequest& request) const
{
    if (request.device != kCpu)
        return makeError(ErrorCode::NotFound, "This computer has no device " + std::to_string(request.device.index) +
                                                  " to compute on; it has the CPU.");
    if (Status status = ops::validate(request.operation); !status)
        return status.error();
    const bool isMarker = request.operation.op == ops::Operator::Marker;
    if (request.reads.size() != request.operation.inputs.size() || request.writes.size() != (isMarker ? 0U : 1U))
        return makeError(ErrorCode::InvalidArgument, std::string(ops::nameOf(request.operation.op)) +
                                                         " was given another number of tensors than it takes.");
    auto task = std::make_unique<Task>();
    task->operation = request.operation;
    task->name = request.name;
    task->line = request.line;
    task->isLong = isLong(request.operation);
    for (std::size_t i = 0; i < request.reads.size(); ++i) {
        task->inputs[i] = find(request.reads[i]);
        if (!task->inputs[i] || task->inputs[i]->tensor.shape.elements() != request.operation.inputs[i].elements())
            return unknownVariable();
    }
    if (!isMarker) {
        task->output = find(request.writes[0]);
        if (!task->output || task->output->tensor.shape.elements() != request.operation.output.elements())
            return unknownVariable();
    }
    return task;
}

Error CpuPlatform::refusal(Error error, Bytes bytes) const
{
    if (error.code != ErrorCode::OutOfMemory)
        return error;
    const std::string framework = m_options.semantics == Semantics::Torch
                                      ? "DefaultCPUAllocator: can't allocate memory: you tried to allocate " +
                                            std::to_string(bytes.value) +
                                            " bytes. Error code 12 (Cannot allocate memory)\n"
                                      : std::string("Failed to allocate CPU Memory\n");
    error.message = framework + error.message;
    return error;
}

Status CpuPlatform::allocateNow(const Task& task, OpId op)
{
    // PyTorch takes the memory when the operation is called, and raises there.
    Tensor* output = task.output ? &task.output->tensor : nullptr;
    if (m_options.semantics != Semantics::Torch || output == nullptr || output->block)
        return {};
    Result<Block> block = m_storage.allocate(output->shape.bytes(), {output->id, op});
    if (!block)
        return refusal(std::move(block).error(), output->shape.bytes());
    output->block = *std::move(block);
    return {};
}

void CpuPlatform::issue(const device::OpRequest& request, OpId op, Nanoseconds begin)
{
    const ops::Cost cost = ops::costOf(request.operation);
    trace::IssueRecord record;
    record.op = op;
    record.begin = begin;
    record.name = request.name;
    record.label = request.label;
    record.text = request.text;
    record.phase = request.phase;
    record.kind = ops::kindOf(request.operation.op);
    record.device = kCpu;
    record.line = request.line;
    record.flops = cost.flops;
    record.bytes = cost.read + cost.written;
    record.outputBytes = cost.written;
    record.end = now();
    write(record);
}

void CpuPlatform::noteStall(Nanoseconds begin, std::int32_t line, OpId op)
{
    write(trace::HostRecord{begin, now(), line, m_stallName, op, {}});
}

Result<OpId> CpuPlatform::push(const device::OpRequest& request)
{
    const Nanoseconds begin = now();
    if (m_isFinished)
        return makeError(ErrorCode::Cancelled, "The run has ended; it takes no more operations.");
    Result<std::unique_ptr<Task>> task = taskOf(request);
    if (!task)
        return std::move(task).error();
    if (request.stream && !isStream(*request.stream))
        return makeError(ErrorCode::NotFound, "The operation names a stream that does not exist.");
    const OpId op(m_nextOp);
    if (Status status = allocateNow(**task, op); !status)
        return status.error();
    ++m_nextOp;
    issue(request, op, begin);
    return schedule(*std::move(task), request, op);
}

Result<OpId> CpuPlatform::schedule(std::unique_ptr<Task> task, const device::OpRequest& request, OpId op)
{
    // A stream that the program made is an order of its own: its operations all write one variable.
    const StreamId stream = request.stream.value_or(m_currentStream);
    std::array<VariableId, 3> reads;
    std::array<VariableId, 2> writes;
    std::size_t readCount = 0;
    std::size_t writeCount = 0;
    for (std::size_t i = 0; i < request.reads.size(); ++i) {
        task->inputs[i]->isUsed = true;
        reads[readCount++] = task->inputs[i]->scheduled;
    }
    VariablePtr output = task->output;
    if (output) {
        output->isUsed = true;
        writes[writeCount++] = output->scheduled;
    }
    if (stream.index != 0)
        writes[writeCount++] = m_streams[stream.index];
    else
        reads[readCount++] = m_streams[0];

    schedule::PushOptions options;
    options.group = request.operation.op == ops::Operator::Copy && !isInline(m_options) ? kCopyGroup : kComputeGroup;
    options.priority = request.priority;
    options.op = op;
    options.name = request.name;
    const bool isFull = m_options.maxPending > 0 && m_engine.pending() >= m_options.maxPending;
    const Nanoseconds begin = isFull ? now() : Nanoseconds{};
    Result<OpId> pushed = m_engine.push(
        std::span(reads.data(), readCount), std::span(writes.data(), writeCount),
        [this, task = std::move(task)](const schedule::Running& running) { return run(*task, running); }, options);
    if (isFull)
        noteStall(begin, request.line, op);
    if (!pushed) {
        trace::LifeRecord life;
        life.op = op;
        life.ready = life.started = life.finished = now();
        life.state = trace::OpState::Cancelled;
        write(life);
        return pushed;
    }
    // Where the operation has run already, its failure comes out of the call.
    if (m_options.semantics == Semantics::Torch && output)
        if (const schedule::FailurePtr failure = m_engine.failureOf(output->scheduled)) {
            static_cast<void>(m_engine.waitAll());  // reported here, so no later wait reports it
            return failure->error;
        }
    return pushed;
}

Team::Watch CpuPlatform::watchOf(const Task& task, OpId op)
{
    Team::Watch watch;
    watch.enter = [this](int helper) { m_helperBegin[static_cast<std::size_t>(helper)] = now(); };
    watch.leave = [this, name = task.name, line = task.line, op](int helper) {
        const auto index = static_cast<std::size_t>(helper);
        write(trace::HostRecord{m_helperBegin[index], now(), line, name, op, m_lives.lanes().cores[index]});
    };
    return watch;
}

int CpuPlatform::shareOf() const
{
    return std::max(1, m_host.cores / m_computeWorkers);
}

Status CpuPlatform::run(Task& task, const schedule::Running& running)
{
    if (task.isLong && running.group == kComputeGroup)
        write(trace::StartRecord{running.op, m_lives.lanes().compute[running.worker], now()});
    std::array<Tensor*, 2> inputs{};
    for (std::size_t i = 0; i < task.operation.inputs.size(); ++i)
        inputs[i] = &task.inputs[i]->tensor;
    Tensor* output = task.output ? &task.output->tensor : nullptr;
    Executor::Share share;
    if (task.isLong && running.group == kComputeGroup)
        share = {shareOf(), watchOf(task, running.op)};
    Status status =
        m_executor.execute(task.operation, {inputs.data(), task.operation.inputs.size()}, output, running.op, share);
    if (!status)
        status = refusal(std::move(status).error(), task.operation.output.bytes());
    // What the program dropped gives its memory back before whoever waits for this operation goes on.
    task.inputs = {};
    task.output.reset();
    return status;
}

void CpuPlatform::label(OpId op, NameId label, NameId text)
{
    write(trace::LabelRecord{op, label, text});
}

}  // namespace engine::devices::cpu::detail
