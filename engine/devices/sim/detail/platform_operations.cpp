#include "engine/devices/sim/detail/virtual_platform.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>

// From a request of the front end to an operation of the simulator.
namespace engine::devices::sim::detail {

namespace {

constexpr DeviceId kCpu{0};
constexpr Bytes kAlwaysStaged{64 * 1024};  // such copies from pageable memory need no wait for the stream

}  // namespace

Status VirtualPlatform::check(const device::OpRequest& request) const
{
    if (!isDevice(request.device))
        return makeError(ErrorCode::InvalidArgument, "There is no device with this number on the machine.");
    if (request.stream && !isStream(*request.stream))
        return makeError(ErrorCode::InvalidArgument, "There is no stream with this number.");
    const Storage& storage = m_sim.storage();
    const bool isCopy = request.operation.op == ops::Operator::Copy;
    // A marker computes nothing; the tensors it names only order it.
    const bool isMarker = request.operation.op == ops::Operator::Marker;
    if (!isMarker && (request.reads.size() != request.operation.inputs.size() ||
                      request.writes.size() != request.operation.outputCount()))
        return makeError(ErrorCode::InvalidArgument, std::string(ops::nameOf(request.operation.op)) +
                                                         " was given another number of tensors than it takes.");
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
    for (std::size_t i = 1; i < request.writes.size(); ++i)
        if (const auto earlier = request.writes.first(i);
            std::ranges::find(earlier, request.writes[i]) != earlier.end())
            return makeError(ErrorCode::InvalidArgument, std::string(ops::nameOf(request.operation.op)) +
                                                             " cannot put two results into one tensor.");
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
        const double factor = jitter(m_options.noise, m_options.seed, op.id, Varying::Kernel);
        op.cost.ns *= factor;
        if (op.kind == OpClass::HostKernel && (m_profile.host.touchNs > 0 || m_profile.host.sharedTouchNs > 0))
            op.pageTouchNs = pageTouchNs(m_profile.host, request.operation) * factor;
    } else {
        op.kind = OpClass::Copy;
        op.copy.source = static_cast<int>(source.index) - 1;
        op.copy.target = static_cast<int>(request.device.index) - 1;
        op.copy.bytes = static_cast<double>(request.operation.output.bytes().value);
        op.copy.slowness = jitter(m_options.noise, m_options.seed, op.id, Varying::Copy);
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
        } else if (op.kind == OpClass::HostKernel) {
            op.cost.ns += touchNs(m_profile.host, op.pageTouchNs, taken->pagesToFault);
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

/// What the operation writes: its outputs, and the scratch memory of a compiled graph, which is there while it runs.
std::span<const VariableId> VirtualPlatform::writtenBy(const device::OpRequest& request)
{
    if (!request.operation.segment || request.operation.segment->blocks.empty())
        return request.writes;
    m_written.assign(request.writes.begin(), request.writes.end());
    for (const Bytes bytes : request.operation.segment->blocks) {
        Variable scratch;
        scratch.device = request.device;
        scratch.bytes = bytes;
        scratch.tracked = m_sim.engine().newVariable();
        m_written.push_back(m_sim.storage().add(std::move(scratch)));
    }
    return m_written;
}

void VirtualPlatform::dropScratch(std::span<const VariableId> written, std::size_t outputs)
{
    for (const VariableId scratch : written.subspan(outputs))
        m_sim.release(scratch);
}

Status VirtualPlatform::takeMemory(SimOp& op, const device::OpRequest& request, std::span<const VariableId> written)
{
    for (const auto& list : {written, request.reads})
        for (VariableId id : list)
            if (Status status = takeFor(op, id, request); !status)
                return status;
    return {};
}

void VirtualPlatform::planHostSide(SimOp& op, const device::OpRequest& request, trace::IssueRecord& issue) const
{
    if (op.kind != OpClass::Copy || op.copy.way == Way::Peer)
        return;
    const Storage& storage = m_sim.storage();
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
    issue.phase = request.phase;
    issue.kind = ops::kindOf(request.operation.op);
    issue.device = request.device;
    issue.line = request.line;
    const ops::Cost cost = ops::costOf(request.operation);
    issue.flops = cost.flops;
    issue.bytes = cost.read + cost.written;
    issue.outputBytes = ops::outputBytesOf(request.operation);
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
    m_sim.spend(m_dispatch.next(request.dispatch, request.operation.op, request.device != kCpu) *
                jitter(m_options.noise, m_options.seed, m_sim.nextId(), Varying::Dispatch));

    const Slot slot = m_sim.newOp();
    SimOp& op = m_sim.op(slot);
    op.id = m_sim.nextId();
    describe(op, request, source);
    if (op.kind == OpClass::GpuKernel) {
        const auto gpu = static_cast<std::size_t>(op.gpu);
        op.prepareNs = m_tune.next(gpu, m_profile.gpus[gpu].tuneNs, request.operation);
    }
    const std::span<const VariableId> written = writtenBy(request);
    trace::IssueRecord planned;
    if (m_sim.isTorch()) {
        op.stream = streamFor(op, request);
        planHostSide(op, request, planned);
        if (Status status = takeMemory(op, request, written); !status) {
            dropScratch(written, request.writes.size());
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
    // What ends the run here ends it for this operation as for all that were issued.
    Status room = waitForRoom(op);
    if (op.gpu >= 0)
        op.earliest =
            m_sim.now() + static_cast<std::int64_t>(m_profile.gpus[static_cast<std::size_t>(op.gpu)].launchLatencyNs);
    const OpId id = op.id;
    const bool isCopy = op.kind == OpClass::Copy;
    const bool isHost = op.kind == OpClass::HostKernel;
    const bool isPeer = isCopy && op.copy.way == Way::Peer;
    const bool isStaged = op.copy.isStaged;
    const bool isOut = op.copy.way == Way::Out;
    const std::uint32_t stream = op.stream;
    watchOrder(op, request);
    if (isPeer && m_sim.isTorch()) {
        const Stream& target = m_sim.stream(m_current[op.otherHome.index]);
        m_sim.orderAfter(slot, target.tail);
    }
    const Status submitted = m_sim.submit(slot, request.reads, written);
    dropScratch(written, request.writes.size());
    if (!submitted)
        return submitted.error();
    if (!room)
        return std::move(room).error();
    if (isPeer && m_sim.isTorch() && m_options.copyStream != device::CopyStream::Own)
        m_sim.stream(m_current[request.device.index]).awaited.push_back(id);
    if (m_sim.isTorch() && isHost) {
        // No wait: the program's thread itself is busy with the operation.
        if (Status status = m_sim.runUntil([&] { return m_sim.isDone(id); }); !status)
            return std::move(status).error();
    } else if (m_options.policy == device::EnginePolicy::Naive) {
        if (Status status = blockAfter(request, id, false); !status)
            return std::move(status).error();
    } else if (m_sim.isTorch() && isCopy && !isPeer) {
        const bool isAsync = request.isNonBlocking && (isSmallIn || !isStaged);
        const bool isUntilStaged = request.isNonBlocking && !isOut;
        if (!isAsync)
            if (Status status = blockAfter(request, id, isUntilStaged); !status)
                return std::move(status).error();
        if (!isAsync && !isUntilStaged)
            m_order.programWaits(m_order.behind(stream));
    }
    return id;
}

void VirtualPlatform::warnOfOrder(const char* sentence, std::int32_t line, OpId op)
{
    if (line > 0 && m_warnedLines.insert(line).second)
        m_trace.write(trace::NoteRecord{.time = now(), .text = sentence, .isWarning = true, .line = line, .op = op});
}

void VirtualPlatform::watchProgram(std::span<const VariableId> reads, std::span<const VariableId> writes,
                                   std::int32_t line, OpId op)
{
    if (m_watchesOrder && !m_order.touch(reads, writes))
        warnOfOrder(
            "This line uses what a copy may still be moving. The virtual machine waits, the program on a GPU would "
            "not: synchronize() first.",
            line, op);
}

void VirtualPlatform::watchOrder(const SimOp& op, const device::OpRequest& request)
{
    if (!m_watchesOrder)
        return;
    std::span<const VariableId> reads = request.reads;
    if (op.stream == kNone)
        return watchProgram(reads, request.writes, request.line, op.id);
    // What is staged is read by the program's thread, before the call returns.
    if (op.kind == OpClass::Copy && op.copy.way == Way::In && op.copy.isStaged) {
        watchProgram(reads, {}, request.line, op.id);
        reads = {};
    }
    const Stream& own = m_sim.stream(op.stream);
    for (std::uint32_t i = 0; own.kind != device::StreamKind::NonBlocking && i < m_sim.streamCount(); ++i) {
        const Stream& other = m_sim.stream(i);
        const bool isLegacy = own.kind == device::StreamKind::Legacy || other.kind == device::StreamKind::Legacy;
        if (i != op.stream && other.device == own.device && other.kind != device::StreamKind::NonBlocking && isLegacy)
            m_order.streamWaits(op.stream, m_order.behind(i));
    }
    // A copy between GPUs is ordered with the current streams of both.
    const bool isPeer = op.kind == OpClass::Copy && op.copy.way == Way::Peer;
    const std::uint32_t target = isPeer ? m_current[op.otherHome.index] : op.stream;
    if (isPeer)
        m_order.streamWaits(op.stream, m_order.behind(target));
    const bool isOrdered = m_order.issue(op.stream, reads, request.writes);
    if (isPeer)
        m_order.streamWaits(target, m_order.behind(op.stream));
    // Gradients are ordered by who computes them; a marker computes nothing.
    if (!isOrdered && request.dispatch != device::DispatchClass::Backward &&
        request.operation.op != ops::Operator::Marker)
        warnOfOrder(
            "Nothing makes this line wait for the other stream that makes or still reads what it needs. The virtual "
            "machine waits, a GPU would not: wait_stream() or an event says it.",
            request.line, op.id);
}

// A stream accepts so much; the call that issues more returns when it has room again.
Status VirtualPlatform::waitForRoom(const SimOp& op)
{
    if (!m_sim.isTorch() || op.stream == kNone || m_sim.hasRoom(op.stream))
        return {};
    const DeviceId device = m_sim.stream(op.stream).device;
    if (!m_fullQueue.isValid())
        m_fullQueue = m_trace.intern("launch queue full");
    return wait(
        {op.line, m_fullQueue}, {trace::WaitTarget::Stream, device, {}}, [&] { return m_sim.hasRoom(op.stream); },
        false);
}

Status VirtualPlatform::blockAfter(const device::OpRequest& request, OpId op, bool isUntilStaged)
{
    const device::WaitSite site{request.line, request.text.isValid() ? request.text : request.name};
    return wait(
        site, {trace::WaitTarget::Op, {}, op}, [&] { return isUntilStaged ? m_sim.isStaged(op) : m_sim.isDone(op); },
        false);
}

void VirtualPlatform::label(OpId op, NameId label, NameId text)
{
    m_trace.write(trace::LabelRecord{.op = op, .label = label, .text = text});
}
}  // namespace engine::devices::sim::detail
