#include "engine/devices/cpu/cpu_platform.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>

/// The part of CpuPlatform that issues, schedules and runs operations.
namespace engine::devices::cpu {

using device::Semantics;

namespace {

constexpr schedule::GroupId kComputeGroup{0};
constexpr schedule::GroupId kCopyGroup{1};

Error elsewhere(ops::Operator op)
{
    return makeError(
        ErrorCode::InvalidArgument,
        std::string(ops::nameOf(op)) + " was given tensors of several devices; copy them to one device first.");
}

}  // namespace

schedule::GroupId CpuPlatform::groupOf(const Task& task) const
{
    return task.operation.op == ops::Operator::Copy && !isInline(m_options) ? kCopyGroup : kComputeGroup;
}

schedule::GroupId CpuPlatform::groupOfWrites(const Variable&) const
{
    return kComputeGroup;
}

void CpuPlatform::describe(const Task& task, trace::IssueRecord& record) const
{
    record.kind = ops::kindOf(task.operation.op);
}

Result<std::unique_ptr<Task>> CpuPlatform::taskOf(const device::OpRequest& request) const
{
    if (!isDevice(request.device))
        return unknownDevice(request.device, " to compute on");
    if (Status status = ops::validate(request.operation); !status)
        return status.error();
    if (request.reads.size() != request.operation.inputs.size() ||
        request.writes.size() != request.operation.outputCount())
        return makeError(ErrorCode::InvalidArgument, std::string(ops::nameOf(request.operation.op)) +
                                                         " was given another number of tensors than it takes.");
    auto task = std::make_unique<Task>();
    task->operation = request.operation;
    task->device = request.device;
    task->stream = request.stream.value_or(m_currentStreams[request.device.index]);
    task->isNonBlocking = request.isNonBlocking;
    task->name = request.name;
    task->line = request.line;
    task->isLong = Executor::isLong(request.operation);
    task->variables.reserve(request.reads.size() + request.writes.size());
    const auto take = [&](VariableId id, const tensor::Shape& shape) {
        task->variables.push_back(find(id));
        const VariablePtr& variable = task->variables.back();
        return variable && variable->tensor.shape.elements() == shape.elements();
    };
    for (std::size_t i = 0; i < request.reads.size(); ++i)
        if (!take(request.reads[i], request.operation.inputs[i]))
            return unknownVariable();
    for (std::size_t i = 0; i < request.writes.size(); ++i) {
        const auto earlier = request.writes.first(i);
        if (std::ranges::find(earlier, request.writes[i]) != earlier.end())
            return makeError(ErrorCode::InvalidArgument, std::string(ops::nameOf(request.operation.op)) +
                                                             " cannot put two results into one tensor.");
        if (!take(request.writes[i], request.operation.outputAt(i)))
            return unknownVariable();
    }
    const bool isCopy = request.operation.op == ops::Operator::Copy;
    for (const VariablePtr& variable : isCopy ? task->outputs() : std::span<const VariablePtr>(task->variables))
        if (variable->device != request.device)
            return elsewhere(request.operation.op);
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
    // PyTorch allocates the memory when the operation is called, and raises the error there.
    if (m_options.semantics != Semantics::Torch)
        return {};
    for (const VariablePtr& output : task.outputs()) {
        Tensor& tensor = output->tensor;
        if (tensor.block)
            continue;
        Result<Block> block = m_storage.allocate(tensor.shape.bytes(), {tensor.id, op});
        if (!block)
            return refusal(std::move(block).error(), tensor.shape.bytes());
        tensor.block = *std::move(block);
    }
    return {};
}

void CpuPlatform::issue(const Task& task, const device::OpRequest& request, OpId op, Nanoseconds begin)
{
    const ops::Cost cost = ops::costOf(request.operation);
    trace::IssueRecord record;
    record.op = op;
    record.begin = begin;
    record.name = request.name;
    record.label = request.label;
    record.text = request.text;
    record.phase = request.phase;
    record.device = request.device;
    record.line = request.line;
    record.flops = cost.flops;
    record.bytes = cost.read + cost.written;
    record.outputBytes = ops::outputBytesOf(request.operation);
    describe(task, record);
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
    issue(**task, request, op, begin);
    return schedule(*std::move(task), request, op);
}

Result<OpId> CpuPlatform::schedule(std::unique_ptr<Task> task, const device::OpRequest& request, OpId op)
{
    // Operations of a stream that the program created run in order: they all write the stream's variable.
    const Stream& stream = m_streams[task->stream.index];
    m_scheduled.clear();
    for (const VariablePtr& input : task->inputs())
        m_scheduled.push_back(input->scheduled);
    if (stream.isDefault)
        m_scheduled.push_back(stream.scheduled);
    const std::size_t readCount = m_scheduled.size();
    for (const VariablePtr& output : task->outputs())
        m_scheduled.push_back(output->scheduled);
    if (!stream.isDefault)
        m_scheduled.push_back(stream.scheduled);
    for (const VariablePtr& variable : task->variables)
        variable->isUsed = true;
    const VariablePtr output = task->outputs().empty() ? nullptr : task->outputs()[0];

    schedule::PushOptions options;
    options.group = groupOf(*task);
    options.priority = request.priority;
    options.op = op;
    options.name = request.name;
    const bool isFull = m_options.maxPending > 0 && m_engine.pending() >= m_options.maxPending;
    const Nanoseconds begin = isFull ? now() : Nanoseconds{};
    Result<OpId> pushed = m_engine.push(
        std::span(m_scheduled).first(readCount), std::span(m_scheduled).subspan(readCount),
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
    // Under PyTorch the operation has already run, so the call returns its failure.
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
    std::vector<Tensor*> tensors;
    tensors.reserve(task.variables.size());
    for (const VariablePtr& variable : task.variables)
        tensors.push_back(&variable->tensor);
    const std::span<Tensor* const> all(tensors);
    const std::size_t inputs = task.operation.inputs.size();
    Executor::Share share;
    if (task.isLong && running.group == kComputeGroup)
        share = {shareOf(), watchOf(task, running.op)};
    Status status = m_executor.execute(task.operation, all.first(inputs), all.subspan(inputs), running.op, share);
    if (!status)
        status = refusal(std::move(status).error(), ops::outputBytesOf(task.operation));
    const Nanoseconds end = now();
    for (const VariablePtr& output : task.outputs()) {
        output->made = end;
        output->maker = running.op;
        output->line = task.line;
    }
    // Frees the tensors that the program has dropped before a thread that waits for this operation continues.
    task.variables.clear();
    return status;
}

void CpuPlatform::label(OpId op, NameId label, NameId text)
{
    write(trace::LabelRecord{op, label, text});
}

}  // namespace engine::devices::cpu
