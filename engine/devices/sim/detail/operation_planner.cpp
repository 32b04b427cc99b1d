#include "engine/devices/sim/detail/operation_planner.h"

#include "engine/ops/shape_rules.h"

#include <algorithm>

namespace engine::devices::sim::detail {

namespace {

std::string nameOf(DeviceId device)
{
    return device == kCpu ? "CPU" : "GPU " + std::to_string(device.index - 1);
}

/// The variable in host memory that a copy between host and GPU reads or writes.
VariableId hostSideOf(const SimOp& op, const device::OpRequest& request)
{
    return op.copy.direction == CopyDirection::Out ? request.writes[0] : request.reads[0];
}

bool isBetweenHostAndGpu(const SimOp& op)
{
    return op.kind == OpClass::Copy && op.copy.direction != CopyDirection::Peer;
}

}  // namespace

OperationPlanner::OperationPlanner(State& state, Executor& executor, Simulator& simulator)
    : m_state(state),
      m_executor(executor),
      m_sim(simulator),
      m_copyStreams(state.profile.gpus.size() + 1, {kNone, kNone, kNone})
{
}

Status OperationPlanner::check(const device::OpRequest& request) const
{
    if (!m_state.isDevice(request.device))
        return untranslatedError(ErrorCode::InvalidArgument, "There is no device with this number on the machine.");
    if (request.stream && request.stream->index >= m_executor.resources().streams.size())
        return untranslatedError(ErrorCode::InvalidArgument, "There is no stream with this number.");
    const Storage& storage = m_state.storage;
    const bool isCopy = request.operation.op == ops::Operator::Copy;
    // A marker computes nothing, and its tensors are only dependencies, so their number is not checked.
    const bool isMarker = request.operation.op == ops::Operator::Marker;
    if (!isMarker && (request.reads.size() != request.operation.inputs.size() ||
                      request.writes.size() != request.operation.outputCount()))
        return untranslatedError(ErrorCode::InvalidArgument,
                                 std::string(ops::nameOf(request.operation.op)) + " got the wrong number of tensors.");
    if (isCopy && (request.reads.empty() || request.writes.empty()))
        return untranslatedError(ErrorCode::InvalidArgument, "A copy needs a source and a destination.");
    for (const auto& list : {request.reads, request.writes})
        for (VariableId id : list) {
            if (!storage.isKnown(id))
                return untranslatedError(ErrorCode::InvalidArgument, "An operand of the operation was freed.");
            if (!isCopy && storage[id].device != request.device)
                return untranslatedError(ErrorCode::InvalidArgument,
                                         "An operand is on " + nameOf(storage[id].device) + ", the operation runs on " +
                                             nameOf(request.device) + "; copy it there first.");
        }
    for (std::size_t i = 1; i < request.writes.size(); ++i)
        if (const auto earlier = request.writes.first(i);
            std::ranges::find(earlier, request.writes[i]) != earlier.end())
            return untranslatedError(ErrorCode::InvalidArgument, std::string(ops::nameOf(request.operation.op)) +
                                                                     " cannot write two results to one tensor.");
    if (isCopy && storage[request.writes[0]].device != request.device)
        return untranslatedError(ErrorCode::InvalidArgument,
                                 "The destination of a copy must be on the device it names.");
    return ops::validate(request.operation);
}

void OperationPlanner::describe(SimOp& op, const device::OpRequest& request) const
{
    const DeviceId source = request.reads.empty() ? request.device : m_state.storage[request.reads[0]].device;
    op.line = request.line;
    op.priority = request.priority;
    op.home = request.device;
    op.gpu = static_cast<int>(request.device.index) - 1;
    if (request.operation.op == ops::Operator::Marker) {
        op.kind = OpClass::Marker;
    } else if (source == request.device) {
        op.kind = op.gpu >= 0 ? OpClass::GpuKernel : OpClass::HostKernel;
        const std::optional<device::HostMemoryMode> outputMemory =
            request.writes.empty() ? std::nullopt : m_state.storage.rootOf(request.writes[0]).hostMemory;
        op.cost = op.gpu >= 0 ? gpuKernel(m_state.profile.gpus[request.device.index - 1], request.operation)
                              : hostKernel(m_state.profile.host, request.operation, outputMemory);
        const double factor = jitter(m_state.options.noise, m_state.options.seed, op.id, Varying::Kernel);
        op.cost.ns *= factor;
        if (op.kind == OpClass::HostKernel &&
            (m_state.profile.host.touchNs > 0 || m_state.profile.host.sharedTouchNs > 0))
            op.pageTouchNs = pageTouchNs(m_state.profile.host, request.operation) * factor;
    } else {
        op.kind = OpClass::Copy;
        op.copy.source = static_cast<int>(source.index) - 1;
        op.copy.target = static_cast<int>(request.device.index) - 1;
        op.copy.bytes = static_cast<double>(request.operation.output.bytes().value);
        op.copy.slowness = jitter(m_state.options.noise, m_state.options.seed, op.id, Varying::Copy);
        op.copy.direction = source == kCpu           ? CopyDirection::In
                            : request.device == kCpu ? CopyDirection::Out
                                                     : CopyDirection::Peer;
        op.gpu = op.copy.direction == CopyDirection::In ? op.copy.target : op.copy.source;
        op.home = DeviceId{op.gpu + 1};
        if (op.copy.direction == CopyDirection::Peer)
            op.otherHome = request.device;
    }
}

std::uint32_t OperationPlanner::streamFor(const SimOp& op, const device::OpRequest& request)
{
    if (op.kind == OpClass::HostKernel)
        return kNone;
    if (request.stream)
        return request.stream->index;
    if (op.kind != OpClass::Copy || m_state.options.copyStream != device::CopyStream::Own)
        return m_executor.resources().streams.currentOf(op.home);
    std::uint32_t& stream = m_copyStreams[op.home.index][static_cast<std::size_t>(op.copy.direction)];
    if (stream == kNone)
        stream = m_executor.resources().streams.add(op.home, device::StreamKind::NonBlocking, StreamUse::Transfers);
    return stream;
}

device::HostMemoryMode OperationPlanner::hostModeOf(const Variable& variable, const device::OpRequest& request) const
{
    if (variable.hostMemory)
        return *variable.hostMemory;
    // PyTorch allocates the destination of a non-blocking copy to the host in page-locked memory.
    if (m_state.isTorch() && request.operation.op == ops::Operator::Copy && request.isNonBlocking)
        return device::HostMemoryMode::Pinned;
    return m_state.options.hostMemory;
}

Status OperationPlanner::allocateOnHost(SimOp& op, VariableId id, const device::OpRequest& request)
{
    const device::HostModel& host = m_state.profile.host;
    const Variable& variable = m_state.storage[id];
    const std::uint32_t stream = m_executor.resources().streams.currentOf(kCpu);
    const Result<Allocation> allocation =
        m_state.storage.allocate(id, stream, hostModeOf(variable, request), op.id, m_state.now);
    if (!allocation)
        return allocation.error();
    m_sim.spend(allocation->poolNs);
    m_sim.pageWork(pinNs(host, allocation->pagesToPin), "pin", allocation->pagesToPin, request.line, op.id);
    if (op.kind == OpClass::Copy && allocation->pagesToFault.value > 0) {
        op.copy.pageNs += faultNs(host, allocation->pagesToFault);
        op.copy.pageWork = "fault";
    } else if (op.kind == OpClass::HostKernel) {
        op.cost.ns += touchNs(host, op.pageTouchNs, allocation->pagesToFault);
    }
    return {};
}

Status OperationPlanner::allocateOnGpu(const SimOp& op, VariableId id, const device::OpRequest& request)
{
    const Variable& variable = m_state.storage[id];
    const DeviceId device = variable.device;
    const device::GpuModel& gpu = m_state.profile.gpus[device.index - 1];
    const bool isHome = device == op.home && op.stream != kNone;
    const std::uint32_t stream = isHome ? op.stream : m_executor.resources().streams.currentOf(device);
    const std::int64_t begin = m_state.now;
    const Result<Allocation> allocation =
        m_state.storage.allocate(id, stream, hostModeOf(variable, request), op.id, m_state.now);
    if (!allocation) {
        m_sim.spend(gpu.mallocNs);
        const NameId refused = m_state.trace.nameOfWork("refused", variable.bytes);
        m_state.trace.host(begin, m_state.now, refused, request.line, {}, {});
        return allocation.error();
    }
    if (allocation->driverFrees > 0 || (allocation->driverNs > 0 && gpu.mallocWaits))
        if (Status status = m_sim.runUntil([&] { return m_state.operations.pending(device) == 0; }); !status)
            return status;
    m_sim.spend(allocation->driverFrees * gpu.freeNs + allocation->driverNs + allocation->poolNs);
    if (allocation->driverNs > 0) {
        const NameId allocated = m_state.trace.nameOfWork("cudaMalloc", allocation->fromDriver);
        m_state.trace.host(begin, m_state.now, allocated, request.line, op.id, {});
    }
    return {};
}

// Returns the outputs of the operation, and scratch variables for the temporary memory of a compiled graph. A compiled
// graph that runs as a single kernel has none, because its intermediate values stay on the chip.
std::span<const VariableId> OperationPlanner::writtenBy(const device::OpRequest& request)
{
    const ops::Segment* const segment = request.operation.segment.get();
    if (segment == nullptr || segment->kernelBytes.value > 0 || segment->blocks.empty())
        return request.writes;
    m_written.assign(request.writes.begin(), request.writes.end());
    for (const Bytes bytes : segment->blocks) {
        Variable scratch;
        scratch.device = request.device;
        scratch.bytes = bytes;
        scratch.tracked = m_executor.engine().newVariable();
        m_written.push_back(m_state.storage.add(std::move(scratch)));
    }
    return m_written;
}

void OperationPlanner::releaseScratch(const Plan& plan, const device::OpRequest& request)
{
    for (const VariableId scratch : plan.written.subspan(request.writes.size()))
        m_sim.release(scratch);
}

Status OperationPlanner::allocate(SimOp& op, const device::OpRequest& request, std::span<const VariableId> written)
{
    for (const auto& list : {written, request.reads})
        for (const VariableId used : list) {
            const VariableId id = m_state.storage[used].root;
            const Variable& variable = m_state.storage[id];
            if (variable.hasMemory)
                continue;
            if (Status status =
                    variable.device == kCpu ? allocateOnHost(op, id, request) : allocateOnGpu(op, id, request);
                !status)
                return status;
        }
    return {};
}

trace::HostMemory OperationPlanner::planHostSide(SimOp& op, const device::OpRequest& request) const
{
    if (!isBetweenHostAndGpu(op))
        return trace::HostMemory::None;
    const Variable& host = m_state.storage.rootOf(hostSideOf(op, request));
    const trace::HostMemory state =
        host.hasMemory ? host.host.state : m_state.storage.hostStateFor(host.bytes, hostModeOf(host, request));
    const bool isPageable = state == trace::HostMemory::PageableFresh || state == trace::HostMemory::PageableWarm;
    op.copy.isStaged = isPageable;
    // The pages of a written variable are already mapped, or already page-locked.
    if (host.isMade)
        return isPageable ? trace::HostMemory::PageableWarm : trace::HostMemory::PinnedPool;
    return state;
}

Result<OperationPlanner::Plan> OperationPlanner::plan(const device::OpRequest& request)
{
    const Slot slot = m_state.operations.allocate();
    SimOp& op = m_state.operations[slot];
    op.id = m_state.operations.nextId();
    describe(op, request);
    if (op.kind == OpClass::GpuKernel)
        op.prepareNs = m_tune.next(static_cast<std::size_t>(op.gpu), m_state.gpu(op.gpu).tuneNs, request.operation);
    Plan plan{.slot = slot, .written = writtenBy(request)};
    if (m_state.isTorch())
        op.stream = streamFor(op, request);
    plan.hostMemory = planHostSide(op, request);
    if (m_state.isTorch()) {
        if (Status status = allocate(op, request, plan.written); !status) {
            releaseScratch(plan, request);
            m_state.operations.free(slot);
            return std::move(status).error();
        }
        if (isBetweenHostAndGpu(op))
            if (const Variable& host = m_state.storage.rootOf(hostSideOf(op, request)); !host.isMade)
                plan.hostMemory = host.host.state;
    }
    if (m_state.options.values == trace::ValueMode::Computed)
        op.operation = std::make_unique<ops::Operation>(request.operation);
    return plan;
}

trace::IssueRecord OperationPlanner::issueRecord(const SimOp& op, const device::OpRequest& request,
                                                 std::int64_t begin) const
{
    trace::IssueRecord issue;
    issue.op = op.id;
    issue.begin = at(begin);
    issue.end = at(m_state.now);
    issue.name = request.name;
    issue.label = request.label;
    issue.text = request.text;
    issue.phase = request.phase;
    issue.layer = request.layer;
    issue.shape = request.shape;
    issue.kind = ops::kindOf(request.operation);
    issue.device = request.device;
    issue.line = request.line;
    const ops::Cost cost = ops::costOf(request.operation);
    issue.flops = cost.flops;
    issue.bytes = cost.read + cost.written;
    issue.outputBytes = ops::outputBytesOf(request.operation);
    if (op.kind == OpClass::Copy) {
        constexpr trace::Kind kKinds[] = {trace::Kind::CopyIn, trace::Kind::CopyOut, trace::Kind::CopyPeer};
        issue.kind = kKinds[static_cast<std::size_t>(op.copy.direction)];
        issue.bytes = issue.outputBytes;
    }
    return issue;
}

}  // namespace engine::devices::sim::detail
