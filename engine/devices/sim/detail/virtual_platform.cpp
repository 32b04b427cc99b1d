#include "engine/devices/sim/detail/virtual_platform.h"

#include "engine/ops/shape_rules.h"

#include <algorithm>

namespace engine::devices::sim::detail {

namespace {

constexpr DeviceId kCpu{0};
constexpr Bytes kAlwaysStaged{64 * 1024};  // copies from pageable memory up to here never wait for the stream

device::Profile recordDevices(device::Profile profile, TraceWriter& trace)
{
    trace.device({.id = kCpu,
                  .kind = trace::DeviceKind::Cpu,
                  .name = "CPU",
                  .model = profile.host.model,
                  .capacity = profile.host.memory,
                  .usedByOthers = Bytes{0},
                  .peakFlops = profile.host.gemm});
    for (std::size_t i = 0; i < profile.gpus.size(); ++i)
        trace.device({.id = DeviceId{i + 1},
                      .kind = trace::DeviceKind::Gpu,
                      .name = "GPU " + std::to_string(i),
                      .model = profile.gpus[i].model,
                      .capacity = profile.gpus[i].memory,
                      .usedByOthers = profile.gpus[i].usedByOthers,
                      .peakFlops = profile.gpus[i].peakFlops});
    return profile;
}

Error stopped()
{
    return makeError(ErrorCode::Cancelled, "The run was stopped.");
}

}  // namespace

VirtualPlatform::VirtualPlatform(device::Profile profile, device::PlatformOptions options, trace::Sink& sink,
                                 std::unique_ptr<device::ValueEngine> values)
    : m_options(std::move(options)),
      m_trace(sink),
      m_values(std::move(values)),
      m_profile(recordDevices(std::move(profile), m_trace)),
      m_sim(m_profile, m_options, m_trace, m_values.get()),
      m_dispatch(m_profile.frontEnd)
{
    m_devices.push_back({.id = kCpu,
                         .kind = trace::DeviceKind::Cpu,
                         .ordinal = 0,
                         .name = "CPU",
                         .model = m_profile.host.model,
                         .capacity = m_profile.host.memory});
    for (std::size_t i = 0; i < m_profile.gpus.size(); ++i)
        m_devices.push_back({.id = DeviceId{i + 1},
                             .kind = trace::DeviceKind::Gpu,
                             .ordinal = static_cast<int>(i),
                             .name = "GPU " + std::to_string(i),
                             .model = m_profile.gpus[i].model,
                             .capacity = m_profile.gpus[i].memory});
    for (std::size_t i = 0; i < m_devices.size(); ++i)
        m_current.push_back(m_sim.defaultStream(DeviceId{i}));
    m_copyStreams.resize(m_devices.size(), {kNone, kNone, kNone});
}

VirtualPlatform::~VirtualPlatform()
{
    if (!m_isFinished)
        m_sim.dropAll();
}

void VirtualPlatform::spend(Nanoseconds duration)
{
    m_sim.advanceTo(m_sim.now() + std::max<std::int64_t>(duration.count(), 0));
}

void VirtualPlatform::hostWork(device::HostWork work, Bytes bytes, const device::WaitSite& site)
{
    const std::int64_t begin = m_sim.now();
    if (work == device::HostWork::Print) {
        m_sim.spend(m_profile.host.printNs);
        m_trace.host(begin, m_sim.now(), m_trace.intern("print"), site.line, {}, {});
        return;
    }
    m_sim.spend(static_cast<double>(bytes.value) / m_profile.host.memcpyRate * 1e9);
    m_trace.host(begin, m_sim.now(), m_trace.nameOfWork("copy", bytes), site.line, {}, {});
    // The array is a block of the C library like any other; it is given back at once, the program hardly keeps it.
    if (const auto block = m_sim.storage().hostPool().allocatePageable(bytes)) {
        if (block->fresh.value > 0)
            m_sim.pageWork(faultNs(m_profile.host, bytes), "fault", bytes, site.line, {});
        static_cast<void>(m_sim.storage().hostPool().free(*block));
    }
}

// -- storage

Result<VariableId> VirtualPlatform::create(const device::VariableRequest& request)
{
    if (!isDevice(request.device))
        return makeError(ErrorCode::InvalidArgument, "There is no device with this number on the machine.");
    if (Status status = ops::checkShape(request.shape); !status)
        return std::move(status).error();
    Variable variable;
    variable.device = request.device;
    variable.shape = request.shape;
    variable.bytes = request.shape.bytes(request.type);
    variable.hostMemory = request.hostMemory;
    variable.tracked = m_sim.engine().newVariable();
    if (m_values != nullptr)
        variable.value = m_values->create(request.shape);
    return m_sim.storage().add(std::move(variable));
}

void VirtualPlatform::release(VariableId variable)
{
    if (m_sim.storage().isKnown(variable))
        m_sim.release(variable);
}

Status VirtualPlatform::write(VariableId id, std::span<const float> values)
{
    if (!m_sim.storage().isKnown(id))
        return makeError(ErrorCode::InvalidArgument, "This tensor does not exist any more.");
    Variable& variable = m_sim.storage()[id];
    if (static_cast<std::int64_t>(values.size()) != variable.shape.elements())
        return makeError(
            ErrorCode::InvalidArgument,
            std::to_string(values.size()) + " values do not fill a tensor of " + tensor::toText(variable.shape) + ".");
    if (Status status = m_sim.runUntil([&] { return variable.uses == 0; }); !status)
        return status;
    if (!variable.hasMemory) {
        const Result<Taken> taken = m_sim.storage().take(
            id, m_current[variable.device.index], variable.hostMemory.value_or(m_options.hostMemory), {}, m_sim.now());
        if (!taken)
            return taken.error();
        m_sim.spend(taken->driverNs + taken->poolNs);
        m_sim.pageWork(pinNs(m_profile.host, taken->pagesToPin), "pin", taken->pagesToPin, 0, {});
    }
    const auto bytes = static_cast<double>(variable.bytes.value);
    if (variable.device == kCpu)
        m_sim.spend(bytes / m_profile.host.memcpyRate * 1e9);
    else
        m_sim.spend(m_profile.gpus[variable.device.index - 1].linkLatency + bytes / m_profile.host.stagingRate * 1e9);
    m_sim.engine().clearFailure(variable.tracked);
    m_sim.storage().hold(id, {}, m_sim.now());
    variable.isMade = true;
    return m_values != nullptr ? m_values->write(variable.value, values) : Status{};
}

Result<std::span<const float>> VirtualPlatform::read(VariableId id)
{
    if (!m_sim.storage().isKnown(id))
        return makeError(ErrorCode::InvalidArgument, "This tensor does not exist any more.");
    const Variable& variable = m_sim.storage()[id];
    if (!m_sim.engine().isWritten(variable.tracked))
        return makeError(ErrorCode::Unavailable, "The tensor is still being computed; wait for it before reading it.");
    if (const schedule::FailurePtr failure = m_sim.engine().failureOf(variable.tracked))
        return failure->error;
    if (m_values == nullptr)
        return makeError(ErrorCode::Unavailable,
                         "This run models times only: no values were computed. Choose computed values to read them.");
    return m_values->read(variable.value);
}

// -- operations

Status VirtualPlatform::check(const device::OpRequest& request) const
{
    if (!isDevice(request.device))
        return makeError(ErrorCode::InvalidArgument, "There is no device with this number on the machine.");
    if (request.stream && !isStream(*request.stream))
        return makeError(ErrorCode::InvalidArgument, "There is no stream with this number.");
    auto& storage = const_cast<Simulator&>(m_sim).storage();
    const bool isCopy = request.operation.op == ops::Operator::Copy;
    if (isCopy && (request.reads.empty() || request.writes.empty()))
        return makeError(ErrorCode::InvalidArgument, "A copy needs a source and a destination.");
    for (const auto& list : {request.reads, request.writes})
        for (VariableId id : list) {
            if (!storage.isKnown(id))
                return makeError(ErrorCode::InvalidArgument, "An operand of the operation does not exist any more.");
            if (!isCopy && storage[id].device != request.device)
                return makeError(ErrorCode::InvalidArgument,
                                 "An operand is on " + m_devices[storage[id].device.index].name +
                                     ", the operation runs on " + m_devices[request.device.index].name +
                                     "; copy it there first.");
        }
    if (isCopy && storage[request.writes[0]].device != request.device)
        return makeError(ErrorCode::InvalidArgument, "The destination of a copy must be on the device it names.");
    return ops::validate(request.operation);
}

void VirtualPlatform::describe(SimOp& op, const device::OpRequest& request, DeviceId source) const
{
    op.line = request.line;
    op.priority = request.priority;
    op.home = request.device;
    op.gpu = static_cast<int>(request.device.index) - 1;
    if (request.operation.op == ops::Operator::Marker) {
        op.kind = OpClass::Marker;
    } else if (source == request.device) {
        op.kind = op.gpu >= 0 ? OpClass::GpuKernel : OpClass::HostKernel;
        op.cost = op.gpu >= 0 ? gpuKernel(m_profile.gpus[request.device.index - 1], request.operation)
                              : hostKernel(m_profile.host, request.operation);
    } else {
        op.kind = OpClass::Copy;
        op.copy.source = static_cast<int>(source.index) - 1;
        op.copy.target = static_cast<int>(request.device.index) - 1;
        op.copy.bytes = static_cast<double>(request.operation.output.bytes().value);
        op.copy.way = source == kCpu ? Way::In : request.device == kCpu ? Way::Out : Way::Peer;
        op.gpu = op.copy.way == Way::In ? op.copy.target : op.copy.source;
        op.home = DeviceId{op.gpu + 1};
        if (op.copy.way == Way::Peer)
            op.otherHome = request.device;
    }
}

std::uint32_t VirtualPlatform::copyStream(DeviceId device, Way way)
{
    std::uint32_t& stream = m_copyStreams[device.index][static_cast<std::size_t>(way)];
    if (stream == kNone)
        stream = m_sim.addStream(device, device::StreamKind::NonBlocking, true);
    return stream;
}

std::uint32_t VirtualPlatform::streamFor(const SimOp& op, const device::OpRequest& request)
{
    if (op.kind == OpClass::HostKernel)
        return kNone;
    if (request.stream)
        return request.stream->index;
    const bool isOwn = m_options.copyStream == device::CopyStream::Own;
    if (op.kind == OpClass::Copy && isOwn)
        return copyStream(op.home, op.copy.way);
    return m_current[op.home.index];
}

device::HostMemoryMode VirtualPlatform::hostModeOf(const Variable& variable, const device::OpRequest& request) const
{
    if (variable.hostMemory)
        return *variable.hostMemory;
    // PyTorch makes the destination of a non-blocking copy to the host page-locked.
    if (m_sim.isTorch() && request.operation.op == ops::Operator::Copy && request.isNonBlocking)
        return device::HostMemoryMode::Pinned;
    return m_options.hostMemory;
}

Status VirtualPlatform::takeFor(SimOp& op, VariableId id, const device::OpRequest& request)
{
    Variable& variable = m_sim.storage()[id];
    if (variable.hasMemory)
        return {};
    const std::uint32_t stream = variable.device == op.home && op.stream != kNone ? op.stream
                                 : variable.device.index < m_current.size()       ? m_current[variable.device.index]
                                                                                  : 0;
    const std::int64_t begin = m_sim.now();
    const Result<Taken> taken = m_sim.storage().take(id, stream, hostModeOf(variable, request), op.id, m_sim.now());
    if (variable.device == kCpu) {
        if (!taken)
            return taken.error();
        m_sim.spend(taken->poolNs);
        m_sim.pageWork(pinNs(m_profile.host, taken->pagesToPin), "pin", taken->pagesToPin, request.line, op.id);
        if (op.kind == OpClass::Copy && taken->pagesToFault.value > 0) {
            op.copy.pageNs += faultNs(m_profile.host, taken->pagesToFault);
            op.copy.pageWork = "fault";
        }
        return {};
    }
    const device::GpuModel& gpu = m_profile.gpus[variable.device.index - 1];
    if (!taken) {
        m_sim.spend(gpu.mallocNs);
        m_trace.host(begin, m_sim.now(), m_trace.nameOfWork("refused", variable.bytes), request.line, {}, {});
        return taken.error();
    }
    const bool isWaiting = taken->driverFrees > 0 || (taken->driverNs > 0 && gpu.mallocWaits);
    if (isWaiting)
        if (Status status = m_sim.runUntil([&] { return m_sim.pending(variable.device) == 0; }); !status)
            return status;
    m_sim.spend(taken->driverFrees * gpu.freeNs + taken->driverNs + taken->poolNs);
    if (taken->driverNs > 0)
        m_trace.host(begin, m_sim.now(), m_trace.nameOfWork("cudaMalloc", taken->fromDriver), request.line, op.id, {});
    return {};
}

Status VirtualPlatform::takeMemory(SimOp& op, const device::OpRequest& request)
{
    for (const auto& list : {request.writes, request.reads})
        for (VariableId id : list)
            if (Status status = takeFor(op, id, request); !status)
                return status;
    return {};
}

void VirtualPlatform::planHostSide(SimOp& op, const device::OpRequest& request, trace::IssueRecord& issue) const
{
    if (op.kind != OpClass::Copy || op.copy.way == Way::Peer)
        return;
    auto& storage = const_cast<Simulator&>(m_sim).storage();
    const bool isOut = op.copy.way == Way::Out;
    const Variable& host = storage[isOut ? request.writes[0] : request.reads[0]];
    const device::HostMemoryMode mode = hostModeOf(host, request);
    trace::HostMemory state = trace::HostMemory::PageableWarm;
    if (host.hasMemory)
        state = host.host.state;
    else
        state = storage.hostStateFor(host.bytes, mode);
    const bool isPageable = state == trace::HostMemory::PageableFresh || state == trace::HostMemory::PageableWarm;
    // Pages that somebody has written or read are there.
    if (host.isMade)
        state = isPageable ? trace::HostMemory::PageableWarm : trace::HostMemory::PinnedPool;
    op.copy.isStaged = isPageable;
    issue.hostMemory = state;
}

trace::IssueRecord VirtualPlatform::issueRecord(const SimOp& op, const device::OpRequest& request,
                                                std::int64_t begin) const
{
    trace::IssueRecord issue;
    issue.op = op.id;
    issue.begin = at(begin);
    issue.end = at(m_sim.now());
    issue.name = request.name;
    issue.label = request.label;
    issue.text = request.text;
    issue.kind = ops::kindOf(request.operation.op);
    issue.device = request.device;
    issue.line = request.line;
    const ops::Cost cost = ops::costOf(request.operation);
    issue.flops = cost.flops;
    issue.bytes = cost.read + cost.written;
    issue.outputBytes = request.operation.output.bytes();
    if (op.kind == OpClass::Copy) {
        constexpr trace::Kind kKinds[] = {trace::Kind::CopyIn, trace::Kind::CopyOut, trace::Kind::CopyPeer};
        issue.kind = kKinds[static_cast<std::size_t>(op.copy.way)];
        issue.bytes = issue.outputBytes;
    }
    return issue;
}

Result<OpId> VirtualPlatform::push(const device::OpRequest& request)
{
    if (m_sim.isCancelled() || m_isFinished)
        return stopped();
    if (Status status = check(request); !status)
        return std::move(status).error();
    const DeviceId source = request.reads.empty() ? request.device : m_sim.storage()[request.reads[0]].device;
    const std::int64_t begin = m_sim.now();
    m_sim.spend(m_dispatch.next(request.dispatch, request.operation.op, request.device != kCpu));

    const Slot slot = m_sim.newOp();
    SimOp& op = m_sim.op(slot);
    op.id = m_sim.nextId();
    describe(op, request, source);
    trace::IssueRecord planned;
    if (m_sim.isTorch()) {
        op.stream = streamFor(op, request);
        planHostSide(op, request, planned);
        if (Status status = takeMemory(op, request); !status) {
            m_sim.discard(slot);
            return std::move(status).error();
        }
        if (op.copy.way != Way::Peer && op.kind == OpClass::Copy) {
            const bool isOut = op.copy.way == Way::Out;
            Variable& host = m_sim.storage()[isOut ? request.writes[0] : request.reads[0]];
            if (!host.isMade)
                planned.hostMemory = host.host.state;
        }
    } else {
        planHostSide(op, request, planned);
    }
    trace::IssueRecord issue = issueRecord(op, request, begin);
    issue.hostMemory = planned.hostMemory;
    m_trace.write(issue);
    if (m_options.values == trace::ValueMode::Computed)
        op.operation = std::make_unique<ops::Operation>(request.operation);

    const bool isSmallIn = op.copy.way == Way::In && op.copy.isStaged && issue.outputBytes <= kAlwaysStaged;
    if (op.kind == OpClass::Copy && m_sim.isTorch() && isSmallIn) {
        m_sim.spend(op.copy.bytes / m_profile.host.stagingRate * 1e9);
        op.copy.isStaged = false;
    }
    if (op.gpu >= 0)
        op.earliest =
            m_sim.now() + static_cast<std::int64_t>(m_profile.gpus[static_cast<std::size_t>(op.gpu)].launchLatencyNs);
    const OpId id = op.id;
    const bool isCopy = op.kind == OpClass::Copy;
    const bool isHost = op.kind == OpClass::HostKernel;
    const bool isPeer = isCopy && op.copy.way == Way::Peer;
    const bool isStaged = op.copy.isStaged;
    const bool isOut = op.copy.way == Way::Out;
    if (isPeer && m_sim.isTorch()) {
        const Stream& target = m_sim.stream(m_current[op.otherHome.index]);
        m_sim.orderAfter(slot, target.tail);
    }
    if (Status status = m_sim.submit(slot, request.reads, request.writes); !status)
        return std::move(status).error();
    if (isPeer && m_sim.isTorch() && m_options.copyStream != device::CopyStream::Own)
        m_sim.stream(m_current[request.device.index]).awaited.push_back(id);
    if (m_options.policy == device::EnginePolicy::Naive || (m_sim.isTorch() && isHost)) {
        if (Status status = blockAfter(request, id, true, false); !status)
            return std::move(status).error();
    } else if (m_sim.isTorch() && isCopy && !isPeer) {
        const bool isAsync = request.isNonBlocking && !isStaged;
        const bool isUntilStaged = request.isNonBlocking && !isOut;
        if (!isAsync)
            if (Status status = blockAfter(request, id, !isSmallIn, isUntilStaged); !status)
                return std::move(status).error();
    }
    return id;
}

Status VirtualPlatform::blockAfter(const device::OpRequest& request, OpId op, bool isBlocking, bool isUntilStaged)
{
    if (!isBlocking)
        return {};
    // An operation of the program's own thread is no wait: the program is busy with it.
    const bool isOwn = m_sim.isTorch() && request.device == kCpu && request.operation.op != ops::Operator::Copy;
    const auto isOver = [&] { return isUntilStaged ? m_sim.isStaged(op) : m_sim.isDone(op); };
    if (isOwn)
        return m_sim.runUntil(isOver);
    const device::WaitSite site{request.line, request.text.isValid() ? request.text : request.name};
    return wait(site, {trace::WaitTarget::Op, {}, op}, isOver, false);
}

void VirtualPlatform::label(OpId op, NameId label, NameId text)
{
    m_trace.write(trace::LabelRecord{.op = op, .label = label, .text = text});
}

// -- waits

template <typename Predicate>
Status VirtualPlatform::wait(const device::WaitSite& site, WaitFor what, Predicate isSatisfied, bool isCharged)
{
    const std::int64_t begin = m_sim.now();
    const bool isBlocked = !isSatisfied();
    Status status = m_sim.runUntil(isSatisfied);
    if (isCharged)
        m_sim.spend(m_profile.frontEnd.syncNs + (isBlocked ? m_profile.frontEnd.wakeNs : 0));
    m_trace.write(trace::WaitRecord{.begin = at(begin),
                                    .end = at(m_sim.now()),
                                    .line = site.line,
                                    .call = site.call,
                                    .target = what.target,
                                    .device = what.device,
                                    .op = what.op,
                                    .releasedBy = isBlocked ? m_sim.lastCompleted() : OpId{}});
    return status;
}

Status VirtualPlatform::waitToRead(VariableId id, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (!m_sim.storage().isKnown(id))
        return makeError(ErrorCode::InvalidArgument, "This tensor does not exist any more.");
    const VariableId tracked = m_sim.storage()[id].tracked;
    const OpId writer = m_sim.engine().lastWriter(tracked);
    const auto isWritten = [&] { return !writer.isValid() || m_sim.isDone(writer); };
    bool isQueued = false;
    // MXNet's wait is an operation of the CPU worker: it stands in the queue behind others that are ready.
    const auto isRead = [&] {
        if (!isWritten())
            return false;
        if (!isQueued)
            m_sim.enqueueMarker();
        isQueued = true;
        return m_sim.isMarkerDone();
    };
    const WaitFor what{trace::WaitTarget::Op, {}, writer};
    Status status = m_sim.isTorch() || isWritten() ? wait(site, what, isWritten) : wait(site, what, isRead);
    if (!status)
        return status;
    if (const schedule::FailurePtr failure = m_sim.engine().failureOf(tracked))
        return failure->error;
    return {};
}

Status VirtualPlatform::waitAll(const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    Status status = wait(site, {}, [&] { return m_sim.pending() == 0 && !m_sim.hasDeletes(); });
    return status ? m_sim.engine().waitAll() : std::move(status);
}

Status VirtualPlatform::synchronize(DeviceId device, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (!isDevice(device))
        return makeError(ErrorCode::InvalidArgument, "There is no device with this number on the machine.");
    return wait(site, {trace::WaitTarget::Device, device, {}}, [&] { return m_sim.pending(device) == 0; });
}

Status VirtualPlatform::synchronize(StreamId stream, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (!isStream(stream))
        return makeError(ErrorCode::InvalidArgument, "There is no stream with this number.");
    const Stream& queue = m_sim.stream(stream.index);
    if (!m_sim.isTorch())
        return synchronize(queue.device, site);
    const Mark mark = markOf(queue);
    return wait(site, {trace::WaitTarget::Stream, queue.device, {}}, [&] { return isFired(mark); });
}

// -- streams and events

StreamId VirtualPlatform::currentStream(DeviceId device) const
{
    return isDevice(device) ? StreamId{m_current[device.index]} : StreamId{};
}

void VirtualPlatform::setCurrentStream(DeviceId device, StreamId stream)
{
    if (isDevice(device) && isStream(stream) && m_sim.stream(stream.index).device == device)
        m_current[device.index] = stream.index;
}

Result<StreamId> VirtualPlatform::createStream(DeviceId device)
{
    return createStream(device, device::StreamKind::NonBlocking);
}

Result<StreamId> VirtualPlatform::createStream(DeviceId device, device::StreamKind kind)
{
    if (!isDevice(device) || device == kCpu)
        return makeError(ErrorCode::InvalidArgument, "Streams belong to GPUs; there is no GPU with this number.");
    if (kind == device::StreamKind::Legacy)
        return StreamId{m_sim.defaultStream(device)};
    return StreamId{m_sim.addStream(device, kind, false)};
}

VirtualPlatform::Mark VirtualPlatform::markOf(const Stream& stream) const
{
    Mark mark{.ops = {}, .recorded = m_sim.now()};
    if (stream.tail.isValid() && !m_sim.isDone(stream.tail))
        mark.ops.push_back(stream.tail);
    for (OpId awaited : stream.awaited)
        if (!m_sim.isDone(awaited))
            mark.ops.push_back(awaited);
    return mark;
}

bool VirtualPlatform::isFired(const Mark& mark) const
{
    return std::all_of(mark.ops.begin(), mark.ops.end(), [&](OpId op) { return m_sim.isDone(op); });
}

std::int64_t VirtualPlatform::firedAt(const Mark& mark) const
{
    std::int64_t time = mark.recorded;
    for (OpId op : mark.ops)
        time = std::max(time, m_sim.finishedAt(op));
    return time;
}

Result<EventId> VirtualPlatform::recordEvent(StreamId stream)
{
    if (!isStream(stream))
        return makeError(ErrorCode::InvalidArgument, "There is no stream with this number.");
    m_events.push_back(markOf(m_sim.stream(stream.index)));
    return EventId{m_events.size() - 1};
}

Status VirtualPlatform::recordAgain(EventId event, StreamId stream)
{
    if (!isStream(stream) || event.index >= m_events.size())
        return makeError(ErrorCode::InvalidArgument, "There is no stream or event with this number.");
    m_events[event.index] = markOf(m_sim.stream(stream.index));
    return {};
}

void VirtualPlatform::streamWait(StreamId stream, EventId event)
{
    if (!isStream(stream) || event.index >= m_events.size())
        return;
    for (OpId op : m_events[event.index].ops)
        if (!m_sim.isDone(op))
            m_sim.stream(stream.index).awaited.push_back(op);
}

Status VirtualPlatform::synchronizeEvent(EventId event, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return stopped();
    if (event.index >= m_events.size())
        return makeError(ErrorCode::InvalidArgument, "There is no event with this number.");
    const Mark mark = m_events[event.index];
    return wait(site, {trace::WaitTarget::Event, {}, mark.ops.empty() ? OpId{} : mark.ops.front()},
                [&] { return isFired(mark); });
}

bool VirtualPlatform::isEventDone(EventId event)
{
    return event.index >= m_events.size() || isFired(m_events[event.index]);
}

Result<Nanoseconds> VirtualPlatform::elapsed(EventId begin, EventId end)
{
    if (begin.index >= m_events.size() || end.index >= m_events.size())
        return makeError(ErrorCode::InvalidArgument, "Both events must have been recorded.");
    if (!isEventDone(begin) || !isEventDone(end))
        return makeError(ErrorCode::Unavailable, "The device has not reached both events yet; synchronize first.");
    return Nanoseconds{firedAt(m_events[end.index]) - firedAt(m_events[begin.index])};
}

// -- accounting and end

device::MemoryLevels VirtualPlatform::memory(DeviceId device) const
{
    return isDevice(device) ? const_cast<Simulator&>(m_sim).storage().levels(device) : device::MemoryLevels{};
}

void VirtualPlatform::emptyCache(DeviceId device)
{
    if (!isDevice(device) || device == kCpu)
        return;
    const int calls = m_sim.storage().emptyCache(device, m_sim.now());
    if (calls == 0)
        return;
    static_cast<void>(m_sim.runUntil([&] { return m_sim.pending(device) == 0; }));
    m_sim.spend(calls * m_profile.gpus[device.index - 1].freeNs);
}

void VirtualPlatform::cancel()
{
    m_sim.cancel();
    if (m_values != nullptr)
        m_values->cancel();
}

void VirtualPlatform::finish()
{
    if (m_isFinished)
        return;
    m_isFinished = true;
    const Status status = m_sim.runUntil([&] { return m_sim.pending() == 0 && !m_sim.hasDeletes(); });
    if (!status) {
        if (status.error().code == ErrorCode::Deadlock)
            m_trace.write(trace::NoteRecord{.time = now(), .text = status.error().message, .isWarning = true});
        m_sim.dropAll();
    }
    m_sim.closeLinks();
    m_trace.write(trace::EndRecord{.time = now(), .isComplete = status.has_value() && !m_sim.isCancelled()});
}

}  // namespace engine::devices::sim::detail
