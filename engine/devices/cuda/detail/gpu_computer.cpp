#include "engine/devices/cuda/detail/gpu_computer.h"

#include "engine/ops/shape_rules.h"

#include <time.h>

#include <algorithm>
#include <cstdio>

namespace engine::devices::cuda::detail {

namespace {

constexpr int kMostComputeStreams = 8;
constexpr int kOwnComputeStreams = 2;  ///< as many as MXNet's workers per GPU
constexpr int kCopyOutWorkers = 2;

Nanoseconds monotonicNow()
{
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return Nanoseconds{std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec};
}

}  // namespace

GpuComputer::Marker::~Marker()
{
    if (event != nullptr)
        (*module)->destroyEvent(event);
}

GpuComputer::GpuComputer(const device::PlatformOptions& options, const cpu::Host& host, trace::Sink& sink,
                         ModulePtr module)
    : CpuPlatform(options, host, sink),
      m_module(std::move(module)),
      m_ledger([this](const trace::LifeRecord& life) { write(life); })
{
    const cpu::Lanes& lanes = m_lives.lanes();
    m_nextLane = static_cast<std::uint32_t>(1 + lanes.compute.size() + lanes.cores.size() + lanes.copy.size());
    m_lives.leaveOut([this](schedule::Life& life) { return isOfGpus(life); });
}

GpuComputer::~GpuComputer()
{
    cancel();
    finish();
    m_events.clear();
    m_variables.clear();
    // Memory of one GPU may wait for streams of another, so free all memory before destroying any GPU.
    for (const std::unique_ptr<Site>& site : m_sites)
        site->gpu->memory().emptyCache();
}

/// The engine starts a CPU operation when the GPU work it depends on is queued. The wait for the GPU is not part of its
/// run, so its start is moved to the end of the wait.
void GpuComputer::correct(schedule::Life& life)
{
    const std::lock_guard lock(m_settledMutex);
    const auto found = m_settled.find(life.op.index);
    if (found == m_settled.end())
        return;
    if (found->second)
        life.started = std::max(life.started, *found->second);
    else
        life.state = trace::OpState::Cancelled;
    m_settled.erase(found);
}

bool GpuComputer::isOfGpus(schedule::Life& life)
{
    if (life.group <= m_lastHostGroup.index) {
        correct(life);
        return false;
    }
    if (m_ledger.knows(life.op))
        return true;
    if (life.state == trace::OpState::Failed && m_isStopping)
        life.state = trace::OpState::Cancelled;
    if (life.state != trace::OpState::Failed)
        return false;          // the operation never ran
    trace::LifeRecord record;  // the stream refused the operation, so it has no lane
    record.op = life.op;
    record.state = life.state;
    record.ready = m_clock.at(life.ready);
    record.started = record.finished = std::max(record.ready, m_clock.at(life.finished));
    write(record);
    return true;
}

Status GpuComputer::openGpus(int count, const GpuSettings& settings)
{
    const int shares = settings.isShared ? 2 : 1;
    m_isShared = settings.isShared;
    for (int number = 0; number < count * shares; ++number)
        if (Status status = addSite(number, shares, settings.module); !status)
            return status;
    m_isDeclared = true;
    for (const Stream& stream : m_streams)
        m_queues.push_back({stream.device});
    const auto take = [this](Bytes bytes) {
        void* memory = nullptr;
        const Gpu& gpu = *m_sites[0]->gpu;
        const abi::Code code = (*m_module)->allocateHost(const_cast<Gpu&>(gpu).state().gpu, bytes.value, &memory);
        return code == abi::Code::Ok ? memory : nullptr;
    };
    const auto give = [this](void* memory) {
        static_cast<void>((*m_module)->releaseHost(m_sites[0]->gpu->state().gpu, memory));
    };
    m_pinned = std::make_unique<cpu::Storage>(
        m_storage.levels().limit, [this](const cpu::StorageChange& change) { tellHost(HostPool::Locked, change); },
        cpu::Storage::Source{take, give});
    if (settings.isShared)
        write(trace::NoteRecord{now(),
                                "GPU 0 and GPU 1 are two sets of streams on one " + m_sites[0]->gpu->info().model +
                                    "; what both do adds up.",
                                false,
                                0,
                                {}});
    return {};
}

Status GpuComputer::addSite(int number, int shares, const abi::Options& options)
{
    Gpu::Setup setup;
    setup.module = m_module;
    setup.ordinal = number / shares;
    setup.number = number;
    setup.shares = shares;
    setup.device = DeviceId{number + 1};
    setup.options = options;
    const int own = m_options.semantics == device::Semantics::MXNet ? kOwnComputeStreams : 1;
    setup.computeStreams =
        std::clamp(m_options.computeStreams > 0 ? m_options.computeStreams : own, 1, kMostComputeStreams);
    setup.memory = m_options.semantics == device::Semantics::MXNet ? GpuMemory::Kind::Exact : GpuMemory::Kind::Caching;
    setup.ledger = &m_ledger;
    setup.isCancelled = &m_isStopping;
    setup.now = [this] { return now(); };
    setup.runBegan = monotonicNow() - now();
    // The device record must precede its lane records.
    auto pending = std::make_shared<std::vector<trace::LaneRecord>>();
    setup.addLane = [this, pending](trace::LaneRecord lane) {
        lane.id = LaneId{m_nextLane++};
        if (m_isDeclared)
            write(lane);
        else
            pending->push_back(lane);
        return lane.id;
    };
    setup.watch = [this](const trace::MemoryRecord& record) { write(record); };
    Result<std::unique_ptr<Gpu>> gpu = Gpu::open(setup);
    if (!gpu)
        return std::move(gpu).error();
    auto site = std::make_unique<Site>();
    site->gpu = *std::move(gpu);
    site->launcher = std::make_unique<Launcher>(*site->gpu);
    site->staging = std::make_unique<Staging>(*site->gpu, [this](Bytes bytes) { tellStaging(bytes); });
    const std::string name = "gpu " + std::to_string(number);
    for (const auto& [group, text, workers] :
         {std::tuple{&site->issue, name, 1}, std::tuple{&site->in, name + " in", 1},
          std::tuple{&site->out, name + " out", kCopyOutWorkers}, std::tuple{&site->peer, name + " to peer", 1}}) {
        const Result<schedule::GroupId> added = m_engine.addGroup({.name = text, .workers = workers});
        if (!added)
            return added.error();
        *group = *added;
    }
    m_devices.push_back(site->gpu->info());
    write(site->gpu->record());
    for (const trace::LaneRecord& lane : *pending)
        write(lane);
    m_streams.push_back({m_engine.newVariable(), setup.device, true});
    m_currentStreams.push_back(StreamId{m_streams.size() - 1});
    m_sites.push_back(std::move(site));
    return {};
}

// -- storage

Result<VariableId> GpuComputer::create(const device::VariableRequest& request)
{
    Result<VariableId> id = CpuPlatform::create(request);
    if (id)
        m_variables[id->index]->remote = std::make_shared<DeviceTensor>(request.hostMemory);
    return id;
}

Result<std::span<const float>> GpuComputer::read(VariableId variable)
{
    const cpu::VariablePtr found = find(variable);
    if (found && found->device != cpu::kCpu)
        return makeError(ErrorCode::InvalidArgument, "The tensor is on " + m_devices[found->device.index].name +
                                                         "; copy it to the CPU to read its values.");
    return CpuPlatform::read(variable);
}

Status GpuComputer::isThere(const cpu::Variable& variable)
{
    const Point point = of(variable).uses.written();
    if (point.stream == nullptr)
        return {};
    if (!point.stream->isDone(point.number))
        return makeError(ErrorCode::Unavailable,
                         "The copy to this tensor is still under way; synchronise before reading it.");
    return point.stream->state().isLost ? Status(point.stream->state().lostError()) : Status();
}

Status GpuComputer::store(cpu::Variable& variable, std::span<const float> values)
{
    DeviceTensor& tensor = of(variable);
    if (variable.device == cpu::kCpu) {
        for (const Point& point : tensor.uses.before(true))
            if (Status status = await(point); !status)
                return status;
        if (of(variable).hostMemory == device::HostMemoryMode::Pinned)
            if (Status status = ensureHostBlock(variable, true, {}); !status)
                return status;
        return CpuPlatform::store(variable, values);
    }
    Site& site = siteOf(variable.device);
    GpuStream& stream = site.gpu->copyIn();
    GpuStream::Entry entry;
    entry.name = "write";
    entry.after = tensor.uses.before(true);
    if (!tensor.block) {
        Result<GpuBlock> block =
            site.gpu->memory().allocate(variable.tensor.shape.bytes(), stream, {variable.tensor.id, {}});
        if (!block)
            return std::move(block).error();
        tensor.block = *std::move(block);
    }
    for (const Point& point : tensor.block.after())
        addPoint(entry.after, point);
    entry.launch = [&](abi::Stream* raw) {
        return site.staging->copyIn(raw, tensor.block.data(), values.data(),
                                    static_cast<std::int64_t>(values.size_bytes()));
    };
    const Result<Point> point = stream.submit(std::move(entry));
    if (!point)
        return point.error();
    tensor.uses.writtenAt(*point);
    tensor.block.hold({});
    variable.made = now();
    variable.maker = {};
    variable.line = 0;
    return {};
}

Status GpuComputer::look(cpu::Variable& variable, const std::string& metric, std::int32_t step)
{
    DeviceTensor& tensor = of(variable);
    if (variable.device == cpu::kCpu) {
        const Point written = tensor.uses.written();
        if (written.stream != nullptr)
            if (Status status = await(written); !status)
                return status;
        const cpu::Block& block = variable.tensor.block;
        if (!block)
            return {};
        const auto elements = static_cast<std::size_t>(variable.tensor.shape.elements());
        m_looks.ready(m_looks.announce(), [this, numbers = std::vector<float>(block.data(), block.data() + elements),
                                           origin = Origin{variable.made, variable.maker, variable.line}, metric,
                                           step] { report(numbers, origin, metric, step); });
        return {};
    }
    const Bytes bytes = variable.tensor.shape.bytes();
    if (!tensor.block || bytes.value == 0)
        return {};
    Result<cpu::Block> taken = m_pinned->allocate(bytes);
    if (!taken)
        return {};  // no memory for the observation, which the run itself does not need
    const auto copy = std::make_shared<cpu::Block>(*std::move(taken));
    const Origin origin{variable.made, variable.maker, variable.line};
    const InOrder::Number number = m_looks.announce();
    GpuStream::Entry entry;
    entry.name = "look";
    entry.after = tensor.uses.before(false);
    entry.keep = copy;
    entry.launch = [&](abi::Stream* raw) {
        const abi::Code code =
            (*m_module)->copy(raw, copy->data(), tensor.block.data(), bytes.value, abi::CopyWay::Out, nullptr);
        return m_module->check(code, "copy a number to the host");
    };
    entry.whenDone = [this, copy, bytes, origin, metric, step, number](Nanoseconds) {
        const auto tell = [this, copy, bytes, origin, metric, step, number](Nanoseconds made) {
            m_looks.ready(number, [=, this] {
                report({copy->data(), static_cast<std::size_t>(bytes.value) / sizeof(float)},
                       {made, origin.maker, origin.line}, metric, step);
            });
        };
        if (origin.maker.isValid())
            m_ledger.whenWritten(origin.maker, tell);
        else
            tell(origin.made);
    };
    const Result<Point> point = siteOf(variable.device).gpu->copyOut().submit(std::move(entry));
    if (point)
        tensor.uses.readAt(*point);
    else
        m_looks.ready(number, {});
    return {};
}

device::MemoryLevels GpuComputer::memory(DeviceId device) const
{
    if (device.index == 0 || device.index > m_sites.size())
        return CpuPlatform::memory(device);
    const Site& site = siteOf(device);
    const GpuMemory::Levels levels = site.gpu->memory().levels();
    return {levels.allocated,    levels.reserved, levels.peakAllocated,
            levels.peakReserved, levels.free,     site.gpu->info().capacity};
}

void GpuComputer::emptyCache(DeviceId device)
{
    if (device.index == 0 || device.index > m_sites.size())
        return CpuPlatform::emptyCache(device);
    siteOf(device).gpu->memory().emptyCache();
}

void GpuComputer::resetPeaks(DeviceId device)
{
    if (device.index > 0 && device.index <= m_sites.size())
        siteOf(device).gpu->memory().resetPeaks();
}

std::int64_t GpuComputer::pending() const
{
    std::int64_t all = CpuPlatform::pending();
    for (const auto& site : m_sites)
        for (const GpuStream* stream : site->gpu->streams())
            all += static_cast<std::int64_t>(stream->underWay());
    return all;
}

void GpuComputer::cancel()
{
    m_isStopping.store(true);
    CpuPlatform::cancel();
    for (const auto& site : m_sites)
        site->gpu->wake();
}

void GpuComputer::drainDevices()
{
    for (const auto& site : m_sites)
        site->gpu->drain();
    for (const auto& site : m_sites)
        site->gpu->takeLastTimes();
    m_ledger.settle();
    m_looks.finish();
    const LifeLedger::Adjustments adjusted = m_ledger.adjustments();
    for (const auto& site : m_sites) {
        const Launcher::Captures captures = site->launcher->captures();
        char text[256];
        std::string note = site->gpu->info().name + ": " + site->gpu->provenance();
        if (captures.graphs > 0) {
            std::snprintf(text, sizeof text, "; %d CUDA graphs of %d nodes were made in %.2f ms", captures.graphs,
                          captures.nodes, toSeconds(captures.spent) * 1e3);
            note += text;
        }
        if (adjusted.moved + adjusted.missing > 0) {
            std::snprintf(text, sizeof text,
                          "; %lld times were moved (by %.1f us at most) to respect the order of operations, %lld were "
                          "not measured",
                          static_cast<long long>(adjusted.moved), toSeconds(adjusted.most) * 1e6,
                          static_cast<long long>(adjusted.missing));
            note += text;
        }
        write(trace::NoteRecord{now(), note + ".", false, 0, {}});
    }
}

}  // namespace engine::devices::cuda::detail
