#include "engine/devices/cpu/detail/cpu_platform.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <chrono>

namespace engine::devices::cpu::detail {

using device::EnginePolicy;
using device::Semantics;

namespace {

constexpr schedule::GroupId kComputeGroup{0};
constexpr schedule::GroupId kCopyGroup{1};
constexpr int kCopyWorkers = 2;
constexpr DeviceId kCpu{0};

/// Operations expected to take longer get a StartRecord, so that a live view shows them at work: about 0.2 ms.
constexpr double kLongFlops = 2e7;
constexpr Bytes kLongBytes{4 << 20};

/// Left to the system and to the window.
constexpr Bytes kFloor{256 << 20};

Bytes limitOf(const Host& host)
{
    return std::max(kMiB, host.available - std::min(kFloor, Bytes{host.available.value / 8}));
}

bool isInline(const device::PlatformOptions& options)
{
    return options.semantics == Semantics::Torch || options.policy == EnginePolicy::Naive;
}

Error unknownVariable()
{
    return makeError(ErrorCode::InvalidArgument, "The operation names a tensor that does not exist (any more).");
}

Error cancelled()
{
    return makeError(ErrorCode::Cancelled, "The run was stopped.");
}

bool isLong(const ops::Operation& operation)
{
    const ops::Cost cost = ops::costOf(operation);
    return cost.flops > kLongFlops || cost.read + cost.written > kLongBytes;
}

}  // namespace

CpuPlatform::CpuPlatform(const device::PlatformOptions& options, const Host& host, trace::Sink& sink)
    : m_options(options),
      m_host(host),
      m_sink(sink),
      m_computeWorkers(isInline(options) ? 1 : std::max(1, options.computeWorkers)),
      m_helpers(std::max(0, host.cores - m_computeWorkers)),
      m_storage(limitOf(host),
                [this](const StorageChange& change) {
                    write(trace::MemoryRecord{now(), kCpu, change.act, change.bytes, change.levels.allocated,
                                              change.levels.held, change.levels.reserved, change.owner.variable,
                                              change.owner.op});
                }),
      m_team(m_helpers),
      m_executor(m_storage, m_team),
      m_helperBegin(static_cast<std::size_t>(m_helpers)),
      m_stallName(sink.intern("queue is full")),
      m_lives(
          m_clock,
          (declare(), Lanes::declare(sink, kCpu, {m_computeWorkers, m_helpers, isInline(options) ? 0 : kCopyWorkers})),
          sink),
      m_engine(engineOptions())
{
    m_options.values = trace::ValueMode::Computed;
    m_options.computeWorkers = m_computeWorkers;
    m_status = addGroups();
    m_streams.push_back(m_engine.newVariable());
    m_lives.start(m_engine);
}

CpuPlatform::~CpuPlatform()
{
    cancel();
    finish();
    m_variables.clear();
}

void CpuPlatform::declare()
{
    device::DeviceInfo info;
    info.id = kCpu;
    info.kind = trace::DeviceKind::Cpu;
    info.name = "CPU";
    info.model = m_host.model + " · " + std::to_string(m_host.cores) + (m_host.cores == 1 ? " core" : " cores");
    info.capacity = m_host.memory;
    m_devices.push_back(info);
    trace::DeviceRecord record;
    record.id = kCpu;
    record.name = info.name;
    record.model = info.model;
    record.capacity = info.capacity;
    record.usedByOthers = m_host.memory - limitOf(m_host);
    m_sink.write(record);
}

schedule::EngineOptions CpuPlatform::engineOptions()
{
    schedule::EngineOptions options;
    options.policy = isInline(m_options) ? schedule::Policy::Naive : schedule::Policy::Threaded;
    options.maxPending = m_options.maxPending;
    options.isRecording = true;
    options.edgeSink = &m_lives;
    return options;
}

Status CpuPlatform::addGroups()
{
    schedule::GroupOptions compute;
    compute.name = "cpu worker";
    compute.workers = m_computeWorkers;
    schedule::GroupOptions copy;
    copy.name = "cpu copies";
    copy.workers = kCopyWorkers;
    for (schedule::GroupOptions& group : std::array{compute, copy})
        if (auto added = m_engine.addGroup(group); !added)
            return added.error();
    return {};
}

void CpuPlatform::write(trace::Record record)
{
    if (m_isRecording.load(std::memory_order_relaxed))
        m_sink.write(std::move(record));
}

void CpuPlatform::sleep(Nanoseconds duration)
{
    std::unique_lock lock(m_sleepMutex);
    m_woken.wait_for(lock, duration, [this] { return m_isCancelled; });
}

// -- storage

VariablePtr CpuPlatform::find(VariableId variable) const
{
    return variable.index < m_variables.size() ? m_variables[variable.index] : nullptr;
}

Result<VariableId> CpuPlatform::create(const device::VariableRequest& request)
{
    if (request.device != kCpu)
        return makeError(ErrorCode::NotFound, "This computer has no device " + std::to_string(request.device.index) +
                                                  " to put a tensor on; it has the CPU.");
    if (Status status = ops::checkShape(request.shape); !status)
        return status.error();
    auto variable = std::make_shared<Variable>();
    const VariableId id(m_variables.size());
    variable->tensor.shape = request.shape;
    variable->tensor.id = id;
    variable->scheduled = m_engine.newVariable();
    m_variables.push_back(std::move(variable));
    return id;
}

void CpuPlatform::release(VariableId variable)
{
    if (const VariablePtr found = find(variable)) {
        m_engine.release(found->scheduled);
        m_variables[variable.index].reset();
    }
}

Status CpuPlatform::store(Variable& variable, std::span<const float> values)
{
    Tensor& tensor = variable.tensor;
    if (!tensor.block) {
        Result<Block> block = m_storage.allocate(tensor.shape.bytes(), {tensor.id, {}});
        if (!block)
            return refusal(std::move(block).error(), tensor.shape.bytes());
        tensor.block = *std::move(block);
    }
    std::ranges::copy(values, tensor.block.data());
    tensor.block.hold({});
    return {};
}

Status CpuPlatform::write(VariableId variable, std::span<const float> values)
{
    const VariablePtr found = find(variable);
    if (!found)
        return unknownVariable();
    if (static_cast<std::int64_t>(values.size()) != found->tensor.shape.elements())
        return makeError(
            ErrorCode::InvalidArgument,
            std::to_string(values.size()) + " values do not fill a tensor of " + toText(found->tensor.shape) + ".");
    if (!found->isUsed)
        return store(*found, values);
    schedule::PushOptions options;
    options.isUnnumbered = true;
    const std::array writes{found->scheduled};
    const Result<OpId> pushed = m_engine.push(
        {}, writes, [this, found, copy = std::vector(values.begin(), values.end())] { return store(*found, copy); },
        options);
    return pushed ? Status() : Status(pushed.error());
}

Result<std::span<const float>> CpuPlatform::read(VariableId variable)
{
    const VariablePtr found = find(variable);
    if (!found)
        return unknownVariable();
    if (!m_engine.isWritten(found->scheduled))
        return makeError(ErrorCode::Unavailable, "The tensor is still being computed; wait for it before reading it.");
    if (const schedule::FailurePtr failure = m_engine.failureOf(found->scheduled))
        return failure->error;
    const Block& block = found->tensor.block;
    if (!block)
        return makeError(ErrorCode::Unavailable, "This tensor has no values yet: nothing has written it.");
    return std::span<const float>(block.data(), static_cast<std::size_t>(found->tensor.shape.elements()));
}

// -- operations

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
        return cancelled();
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
        if (const schedule::FailurePtr failure = m_engine.failureOf(output->scheduled))
            return failure->error;
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

// -- accounting and end

device::MemoryLevels CpuPlatform::memory(DeviceId) const
{
    const StorageLevels levels = m_storage.levels();
    return {
        levels.allocated, levels.reserved, levels.peakAllocated, levels.peakReserved, levels.limit - levels.reserved,
        m_host.memory};
}

void CpuPlatform::emptyCache(DeviceId)
{
    m_storage.trim();
}

void CpuPlatform::cancel()
{
    {
        const std::lock_guard lock(m_sleepMutex);
        m_isCancelled = true;
    }
    m_woken.notify_all();
    m_executor.cancel();
    m_engine.cancel();
}

void CpuPlatform::finish()
{
    if (std::exchange(m_isFinished, true))
        return;
    bool isStopped = false;
    {
        const std::lock_guard lock(m_sleepMutex);
        isStopped = m_isCancelled;
    }
    using Ending = schedule::Engine::Ending;
    m_engine.shutdown(isStopped ? Ending::Cancel : Ending::Drain);
    m_lives.finish();
    write(trace::EndRecord{now(), !isStopped});
    m_isRecording.store(false);
}

}  // namespace engine::devices::cpu::detail
