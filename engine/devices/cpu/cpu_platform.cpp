#include "engine/devices/cpu/cpu_platform.h"
#include "engine/ops/shape_rules.h"

#include <algorithm>
#include <cmath>

namespace engine::devices::cpu {

namespace {

constexpr int kCopyWorkers = 2;

/// Memory left to the system and to the window.
constexpr Bytes kFloor{256 << 20};

Bytes limitOf(const Host& host)
{
    return std::max(kMiB, host.available - std::min(kFloor, Bytes{host.available.value / 8}));
}

}  // namespace

CpuPlatform::CpuPlatform(const device::PlatformOptions& options, const Host& host, trace::Sink& sink)
    : m_options(options),
      m_host(host),
      m_sink(sink),
      m_computeWorkers(isInline(options) ? 1 : std::max(1, options.computeWorkers)),
      m_helpers(std::max(0, host.cores - m_computeWorkers)),
      m_storage(limitOf(host), [this](const StorageChange& change) { tellHost(HostPool::Tensors, change); }),
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
    m_streams.push_back({m_engine.newVariable(), kCpu, true});
    m_currentStreams.push_back(StreamId{0});
}

void CpuPlatform::start()
{
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

Error CpuPlatform::unknownDevice(DeviceId device, const char* purpose) const
{
    std::string known = "the CPU";
    if (m_devices.size() > 1)
        known += m_devices.size() == 2 ? " and 1 GPU" : " and " + std::to_string(m_devices.size() - 1) + " GPUs";
    return makeError(ErrorCode::NotFound, "This computer has no device " + std::to_string(device.index) + purpose +
                                              "; it has " + known + ".");
}

bool CpuPlatform::isCancelled()
{
    const std::lock_guard lock(m_sleepMutex);
    return m_isCancelled;
}

// -- storage

VariablePtr CpuPlatform::find(VariableId variable) const
{
    return variable.index < m_variables.size() ? m_variables[variable.index] : nullptr;
}

Result<VariableId> CpuPlatform::create(const device::VariableRequest& request)
{
    if (!isDevice(request.device))
        return unknownDevice(request.device, " to put a tensor on");
    if (Status status = ops::checkShape(request.shape); !status)
        return status.error();
    auto variable = std::make_shared<Variable>();
    const VariableId id(m_variables.size());
    variable->tensor.shape = request.shape;
    variable->tensor.id = id;
    variable->device = request.device;
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
    variable.made = now();
    variable.maker = {};
    variable.line = 0;
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
    options.group = groupOfWrites(*found);
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
    if (Status status = isThere(*found); !status)
        return status.error();
    const Block& block = found->tensor.block;
    if (!block)
        return makeError(ErrorCode::Unavailable, "This tensor has no values yet: nothing has written it.");
    return std::span<const float>(block.data(), static_cast<std::size_t>(found->tensor.shape.elements()));
}

void CpuPlatform::observe(VariableId variable, std::string_view metric, std::int32_t step)
{
    const VariablePtr found = find(variable);
    if (!found || m_isFinished)
        return;
    found->isUsed = true;
    schedule::PushOptions options;
    options.isUnnumbered = true;
    options.whenFull = schedule::WhenFull::Exceed;
    options.group = groupOfWrites(*found);
    // Observations run one after the other, so that the first NaN reported is the first in program order for any number
    // of workers.
    if (!m_observations.isValid())
        m_observations = m_engine.newVariable();
    const std::array reads{found->scheduled};
    const std::array writes{m_observations};
    // push() fails only after cancel(), when the metrics are no longer needed.
    static_cast<void>(m_engine.push(
        reads, writes, [this, found, name = std::string(metric), step] { return look(*found, name, step); }, options));
}

Status CpuPlatform::look(Variable& variable, const std::string& metric, std::int32_t step)
{
    const Block& block = variable.tensor.block;
    if (block)
        report({block.data(), static_cast<std::size_t>(variable.tensor.shape.elements())},
               {variable.made, variable.maker, variable.line}, metric, step);
    return {};
}

void CpuPlatform::report(std::span<const float> numbers, const Origin& origin, const std::string& metric,
                         std::int32_t step)
{
    if (numbers.empty())
        return;
    double sum = 0;
    for (const float number : numbers)
        sum += static_cast<double>(number);
    write(trace::MetricRecord{origin.made, metric, sum / static_cast<double>(numbers.size()), step});
    if (std::isnan(sum) && !m_hasNotedNaN.exchange(true))
        write(trace::NoteRecord{origin.made, device::noteOfNaN(metric, step), true, origin.line, origin.maker});
}

// -- accounting and end

void CpuPlatform::tellHost(HostPool pool, const StorageChange& change)
{
    const std::lock_guard lock(m_hostMutex);
    tellHostLocked(pool, change);
}

void CpuPlatform::tellHostLocked(HostPool pool, const StorageChange& change)
{
    m_hostLevels[static_cast<std::size_t>(pool)] = change.levels;
    trace::MemoryRecord record{now(),          kCpu, change.act, change.bytes, {}, {}, {}, change.owner.variable,
                               change.owner.op};
    for (const StorageLevels& levels : m_hostLevels) {
        record.allocated += levels.allocated;
        record.held += levels.held;
        record.reserved += levels.reserved;
    }
    m_hostPeakAllocated = std::max(m_hostPeakAllocated, record.allocated);
    m_hostPeakReserved = std::max(m_hostPeakReserved, record.reserved);
    write(record);
}

void CpuPlatform::tellStaging(Bytes bytes)
{
    const std::lock_guard lock(m_hostMutex);
    StorageChange change{
        trace::MemoryAct::Reserve, bytes, {}, m_hostLevels[static_cast<std::size_t>(HostPool::Staging)]};
    change.levels.reserved += bytes;
    tellHostLocked(HostPool::Staging, change);
    change.act = trace::MemoryAct::Allocate;
    change.levels.allocated += bytes;
    tellHostLocked(HostPool::Staging, change);
}

StorageLevels CpuPlatform::hostLevels() const
{
    StorageLevels all = m_storage.levels();
    const std::lock_guard lock(m_hostMutex);
    for (const HostPool pool : {HostPool::Locked, HostPool::Staging}) {
        const StorageLevels& levels = m_hostLevels[static_cast<std::size_t>(pool)];
        all.allocated += levels.allocated;
        all.held += levels.held;
        all.reserved += levels.reserved;
    }
    all.peakAllocated = m_hostPeakAllocated;
    all.peakReserved = m_hostPeakReserved;
    return all;
}

device::MemoryLevels CpuPlatform::memory(DeviceId) const
{
    const StorageLevels levels = hostLevels();
    return {levels.allocated,
            levels.reserved,
            levels.peakAllocated,
            levels.peakReserved,
            std::max(Bytes{0}, levels.limit - levels.reserved),
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
    const bool isStopped = isCancelled();
    using Ending = schedule::Engine::Ending;
    m_engine.shutdown(isStopped ? Ending::Cancel : Ending::Drain);
    m_lives.finish();
    drainDevices();
    write(trace::EndRecord{now(), !isStopped});
    m_isRecording.store(false);
}

}  // namespace engine::devices::cpu
