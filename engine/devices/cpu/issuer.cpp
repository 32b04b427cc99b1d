#include "engine/devices/cpu/issuer.h"

#include "engine/devices/cpu/communicator.h"
#include "engine/devices/cpu/rank_library.h"
#include "engine/messages/messages.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <utility>

namespace engine::devices::cpu {

namespace {

Error mixedDevicesError(ops::Operator op)
{
    return untranslatedError(
        ErrorCode::InvalidArgument,
        std::string(ops::nameOf(op)) + " got tensors on several devices; copy them to one device first.");
}

}  // namespace

Error Issuer::hasEnded()
{
    return makeError(ErrorCode::Cancelled, message("run.ended"));
}

Issuer::Issuer(ComputerState& state, const Tensors& tensors)
    : m_state(state), m_tensors(tensors), m_stallName(state.trace.sink().intern("queue is full"))
{
}

Result<std::unique_ptr<Task>> Issuer::taskOf(const device::OpRequest& request) const
{
    if (!m_state.isDevice(request.device))
        return m_state.unknownDevice(request.device, " to compute on");
    if (request.stream && !m_state.streams.has(*request.stream))
        return untranslatedError(ErrorCode::NotFound, "The operation names a stream that does not exist.");
    if (Status status = ops::validate(request.operation); !status)
        return status.error();
    if (request.reads.size() != request.operation.inputs.size() ||
        request.writes.size() != request.operation.outputCount())
        return untranslatedError(ErrorCode::InvalidArgument,
                                 std::string(ops::nameOf(request.operation.op)) + " got the wrong number of tensors.");
    auto task = std::make_unique<Task>();
    task->operation = request.operation;
    task->device = request.device;
    task->stream = request.stream ? *request.stream : m_state.streams.currentOf(request.device);
    task->isNonBlocking = request.isNonBlocking;
    task->name = request.name;
    task->line = request.line;
    task->isLong = Executor::isLong(request.operation);
    task->variables.reserve(request.reads.size() + request.writes.size());
    const auto add = [&](VariableId id, const ops::Shape& shape) {
        task->variables.push_back(m_tensors.find(id));
        const VariablePtr& variable = task->variables.back();
        return variable && variable->tensor.shape.elements() == shape.elements();
    };
    for (std::size_t i = 0; i < request.reads.size(); ++i)
        if (!add(request.reads[i], request.operation.inputs[i]))
            return unknownVariable();
    for (std::size_t i = 0; i < request.writes.size(); ++i) {
        const auto earlier = request.writes.first(i);
        if (std::ranges::find(earlier, request.writes[i]) != earlier.end())
            return untranslatedError(ErrorCode::InvalidArgument, std::string(ops::nameOf(request.operation.op)) +
                                                                     " cannot write two results to one tensor.");
        if (!add(request.writes[i], request.operation.outputAt(i)))
            return unknownVariable();
    }
    const bool isCopy = request.operation.op == ops::Operator::Copy;
    for (const VariablePtr& variable : isCopy ? task->outputs() : std::span<const VariablePtr>(task->variables))
        if (variable->device != request.device)
            return mixedDevicesError(request.operation.op);
    return task;
}

Nanoseconds Issuer::writeIssue(const Task& task, const device::OpRequest& request, OpId op, Nanoseconds begin)
{
    const ops::Cost cost = ops::costOf(request.operation);
    trace::IssueRecord record;
    record.op = op;
    record.begin = begin;
    record.name = request.name;
    record.label = request.label;
    record.text = request.text;
    record.phase = request.phase;
    record.layer = request.layer;
    record.shape = request.shape;
    record.device = request.device;
    record.line = request.line;
    record.flops = cost.flops;
    record.bytes = cost.read + cost.written;
    record.outputBytes = ops::outputBytesOf(request.operation);
    m_state.devices->describe(task, record);
    record.end = m_state.trace.now();
    m_state.trace.write(record);
    return record.end;
}

bool Issuer::isAwaitedByProgram(const Task& task) const
{
    return m_state.options.semantics == device::Semantics::Torch && task.operation.op == ops::Operator::Copy &&
           !task.isNonBlocking && task.device == kCpu && task.inputs()[0]->device != kCpu;
}

void Issuer::noteWait(const device::OpRequest& request, OpId op, Nanoseconds begin)
{
    if (request.isFetched)
        m_state.fetched = {op, begin};
    else
        m_state.trace.write(trace::WaitRecord{.begin = begin,
                                              .end = m_state.trace.now(),
                                              .line = request.line,
                                              .call = request.text.isValid() ? request.text : request.name,
                                              .target = trace::WaitTarget::Op,
                                              .device = request.device,
                                              .op = op,
                                              .releasedBy = op});
}

Result<OpId> Issuer::push(const device::OpRequest& request)
{
    const Nanoseconds begin = m_state.trace.now();
    if (m_state.isFinished)
        return hasEnded();
    Result<std::unique_ptr<Task>> task = taskOf(request);
    if (!task)
        return std::move(task).error();
    const OpId op(m_nextOp);
    if (m_state.communicator != nullptr && isInline(m_state.options))
        if (Status status =
                m_state.communicator->inFlight().await((*task)->inputs(), (*task)->outputs(), op, request.line);
            !status)
            return std::move(status).error();
    if (Status status = m_state.devices->allocate(**task, op); !status)
        return status.error();
    ++m_nextOp;
    const Nanoseconds issued = writeIssue(**task, request, op, begin);
    const bool isAwaited = isAwaitedByProgram(**task);
    Result<OpId> pushed = schedule(*std::move(task), request, op);
    if (isAwaited)
        noteWait(request, op, issued);
    return pushed;
}

Result<OpId> Issuer::schedule(std::unique_ptr<Task> task, const device::OpRequest& request, OpId op)
{
    // Operations of a stream that the program created run in order: they all write the stream's variable.
    const Stream& stream = m_state.streams[task->stream];
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
    Result<OpId> pushed = pushToEngine(std::move(task), readCount, request, op);
    // Under PyTorch the operation has already run, so the call returns its failure.
    if (pushed && m_state.options.semantics == device::Semantics::Torch && output)
        if (const schedule::FailurePtr failure = m_state.engine.failureOf(output->scheduled)) {
            static_cast<void>(m_state.engine.waitAll());  // clears the failure, so that no later wait returns it
            return failure->error;
        }
    return pushed;
}

Result<OpId> Issuer::pushToEngine(std::unique_ptr<Task> task, std::size_t readCount, const device::OpRequest& request,
                                  OpId op)
{
    schedule::Engine& engine = m_state.engine;
    RunTrace& trace = m_state.trace;
    schedule::PushOptions options;
    options.group = m_state.devices->groupOf(*task);
    options.priority = request.priority;
    options.op = op;
    options.name = request.name;
    const bool isFull = m_state.options.maxPending > 0 && engine.pending() >= m_state.options.maxPending;
    const Nanoseconds begin = isFull ? trace.now() : Nanoseconds{};
    Result<OpId> pushed = engine.push(
        std::span(m_scheduled).first(readCount), std::span(m_scheduled).subspan(readCount),
        [devices = m_state.devices, task = std::move(task)](const schedule::RunningBody& running) {
            return devices->run(*task, running);
        },
        options);
    if (isFull)
        trace.write(trace::HostRecord{begin, trace.now(), request.line, m_stallName, op, {}});
    if (!pushed) {
        trace::LifeRecord life;
        life.op = op;
        life.ready = life.started = life.finished = trace.now();
        life.state = trace::OpState::Cancelled;
        trace.write(life);
    }
    return pushed;
}

// -- sums over several devices in one operation

Result<std::unique_ptr<Task>> Issuer::taskOf(const device::AllReduce& what, NameId name) const
{
    auto task = std::make_unique<Task>();
    task->isCollective = true;
    task->operation.op = ops::Operator::Add;
    task->operation.output = what.shape;
    task->name = name;
    task->line = what.line;
    std::vector<DeviceId> seen;
    for (const device::Replica& replica : what.replicas) {
        const VariablePtr variable = m_tensors.find(replica.variable);
        if (!variable || variable->device != replica.device || replica.device == kCpu ||
            variable->tensor.shape.elements() != what.shape.elements() ||
            std::ranges::find(seen, replica.device) != seen.end())
            return untranslatedError(ErrorCode::InvalidArgument,
                                     "A sum over several GPUs takes tensors of equal size, one on each GPU.");
        seen.push_back(replica.device);
        task->operation.inputs.push_back(what.shape);
        task->variables.push_back(variable);
    }
    const std::vector<VariablePtr> replicas = task->variables;
    task->variables.insert(task->variables.end(), replicas.begin(), replicas.end());
    task->device = what.replicas.front().device;
    task->stream = m_state.streams.currentOf(task->device);
    return task;
}

std::string Issuer::library() const
{
    const RankLibrary* const found = m_state.devices->rankLibrary();
    return found != nullptr && !found->isGpuShared() ? found->name() : "";
}

Result<OpId> Issuer::allReduce(const device::AllReduce& what, NameId name)
{
    const Nanoseconds begin = m_state.trace.now();
    if (m_state.isFinished)
        return hasEnded();
    if (library().empty())
        return makeError(ErrorCode::Unsupported, message("run.no-nccl"));
    Result<std::unique_ptr<Task>> task = taskOf(what, name);
    if (!task)
        return std::move(task).error();
    device::OpRequest request;
    request.device = (*task)->device;
    request.name = name;
    request.line = what.line;
    request.priority = what.priority;
    if (m_state.communicator != nullptr && isInline(m_state.options))
        if (Status status = m_state.communicator->inFlight().await({}, (*task)->outputs(), OpId(m_nextOp), what.line);
            !status)
            return std::move(status).error();
    const OpId op(m_nextOp++);
    trace::IssueRecord record;
    record.op = op;
    record.begin = begin;
    record.name = name;
    record.phase = what.phase;
    record.kind = trace::Kind::CopyPeer;
    record.device = request.device;
    record.line = what.line;
    // Computes the bytes that pass over each link of a ring.
    const auto n = static_cast<std::int64_t>(what.replicas.size());
    record.bytes = Bytes{what.shape.bytes().value * 2 * (n - 1) / n};
    record.outputBytes = Bytes{what.shape.bytes().value * n};
    record.end = m_state.trace.now();
    m_state.trace.write(record);
    return schedule(*std::move(task), request, op);
}

}  // namespace engine::devices::cpu
