#include "engine/devices/cuda/detail/gpu_devices.h"

#include <algorithm>
#include <cstdio>

#include "engine/messages/messages.h"

/// Opens the GPUs, stores the program's values in tensors, and shuts the GPUs down.
namespace engine::devices::cuda::detail {

using cpu::Task;
using cpu::Variable;

namespace {

constexpr int kMaxComputeStreams = 8;
constexpr int kOwnComputeStreams = 2;  ///< equals the number of MXNet's workers per GPU
constexpr int kCopyOutWorkers = 2;

std::unique_ptr<cpu::Storage> makePinned(GpuParts& parts)
{
    const auto allocate = [&parts](Bytes bytes) {
        void* memory = nullptr;
        const abi::Code code = (*parts.module)->allocateHost(parts.sites[0]->gpu->state().gpu, bytes.value, &memory);
        return code == abi::Code::Ok ? memory : nullptr;
    };
    const auto free = [&parts](void* memory) {
        static_cast<void>((*parts.module)->releaseHost(parts.sites[0]->gpu->state().gpu, memory));
    };
    cpu::HostMemory& host = parts.computer.memory;
    return std::make_unique<cpu::Storage>(
        host.tensors().levels().limit,
        [&host](const cpu::StorageChange& change) { host.report(cpu::HostMemory::Pool::Locked, change); },
        cpu::Storage::Source{allocate, free, {}});
}

Gpu::Setup setupOf(GpuParts& parts, int number, const GpuSettings& settings)
{
    cpu::RunTrace& trace = parts.computer.trace;
    const device::PlatformOptions& options = parts.computer.options;
    const bool isMXNet = options.semantics == device::Semantics::MXNet;
    const int own = isMXNet ? kOwnComputeStreams : 1;
    Gpu::Setup setup;
    setup.module = parts.module;
    setup.shares = parts.isShared ? 2 : 1;
    setup.ordinal = number / setup.shares;
    setup.number = number;
    setup.device = DeviceId{number + 1};
    setup.options = settings.module;
    setup.computeStreams = std::clamp(options.computeStreams > 0 ? options.computeStreams : own, 1, kMaxComputeStreams);
    setup.memory = isMXNet ? GpuMemory::Kind::Exact : GpuMemory::Kind::Caching;
    setup.ledger = &parts.ledger;
    setup.isCancelled = &parts.isStopping;
    setup.now = [&trace] { return trace.now(); };
    setup.addLane = [&parts](trace::LaneRecord lane) {
        return parts.computer.addLane(std::move(lane), parts.newLanes);
    };
    setup.watch = [&trace](const trace::MemoryRecord& record) { trace.write(record); };
    return setup;
}

Status addSite(GpuParts& parts, int number, const GpuSettings& settings)
{
    cpu::ComputerState& computer = parts.computer;
    // The device record must precede its lane records.
    std::vector<trace::LaneRecord> lanes;
    parts.newLanes = &lanes;
    Result<std::unique_ptr<Gpu>> gpu = Gpu::open(setupOf(parts, number, settings));
    parts.newLanes = nullptr;
    if (!gpu)
        return std::move(gpu).error();
    auto site = std::make_unique<GpuSite>();
    site->gpu = *std::move(gpu);
    site->launcher = std::make_unique<Launcher>(*site->gpu);
    site->staging = std::make_unique<Staging>(*site->gpu);
    if (Status status = site->staging->open(); !status)
        return status;
    const std::string name = "gpu " + std::to_string(number);
    for (const auto& [group, text, workers] :
         {std::tuple{&site->issue, name, 1}, std::tuple{&site->in, name + " in", 1},
          std::tuple{&site->out, name + " out", kCopyOutWorkers}, std::tuple{&site->peer, name + " to peer", 1}}) {
        const Result<schedule::GroupId> added = computer.engine.addGroup({.name = text, .workers = workers});
        if (!added)
            return added.error();
        *group = *added;
    }
    const DeviceId device = site->gpu->info().id;
    computer.infos.push_back(site->gpu->info());
    computer.trace.write(site->gpu->record());
    for (const trace::LaneRecord& lane : lanes)
        computer.trace.write(lane);
    static_cast<void>(computer.streams.add(device, computer.engine.newVariable()));
    computer.memory.addStaging(Staging::size());
    parts.sites.push_back(std::move(site));
    return {};
}

void writeNote(cpu::RunTrace& trace, Message text)
{
    trace.write(trace::NoteRecord{.time = trace.now(), .text = std::move(text)});
}

Message noteOf(const GpuSite& site, const LifeLedger::Adjustments& adjusted)
{
    const Launcher::Captures captures = site.launcher->captures();
    const auto decimals = [](const char* format, double value) {
        char text[32];
        std::snprintf(text, sizeof text, format, value);
        return std::string(text);
    };
    Message note = site.gpu->provenance();
    if (captures.graphs > 0)
        note = messages::joined(std::move(note), message("gpu.note-graphs", captures.graphs, captures.nodes,
                                                         decimals("%.2f", toSeconds(captures.spent) * 1e3)));
    if (adjusted.moved + adjusted.missing > 0)
        note = messages::joined(
            std::move(note), message("gpu.note-moved", adjusted.moved, decimals("%.1f", toSeconds(adjusted.most) * 1e6),
                                     adjusted.missing));
    return note;
}

}  // namespace

GpuDevices::GpuDevices(cpu::ComputerState& computer, ModulePtr module)
    : m_cpu(*computer.devices),
      m_parts(computer, std::move(module)),
      m_memory(m_cpu.memory(), m_parts),
      m_queues(m_parts),
      m_waits(m_cpu.waits(), m_parts, m_queues),
      m_hostTensors(m_parts),
      m_operations(m_parts, m_queues, m_hostTensors),
      m_rankCollectives(m_parts)
{
    m_parts.computer.lives.setExternalRecorder([this](schedule::Life& life) { return isRecordedHere(life); });
}

GpuDevices::~GpuDevices()
{
    // Memory of one GPU may wait for streams of another, so free all memory before destroying any GPU.
    for (const std::unique_ptr<GpuSite>& site : m_parts.sites)
        site->gpu->memory().emptyCache();
}

bool GpuDevices::isRecordedHere(schedule::Life& life)
{
    if (life.group <= cpu::kCopyGroup.index) {
        m_hostTensors.correct(life);
        return false;
    }
    if (m_parts.ledger.contains(life.op))
        return true;
    if (life.state == trace::OpState::Failed && m_parts.isStopping)
        life.state = trace::OpState::Cancelled;
    if (life.state != trace::OpState::Failed)
        return false;          // the operation never ran, so the caller records it
    trace::LifeRecord record;  // the stream refused the operation, so it has no lane
    const cpu::RunClock& clock = m_parts.computer.trace.clock();
    record.op = life.op;
    record.state = life.state;
    record.ready = clock.at(life.ready);
    record.started = record.finished = std::max(record.ready, clock.at(life.finished));
    m_parts.computer.trace.write(record);
    return true;
}

// -- opening

Status GpuDevices::open(int count, const GpuSettings& settings)
{
    m_parts.isShared = settings.isShared;
    m_queues.add(cpu::kCpu, nullptr);
    for (int number = 0; number < count * (settings.isShared ? 2 : 1); ++number) {
        if (Status status = addSite(m_parts, number, settings); !status)
            return status;
        m_queues.add(m_parts.sites.back()->gpu->info().id, nullptr);
    }
    m_parts.pinned = makePinned(m_parts);
    if (settings.isShared)
        writeNote(m_parts.computer.trace, message("gpu.shared", m_parts.sites[0]->gpu->info().model));
    return {};
}

// -- operations

std::shared_ptr<cpu::GpuPart> GpuDevices::addTensor(const device::VariableRequest& request)
{
    return std::make_shared<DeviceTensor>(request.hostMemory);
}

schedule::GroupId GpuDevices::groupOf(const Task& task) const
{
    if (task.isCollective)
        return m_parts.siteOf(task.device).peer;
    switch (directionOf(task)) {
        case CopyDirection::In:
            return m_parts.siteOf(task.device).in;
        case CopyDirection::Peer:
            return m_parts.siteOf(task.inputs()[0]->device).peer;
        case CopyDirection::Out:
            return m_parts.siteOf(task.inputs()[0]->device).out;
        case CopyDirection::None:
            break;
    }
    return task.device == cpu::kCpu ? m_cpu.groupOf(task) : m_parts.siteOf(task.device).issue;
}

schedule::GroupId GpuDevices::groupOfWrites(const Variable& variable) const
{
    return variable.device == cpu::kCpu ? m_cpu.groupOfWrites(variable) : m_parts.siteOf(variable.device).issue;
}

void GpuDevices::describe(const Task& task, trace::IssueRecord& record) const
{
    m_cpu.describe(task, record);
    const CopyDirection direction = directionOf(task);
    if (direction == CopyDirection::None)
        return;
    record.kind = direction == CopyDirection::In    ? trace::Kind::CopyIn
                  : direction == CopyDirection::Out ? trace::Kind::CopyOut
                                                    : trace::Kind::CopyPeer;
    record.bytes = ops::outputBytesOf(task.operation);
    record.device = direction == CopyDirection::In ? task.device : task.inputs()[0]->device;
    if (direction == CopyDirection::Peer)
        return;
    // Reads only members that other threads do not change meanwhile: workers allocate page-locked memory only if the
    // option requires it, workers access only tensors that an operation has used, and the memory of staged copies is
    // always page-locked.
    const Variable& host = *(direction == CopyDirection::In ? task.inputs()[0] : task.outputs()[0]);
    const bool isWritten = host.isUsed || host.made != Nanoseconds{};
    const bool isChosen =
        (direction == CopyDirection::Out ? m_hostTensors.targetModeOf(task) : m_hostTensors.modeOf(host)) ==
        device::HostMemoryMode::Pinned;
    const bool isLocked = !task.isStaged && cpu::isInline(m_parts.computer.options) && host.tensor.block &&
                                  (direction == CopyDirection::Out || !isChosen)
                              ? host.tensor.block.isOf(*m_parts.pinned)
                              : isChosen;
    record.hostMemory = isLocked    ? trace::HostMemory::PinnedPool
                        : isWritten ? trace::HostMemory::PageableWarm
                                    : trace::HostMemory::PageableFresh;
}

Status GpuDevices::allocate(const Task& task, OpId op)
{
    if (m_parts.computer.options.semantics != device::Semantics::Torch)
        return {};
    if (task.device != cpu::kCpu)
        return m_operations.allocate(task, op);
    if (directionOf(task) == CopyDirection::Out)
        return m_hostTensors.allocate(*task.outputs()[0], m_hostTensors.targetModeOf(task), op);
    if (Status status = m_hostTensors.allocatePinned(task, op); !status)
        return status;
    return m_cpu.allocate(task, op);
}

Status GpuDevices::allocateHost(Variable& variable, OpId op)
{
    return m_hostTensors.allocate(variable, m_hostTensors.modeOf(variable), op);
}

Status GpuDevices::run(Task& task, const schedule::RunningBody& running)
{
    const CopyDirection direction = directionOf(task);
    if (task.device == cpu::kCpu && direction == CopyDirection::None) {
        if (Status status = m_hostTensors.awaitUses(task, running.op); !status)
            return status;
        if (Status status = m_hostTensors.allocatePinned(task, running.op); !status)
            return status;
        return m_cpu.run(task, running);
    }
    if (direction == CopyDirection::In || direction == CopyDirection::Out)
        if (Status status = std::as_const(m_hostTensors).awaitUses(task); !status)
            return status;
    return m_operations.run(task, running.op);
}

// -- values

Status GpuDevices::store(Variable& variable, std::span<const float> values)
{
    if (variable.device != cpu::kCpu)
        return m_operations.store(variable, values);
    for (const Point& point : of(variable).uses.before(Uses::Access::Write))
        if (Status status = detail::await(point); !status)
            return status;
    if (of(variable).hostMemory == device::HostMemoryMode::Pinned)
        if (Status status = m_hostTensors.allocate(variable, device::HostMemoryMode::Pinned, {}); !status)
            return status;
    return m_cpu.store(variable, values);
}

Status GpuDevices::checkReadable(const Variable& variable) const
{
    const Point point = of(variable).uses.written();
    if (point.stream == nullptr)
        return {};
    if (!point.stream->isDone(point.number))
        return untranslatedError(ErrorCode::Unavailable,
                                 "The copy to this tensor is still under way; synchronise before reading it.");
    return point.stream->state().isLost ? Status(point.stream->state().lostError()) : Status();
}

bool GpuDevices::isInUse(const Variable& variable) const
{
    return std::ranges::any_of(of(variable).uses.before(Uses::Access::Write),
                               [](const Point& point) { return !point.stream->isDone(point.number); });
}

Status GpuDevices::observeOnHost(const Variable& variable, const std::string& metric, std::int32_t step)
{
    if (Status status = detail::await(of(variable).uses.written()); !status)
        return status;
    const cpu::Block& block = variable.tensor.block;
    if (!block)
        return {};
    const auto elements = static_cast<std::size_t>(variable.tensor.shape.elements());
    m_observations.ready(m_observations.announce(),
                         [this, values = std::vector<float>(block.data(), block.data() + elements),
                          origin = cpu::Origin{variable.made, variable.maker, variable.line}, metric,
                          step] { m_parts.computer.trace.writeMean(values, origin, metric, step); });
    return {};
}

Status GpuDevices::observe(Variable& variable, const std::string& metric, std::int32_t step)
{
    if (variable.device == cpu::kCpu)
        return observeOnHost(variable, metric, step);
    DeviceTensor& tensor = of(variable);
    const Bytes bytes = variable.tensor.shape.bytes();
    if (!tensor.block || bytes.value == 0)
        return {};
    Result<cpu::Block> allocated = m_parts.pinned->allocate(bytes);
    if (!allocated)
        return {};  // if there is no memory, the metric is skipped: the program run does not need it
    const auto copy = std::make_shared<cpu::Block>(*std::move(allocated));
    const cpu::Origin origin{variable.made, variable.maker, variable.line};
    const OrderedCallbacks::Number number = m_observations.announce();
    GpuStream::Entry entry;
    entry.name = "look";
    entry.after = tensor.uses.before(Uses::Access::Read);
    entry.keep = copy;
    entry.launch = [&](abi::Stream* raw) {
        const abi::Code code =
            (*m_parts.module)
                ->copy(raw, copy->data(), tensor.block.data(), bytes.value, abi::CopyDirection::Out, nullptr);
        return m_parts.module->check(code, "copy a number to the host");
    };
    entry.whenDone = [this, copy, bytes, origin, metric, step, number](Nanoseconds) {
        const auto write = [this, copy, bytes, origin, metric, step, number](Nanoseconds made) {
            m_observations.ready(number, [=, this] {
                m_parts.computer.trace.writeMean({copy->data(), static_cast<std::size_t>(bytes.value) / sizeof(float)},
                                                 {made, origin.maker, origin.line}, metric, step);
            });
        };
        if (origin.maker.isValid())
            m_parts.ledger.whenWritten(origin.maker, [write](const LifeLedger::Times& life) { write(life.end); });
        else
            write(origin.made);
    };
    const Result<Point> point = m_parts.gpuOf(variable.device).copyOut().submit(std::move(entry));
    if (point)
        tensor.uses.readAt(*point);
    else
        m_observations.ready(number, {});
    return {};
}

// -- accounting and end

std::int64_t GpuDevices::inFlight() const
{
    std::int64_t all = 0;
    for (const auto& site : m_parts.sites)
        for (const GpuStream* stream : site->gpu->streams())
            all += static_cast<std::int64_t>(stream->inFlight());
    return all;
}

void GpuDevices::cancel()
{
    m_parts.isStopping.store(true);
    m_cpu.cancel();
    for (const auto& site : m_parts.sites)
        site->gpu->wake();
}

void GpuDevices::drain()
{
    for (const auto& site : m_parts.sites)
        site->gpu->drain();
    for (const auto& site : m_parts.sites)
        site->gpu->collectLastTimes();
    m_parts.ledger.finish();
    m_observations.finish();
    for (const auto& site : m_parts.sites)
        writeNote(m_parts.computer.trace, noteOf(*site, m_parts.ledger.adjustments()));
}

}  // namespace engine::devices::cuda::detail
