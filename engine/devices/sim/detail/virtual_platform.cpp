#include "engine/devices/sim/detail/virtual_platform.h"

#include "engine/messages/messages.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <new>

namespace engine::devices::sim::detail {

namespace {

constexpr Bytes kAlwaysStaged{64 * 1024};  // copies up to this size from pageable memory do not wait for the stream
constexpr std::int64_t kLongest = std::int64_t{1} << 61;  // ns, 73 years: simulated time must not overflow

/// Returns one rank's portion of the resources that the ranks of one computer share: the rates of the cores and of the
/// memory, the cache, and the links that several GPUs share.
device::Profile shareOfRank(device::Profile profile, const device::RankTransport* transport)
{
    const double ranks = transport == nullptr ? 1 : transport->place().localCount;
    device::HostModel& host = profile.host;
    for (double* rate : {&host.gemm, &host.dense, &host.convolution, &host.bandwidth, &host.cacheBytes, &host.cacheRate,
                         &host.randomRate, &host.normalRate, &host.normRate, &host.dramRate})
        *rate /= ranks;
    host.soloShare = std::min(host.soloShare * ranks, 1.0);
    for (device::LinkSwitch& shared : profile.switches)
        shared.rate /= std::clamp<double>(ranks, 1, static_cast<double>(shared.gpus.size()));
    return profile;
}

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

}  // namespace

VirtualPlatform::VirtualPlatform(device::Profile profile, device::PlatformOptions options, trace::Sink& sink,
                                 std::unique_ptr<device::ValueEngine> values)
    : m_options(std::move(options)),
      m_trace(sink),
      m_values(std::move(values)),
      m_profile(recordDevices(shareOfRank(std::move(profile), m_options.transport), m_trace)),
      m_state(m_profile, m_options, m_trace),
      m_executor(m_state, m_values.get()),
      m_sim(m_state, m_executor),
      m_planner(m_state, m_executor, m_sim),
      m_watch(m_state, m_executor.resources().streams),
      m_waits(m_state, m_sim, m_watch),
      m_streams(m_state, m_sim, m_executor.resources().streams, m_watch, m_waits),
      m_memory(m_profile, m_state, m_sim, m_watch),
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
    if (m_options.transport != nullptr)
        m_ranks.emplace(m_state, m_executor, m_sim, m_planner, m_dispatch);
}

VirtualPlatform::~VirtualPlatform()
{
    if (!m_isFinished)
        m_executor.dropAll();
}

void VirtualPlatform::spend(Nanoseconds duration)
{
    m_sim.advanceTo(m_state.now +
                    std::clamp<std::int64_t>(duration.count(), 0, kLongest - std::min(m_state.now, kLongest)));
}

void VirtualPlatform::hostWork(device::HostWork work, Bytes bytes, const device::WaitSite& site)
{
    const std::int64_t begin = m_state.now;
    if (work == device::HostWork::Print) {
        m_sim.spend(m_profile.host.printNs);
        m_trace.host(begin, m_state.now, m_trace.intern("print"), site.line, {}, {});
        return;
    }
    if (work == device::HostWork::Load) {
        if (m_profile.host.loadRate > 0)
            m_sim.spend(static_cast<double>(bytes.value) / m_profile.host.loadRate * 1e9);
        m_trace.host(begin, m_state.now, m_trace.nameOfWork("read", bytes), site.line, {}, {});
        return;
    }
    m_sim.spend(static_cast<double>(bytes.value) / m_profile.host.memcpyRate * 1e9);
    m_trace.host(begin, m_state.now, m_trace.nameOfWork("copy", bytes), site.line, {}, {});
    // The copy creates a NumPy array, whose memory is freed here immediately, because programs rarely keep such an
    // array. An array of more than `freshBytes` gets new pages, even if the cache for tensors stores larger blocks,
    // because an array cannot use that cache.
    if (m_profile.host.keptBytes > m_profile.host.freshBytes &&
        static_cast<double>(bytes.value) > m_profile.host.freshBytes) {
        if (!m_options.isPageableWarm)
            m_sim.pageWork(faultNs(m_profile.host, bytes), "fault", bytes, site.line, {});
        return;
    }
    if (const auto block = m_state.storage.hostPool().allocatePageable(bytes)) {
        if (block->fresh.value > 0)
            m_sim.pageWork(faultNs(m_profile.host, bytes), "fault", bytes, site.line, {});
        static_cast<void>(m_state.storage.hostPool().free(*block));
    }
}

// -- storage

Result<VariableId> VirtualPlatform::create(const device::VariableRequest& request)
{
    if (!m_state.isDevice(request.device))
        return untranslatedError(ErrorCode::InvalidArgument, "There is no device with this number on the machine.");
    if (Status status = ops::checkShape(request.shape); !status)
        return std::move(status).error();
    Variable variable;
    variable.device = request.device;
    variable.shape = request.shape;
    variable.bytes = request.shape.bytes(request.type);
    variable.hostMemory = request.hostMemory;
    variable.tracked = m_executor.engine().newVariable();
    if (m_values != nullptr)
        variable.value = m_values->create(request.shape);
    return m_state.storage.add(std::move(variable));
}

void VirtualPlatform::release(VariableId variable)
{
    if (!m_state.storage.isKnown(variable))
        return;
    if (const Variable& root = m_state.storage.rootOf(variable); root.holders == 1)
        for (const VariableId entry : m_executor.regions().entriesOf(root.root))
            m_watch.order().forget(entry);
    m_sim.release(variable);
}

Status VirtualPlatform::write(VariableId id, std::span<const float> values)
{
    if (!m_state.storage.isKnown(id))
        return untranslatedError(ErrorCode::InvalidArgument, "This tensor was freed.");
    const Variable& shown = m_state.storage[id];
    if (static_cast<std::int64_t>(values.size()) != shown.shape.elements())
        return untranslatedError(
            ErrorCode::InvalidArgument,
            std::to_string(values.size()) + " values do not fill a tensor of " + ops::toText(shown.shape) + ".");
    const VariableId root = shown.root;
    Variable& variable = m_state.storage[root];
    const std::vector<VariableId> entries = m_executor.regions().entriesOf(id);
    m_watch.watchProgram({}, entries, 0);
    if (Status status = m_sim.runUntil([&] { return variable.uses == 0; }); !status)
        return status;
    if (!variable.hasMemory) {
        const Result<Allocation> taken =
            m_state.storage.allocate(root, m_executor.resources().streams.currentOf(variable.device),
                                     variable.hostMemory.value_or(m_options.hostMemory), {}, m_state.now);
        if (!taken)
            return taken.error();
        m_sim.spend(taken->driverNs + taken->poolNs);
        m_sim.pageWork(pinNs(m_profile.host, taken->pagesToPin), "pin", taken->pagesToPin, 0, {});
    }
    const auto bytes = static_cast<double>(m_state.storage[id].bytes.value);
    if (variable.device == kCpu)
        m_sim.spend(bytes / m_profile.host.memcpyRate * 1e9);
    else
        m_sim.spend(m_profile.gpus[variable.device.index - 1].linkLatency + bytes / m_profile.host.stagingRate * 1e9);
    for (const VariableId entry : entries)
        m_executor.engine().clearFailure(entry);
    m_state.storage.markWritten(root, {}, m_state.now);
    variable.isMade = true;
    Status status = m_values != nullptr ? m_values->write(m_state.storage[id].value, values) : Status{};
    m_executor.views().written(id);
    return status;
}

Result<std::span<const float>> VirtualPlatform::read(VariableId id)
{
    if (!m_state.storage.isKnown(id))
        return untranslatedError(ErrorCode::InvalidArgument, "This tensor was freed.");
    const Variable& variable = m_state.storage[id];
    for (const VariableId entry : m_executor.regions().entriesOf(id)) {
        if (!m_executor.engine().isWritten(entry))
            return untranslatedError(ErrorCode::Unavailable,
                                     "The tensor is still being computed; wait for it before reading it.");
        if (const schedule::FailurePtr failure = m_executor.engine().failureOf(entry))
            return failure->error;
    }
    if (m_values == nullptr)
        return makeError(ErrorCode::Unavailable, message("run.times-only"));
    m_executor.views().refresh(id);
    return m_values->read(variable.value);
}

void VirtualPlatform::observe(VariableId id, std::string_view metric, std::int32_t step)
{
    if (!m_executor.observations().isOn() || !m_state.storage.isKnown(id))
        return;
    const Variable& variable = m_state.storage[id];
    const OpId writer = lastWriter(id);
    if (writer.isValid() && !m_state.operations.isDone(writer)) {
        m_executor.observations().await(writer, id, metric, step);
        return;
    }
    const bool isGood = !m_executor.engine().failureOf(variable.tracked);
    if (m_state.storage.rootOf(id).isMade && isGood)
        m_executor.observations().submit(
            id, metric, step, {writer.isValid() ? m_state.operations.finishedAt(writer) : m_state.now, writer, 0});
}

// -- operations

Result<OpId> VirtualPlatform::push(const device::OpRequest& request)
try {
    if (m_sim.isCancelled() || m_isFinished)
        return runStopped();
    if (Status status = m_planner.check(request); !status)
        return std::move(status).error();
    if (m_ranks)
        if (Status status = m_ranks->use(request.device, request.line); !status)
            return std::move(status).error();
    const std::int64_t begin = m_state.now;
    if (request.isView && m_executor.makeView(request)) {
        m_sim.spend(m_dispatch.ofView(request.dispatch));
        if (m_state.now > begin)
            m_trace.host(begin, m_state.now, request.name, request.line, {}, {});
        return OpId{};
    }
    const bool isLaunched =
        request.device != kCpu || (!request.reads.empty() && m_state.storage[request.reads[0]].device != kCpu);
    m_sim.spend(m_dispatch.next(request.dispatch, request.operation,
                                isLaunched ? trace::DeviceKind::Gpu : trace::DeviceKind::Cpu) *
                jitter(m_options.noise, m_options.seed, m_state.operations.nextId(), Varying::Dispatch));
    const Result<OperationPlanner::Plan> plan = m_planner.plan(request);
    if (!plan)
        return plan.error();
    SimOp& op = m_state.operations[plan->slot];
    trace::IssueRecord issue = m_planner.issueRecord(op, request, begin);
    issue.hostMemory = plan->hostMemory;
    m_trace.write(issue);

    const bool isTorch = m_state.isTorch();
    const bool isCopy = op.kind == OpClass::Copy;
    const bool isPeer = isCopy && op.copy.direction == CopyDirection::Peer;
    const bool isSmallIn = isTorch && isCopy && op.copy.direction == CopyDirection::In && op.copy.isStaged &&
                           issue.outputBytes <= kAlwaysStaged;
    if (isSmallIn) {
        m_sim.spend(op.copy.bytes / m_profile.host.stagingRate * 1e9);
        op.copy.isStaged = false;
    }
    // If the wait fails, the operation is still submitted, so that it ends like all operations issued before it.
    Status room = waitForRoom(op);
    if (op.gpu >= 0)
        op.earliest = m_state.now + static_cast<std::int64_t>(m_state.gpu(op.gpu).launchLatencyNs);
    const Regions::Accesses& accesses = m_executor.regions().of(request.reads, plan->written);
    m_watch.watch(op, request, accesses);
    if (isPeer && isTorch)
        m_state.operations.orderAfter(
            plan->slot, m_executor.resources().streams[m_executor.resources().streams.currentOf(op.otherHome)].tail);
    const IssuedOp issued{op.id, op.kind, op.copy.direction, op.copy.isStaged, op.stream};
    const Status submitted = m_executor.submit(plan->slot, request.reads, plan->written, accesses);
    m_planner.releaseScratch(*plan, request);
    if (!submitted)
        return submitted.error();
    if (!room)
        return std::move(room).error();
    if (isPeer && isTorch && m_options.copyStream != device::CopyStream::Own)
        m_executor.resources().streams[m_executor.resources().streams.currentOf(request.device)].awaited.push_back(
            issued.op);
    if (Status status = waitAsFrameworkDoes(request, issued); !status)
        return std::move(status).error();
    return issued.op;
} catch (const std::bad_alloc&) {
    cancel();  // the operation was registered only in part, so the program run cannot continue
    throw;
}

Status VirtualPlatform::waitAsFrameworkDoes(const device::OpRequest& request, const IssuedOp& issued)
{
    // Records no wait, because the program's thread executes the operation.
    if (m_state.isTorch() && issued.kind == OpClass::HostKernel)
        return m_sim.runUntil([&] { return m_state.operations.isDone(issued.op); });
    const device::WaitSite site{request.line, request.text.isValid() ? request.text : request.name};
    const ProgramWaits::Subject what{trace::WaitTarget::Op, {}, issued.op};
    const auto isDone = [&] { return m_state.operations.isDone(issued.op); };
    if (m_options.policy == device::EnginePolicy::Naive)
        return m_waits.until(site, what, isDone, ProgramWaits::Cost::None);
    if (!m_state.isTorch() || issued.kind != OpClass::Copy || issued.direction == CopyDirection::Peer)
        return {};
    if (request.isNonBlocking && !issued.isStaged)
        return {};
    // The program's thread itself stages a non-blocking copy from pageable memory, so it need not wake up.
    if (request.isNonBlocking && issued.direction != CopyDirection::Out)
        return m_waits.until(
            site, what, [&] { return m_state.operations.isStaged(issued.op); }, ProgramWaits::Cost::None);
    Status status = request.isFetched ? Status() : m_waits.until(site, what, isDone, ProgramWaits::Cost::WakeUp);
    if (status)
        m_watch.order().programWaits(m_watch.order().afterIssued(issued.stream));
    return status;
}

// If the stream is full, the issuing call blocks until the stream accepts one more operation.
Status VirtualPlatform::waitForRoom(const SimOp& op)
{
    if (!m_state.isTorch() || op.stream == kNone || m_executor.resources().streams.hasRoom(op.stream))
        return {};
    const DeviceId device = m_executor.resources().streams[op.stream].device;
    if (!m_fullQueue.isValid())
        m_fullQueue = m_trace.intern("launch queue full");
    return m_waits.until(
        {op.line, m_fullQueue}, {trace::WaitTarget::Stream, device, {}},
        [&] { return m_executor.resources().streams.hasRoom(op.stream); }, ProgramWaits::Cost::None);
}

void VirtualPlatform::label(OpId op, NameId label, NameId text)
{
    m_trace.write(trace::LabelRecord{.op = op, .label = label, .text = text});
}

/// Returns the last operation that writes the memory of the variable. For a view: the last one that writes the part of
/// the memory that the view shows.
OpId VirtualPlatform::lastWriter(VariableId id)
{
    OpId last;
    for (const VariableId entry : m_executor.regions().entriesOf(id))
        if (const OpId writer = m_executor.engine().lastWriter(entry);
            writer.isValid() && (!last.isValid() || writer > last))
            last = writer;
    return last;
}

// -- waits

Status VirtualPlatform::waitToRead(VariableId id, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return runStopped();
    if (!m_state.storage.isKnown(id))
        return untranslatedError(ErrorCode::InvalidArgument, "This tensor was freed.");
    const std::vector<VariableId> entries = m_executor.regions().entriesOf(id);
    if (m_state.storage[id].device.index == 0)
        m_watch.watchProgram(entries, {}, site.line);
    const OpId writer = lastWriter(id);
    std::vector<OpId> writers;
    for (const VariableId entry : entries)
        if (const OpId one = m_executor.engine().lastWriter(entry); one.isValid())
            writers.push_back(one);
    const auto isWritten = [&] {
        return std::ranges::all_of(writers, [&](OpId one) { return m_state.operations.isDone(one); });
    };
    bool isQueued = false;
    // In MXNet, a wait is an operation for the CPU's workers; this operation is queued behind other ready operations.
    const auto isRead = [&] {
        if (!isWritten())
            return false;
        if (!isQueued)
            m_executor.resources().workers.enqueueMarker();
        isQueued = true;
        return m_executor.resources().workers.isMarkerDone();
    };
    const ProgramWaits::Subject what{trace::WaitTarget::Op, {}, writer};
    Status status =
        m_state.isTorch() || isWritten() ? m_waits.until(site, what, isWritten) : m_waits.until(site, what, isRead);
    if (!status)
        return status;
    for (const VariableId entry : entries)
        if (const schedule::FailurePtr failure = m_executor.engine().failureOf(entry))
            return failure->error;
    return {};
}

Status VirtualPlatform::waitAll(const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return runStopped();
    Status status = m_waits.until(site, {}, [&] { return m_executor.isIdle(); });
    m_watch.programWaited({});
    return status ? m_executor.engine().waitAll() : std::move(status);
}

Status VirtualPlatform::synchronize(DeviceId device, const device::WaitSite& site)
{
    if (m_sim.isCancelled())
        return runStopped();
    if (!m_state.isDevice(device))
        return untranslatedError(ErrorCode::InvalidArgument, "There is no device with this number on the machine.");
    return m_waits.untilIdle(site, device);
}

// -- end

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
    const Status status = m_sim.runUntil([&] { return m_executor.isIdle(); });
    if (!status) {
        if (status.error().code != ErrorCode::Cancelled)
            m_trace.write(trace::NoteRecord{.time = now(), .text = status.error().message, .isWarning = true});
        m_executor.dropAll();
    }
    if (m_ranks)
        m_ranks->finish(status ? trace::RankState::Finished : trace::RankState::Failed);
    m_executor.resources().links.close();
    if (!m_sim.isCancelled())
        m_executor.observations().finish();
    m_trace.write(trace::EndRecord{.time = now(), .isComplete = status.has_value() && !m_sim.isCancelled()});
}

}  // namespace engine::devices::sim::detail
