#include "engine/devices/cpu/computer_state.h"

#include <algorithm>

namespace engine::devices::cpu {

namespace {

device::PlatformOptions complete(device::PlatformOptions options)
{
    options.values = trace::ValueMode::Computed;
    options.computeWorkers = isInline(options) ? 1 : std::max(1, options.computeWorkers);
    return options;
}

device::DeviceInfo declareCpu(const Host& host, RunTrace& trace)
{
    device::DeviceInfo info;
    info.id = kCpu;
    info.kind = trace::DeviceKind::Cpu;
    info.name = "CPU";
    info.model = host.model + " · " + std::to_string(host.cores) + (host.cores == 1 ? " core" : " cores");
    info.capacity = host.memory;
    trace::DeviceRecord record;
    record.id = kCpu;
    record.name = info.name;
    record.model = info.model;
    record.capacity = info.capacity;
    record.usedByOthers = host.memory - HostMemory::limitOf(host);
    trace.write(record);
    return info;
}

schedule::EngineOptions engineOptions(const device::PlatformOptions& options)
{
    schedule::EngineOptions engine;
    engine.policy = isInline(options) ? schedule::Policy::Naive : schedule::Policy::Threaded;
    engine.maxPending = options.maxPending;
    engine.isRecording = true;
    return engine;
}

}  // namespace

ComputerState::ComputerState(const device::PlatformOptions& runOptions, const Host& computer, trace::Sink& sink)
    : options(complete(runOptions)),
      host(computer),
      helpers(std::max(0, computer.cores - options.computeWorkers)),
      trace(sink),
      memory(computer, options.semantics, trace),
      infos{declareCpu(computer, trace)},
      lanes(Lanes::declare(sink, kCpu, {options.computeWorkers, helpers, isInline(runOptions) ? 0 : kCopyWorkers})),
      lives(trace.clock(), lanes, sink),
      engine(engineOptions(options)),
      m_nextLane(static_cast<std::uint32_t>(1 + lanes.compute.size() + lanes.cores.size() + lanes.copy.size()))
{
    streams.add(kCpu, engine.newVariable());
}

LaneId ComputerState::addLane(trace::LaneRecord lane, std::vector<trace::LaneRecord>* later)
{
    const std::lock_guard lock(m_laneMutex);
    lane.id = LaneId{m_nextLane++};
    if (later != nullptr)
        later->push_back(lane);
    else
        trace.write(lane);
    return lane.id;
}

Error ComputerState::unknownDevice(DeviceId device, const char* purpose) const
{
    std::string known = "the CPU";
    if (infos.size() > 1)
        known += infos.size() == 2 ? " and 1 GPU" : " and " + std::to_string(infos.size() - 1) + " GPUs";
    return untranslatedError(ErrorCode::NotFound, "This computer has no device " + std::to_string(device.index) +
                                                      purpose + "; it has " + known + ".");
}

}  // namespace engine::devices::cpu
