#include "engine/devices/cpu/staged_copies.h"

#include "engine/messages/messages.h"

#include <span>
#include <utility>

namespace engine::devices::cpu {

Status StagedCopies::open()
{
    const auto group = m_state.engine.addGroup({.name = "staged copies", .dispatcher = this});
    if (!group)
        return group.error();
    m_group = *group;
    return {};
}

Result<StagedCopies::StagedTensors> StagedCopies::stagedFor(const TensorList& tensors)
{
    StagedTensors staged;
    std::int64_t elements = 0;
    for (const VariablePtr& tensor : tensors)
        if (const std::int64_t size = tensor->tensor.shape.elements(); size > 0) {
            staged.tensors.push_back(tensor);
            elements += size;
        }
    if (elements == 0)
        return staged;
    device::VariableRequest request;
    request.device = kCpu;
    request.shape = ops::Shape({elements});
    request.hostMemory = device::HostMemoryMode::Pinned;
    const Result<VariableId> id = m_tensors.create(request);
    if (!id)
        return id.error();
    staged.host = m_tensors.find(*id);
    staged.host->isUsed = true;  // starting now, other threads use the tensor
    return staged;
}

Status StagedCopies::toHost(TensorList& reads, TensorList& writes, const device::CollectiveRequest& request,
                            const Message& reason)
{
    if (request.device == kCpu)
        return {};
    const bool isInPlace = reads == writes;
    for (auto [list, staged] : {std::pair{&reads, &m_read}, std::pair{&writes, &m_written}}) {
        if (isInPlace && staged == &m_written) {
            m_written = m_read;
        } else if (Result<StagedTensors> replaced = stagedFor(*list); replaced) {
            *staged = *std::move(replaced);
        } else {
            return std::move(replaced).error();
        }
        if (staged->host)
            *list = {staged->host};
    }
    if ((m_read.host || m_written.host) && std::exchange(m_noted, reason.english()) != reason.english())
        m_state.trace.write(trace::NoteRecord{.time = m_state.trace.now(),
                                              .text = messages::joined(message("run.note.staged"), reason),
                                              .line = request.line});
    if (!m_read.host)
        return {};
    if (const Result<OpId> copy = push(m_read.tensors, {m_read.host}, request, {}); !copy)
        return copy.error();
    if (!m_state.engine.isWritten(m_read.host->scheduled))
        m_awaited = m_read.tensors;
    return {};
}

void StagedCopies::release()
{
    if (m_read.host)
        m_tensors.release(m_read.host->tensor.id);
    if (m_written.host && m_written.host != m_read.host)
        m_tensors.release(m_written.host->tensor.id);
    m_read = m_written = {};
    m_awaited.clear();
}

std::unique_ptr<Task> StagedCopies::taskOf(const TensorList& from, const TensorList& to,
                                           const device::CollectiveRequest& request) const
{
    auto task = std::make_unique<Task>();
    task->operation.op = ops::Operator::Copy;
    for (const VariablePtr& tensor : from)
        task->operation.inputs.push_back(tensor->tensor.shape);
    task->operation.output = to.front()->tensor.shape;
    for (const VariablePtr& tensor : std::span(to).subspan(1))
        task->operation.moreOutputs.push_back(tensor->tensor.shape);
    task->device = to.front()->device;
    task->stream = StreamId{task->device.index};  // the default stream of the device
    task->isNonBlocking = true;
    task->isStaged = true;
    task->variables = from;
    task->variables.insert(task->variables.end(), to.begin(), to.end());
    task->line = request.line;
    if (task->device == kCpu)
        task->whenEnded = m_whenCopied;
    return task;
}

Result<OpId> StagedCopies::push(const TensorList& from, const TensorList& to, const device::CollectiveRequest& request,
                                VariableId done)
{
    const Nanoseconds begin = m_state.trace.now();
    std::unique_ptr<Task> task = taskOf(from, to, request);
    const OpId op = m_issuer.nextOp();
    device::OpRequest copy;
    copy.operation = task->operation;
    copy.device = task->device;
    copy.name = m_state.trace.sink().intern("copy");
    copy.label = request.label;
    copy.text = request.text;
    copy.phase = request.phase;
    copy.line = request.line;
    m_issuer.writeIssue(*task, copy, op, begin);
    if (Status status = m_state.devices->allocate(*task, op); !status) {
        writeLife(op, trace::OpState::Cancelled, {});
        return std::move(status).error();
    }
    schedule::PushOptions options;
    options.group = m_group;
    options.priority = request.priority;
    options.op = op;
    options.name = copy.name;
    options.payload = reinterpret_cast<std::uint64_t>(task.get());
    std::vector<VariableId> reads;
    for (const VariablePtr& tensor : from)
        reads.push_back(tensor->scheduled);
    std::vector<VariableId> writes;
    for (const VariablePtr& tensor : to)
        writes.push_back(tensor->scheduled);
    if (done.isValid())
        writes.push_back(done);
    Task* const own = task.release();  // ready() or dropped() deletes the task, perhaps before push() returns
    Result<OpId> pushed = m_state.engine.push(reads, writes, options);
    if (!pushed) {
        task.reset(own);
        writeLife(op, trace::OpState::Cancelled, {});
    }
    return pushed;
}

void StagedCopies::ready(const schedule::ReadyOp& op)
{
    const std::unique_ptr<Task> task(reinterpret_cast<Task*>(op.payload));
    const Status status = m_state.devices->run(*task, {op.op, op.group, 0});
    if (status) {
        m_state.engine.complete(op.handle);
        return;
    }
    const bool isCancelled = status.error().code == ErrorCode::Cancelled;
    writeLife(op.op, isCancelled ? trace::OpState::Cancelled : trace::OpState::Failed, {});
    m_state.engine.complete(op.handle, status.error());
}

void StagedCopies::dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure)
{
    const std::unique_ptr<Task> task(reinterpret_cast<Task*>(op.payload));
    writeLife(op.op, state, failure ? failure->op : OpId{});
}

void StagedCopies::writeLife(OpId op, trace::OpState state, OpId culprit)
{
    trace::LifeRecord life;
    life.op = op;
    life.ready = life.started = life.finished = m_state.trace.now();
    life.state = state;
    life.culprit = culprit;
    m_state.trace.write(life);
}

}  // namespace engine::devices::cpu
