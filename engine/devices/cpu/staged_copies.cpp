#include "engine/devices/cpu/staged_copies.h"

#include "engine/messages/messages.h"

#include <algorithm>
#include <array>
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

Result<VariablePtr> StagedCopies::hostTensorFor(const VariablePtr& tensor)
{
    device::VariableRequest request;
    request.device = kCpu;
    request.shape = tensor->tensor.shape;
    request.hostMemory = device::HostMemoryMode::Pinned;
    const Result<VariableId> id = m_tensors.create(request);
    if (!id)
        return id.error();
    return m_tensors.find(*id);
}

Status StagedCopies::add(VariablePtr& tensor, bool Staged::*use)
{
    if (tensor->device == kCpu || tensor->tensor.shape.elements() == 0)
        return {};
    auto found = std::ranges::find(m_staged, tensor, &Staged::tensor);
    if (found == m_staged.end()) {
        Result<VariablePtr> host = hostTensorFor(tensor);
        if (!host)
            return std::move(host).error();
        found = m_staged.insert(found, Staged{.tensor = tensor, .host = *std::move(host)});
        found->host->isUsed = true;  // by other threads from now on
    }
    (*found).*use = true;
    tensor = found->host;
    return {};
}

Status StagedCopies::toHost(std::span<VariablePtr> reads, std::span<VariablePtr> writes,
                            const device::CollectiveRequest& request)
{
    for (VariablePtr& tensor : reads)
        if (Status status = add(tensor, &Staged::isRead); !status)
            return status;
    for (VariablePtr& tensor : writes)
        if (Status status = add(tensor, &Staged::isWritten); !status)
            return status;
    if (!m_staged.empty() && !std::exchange(m_isNoted, true))
        m_state.trace.write(
            trace::NoteRecord{m_state.trace.now(), messages::message("run.note.staged"), false, request.line, {}});
    for (Staged& one : m_staged) {
        if (!one.isRead)
            continue;
        if (const Result<OpId> copy = push(one.tensor, one.host, request, {}); !copy)
            return copy.error();
        one.isWaiting = !m_state.engine.isWritten(one.host->scheduled);
    }
    return {};
}

void StagedCopies::release()
{
    for (const Staged& one : m_staged)
        m_tensors.release(one.host->tensor.id);
    m_staged.clear();
}

std::unique_ptr<Task> StagedCopies::taskOf(const VariablePtr& from, const VariablePtr& to,
                                           const device::CollectiveRequest& request) const
{
    auto task = std::make_unique<Task>();
    task->operation.op = ops::Operator::Copy;
    task->operation.inputs = {from->tensor.shape};
    task->operation.output = to->tensor.shape;
    task->device = to->device;
    task->stream = StreamId{to->device.index};  // the default stream of the device
    task->isNonBlocking = true;
    task->isStaged = true;
    task->variables = {from, to};
    task->line = request.line;
    if (to->device == kCpu)
        task->whenEnded = m_whenCopied;
    return task;
}

Result<OpId> StagedCopies::push(const VariablePtr& from, const VariablePtr& to,
                                const device::CollectiveRequest& request, VariableId done)
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
    const std::array reads{from->scheduled};
    const std::array writes{to->scheduled, done.isValid() ? done : to->scheduled};
    Task* const own = task.release();  // ready() or dropped() deletes it, perhaps before push() returns
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
    writeLife(op.op, trace::OpState::Failed, {});
    m_state.engine.complete(op.handle, status.error());
}

void StagedCopies::dropped(const schedule::ReadyOp& op, trace::OpState state, const schedule::FailurePtr& failure)
{
    const std::unique_ptr<Task> task(reinterpret_cast<Task*>(op.payload));
    writeLife(op.op, state, failure ? failure->op : OpId{});
}

void StagedCopies::writeLife(OpId op, trace::OpState state, OpId culprit)
{
    schedule::Life life;
    life.ready = life.started = life.finished = schedule::TickClock::ticks();
    life.op = op;
    life.culprit = culprit;
    life.group = static_cast<std::uint16_t>(m_group.index);
    life.state = state;
    m_state.lives.lives({&life, 1});
}

}  // namespace engine::devices::cpu
