#include "engine/devices/sim/detail/lanes.h"

#include "engine/devices/sim/detail/sim_op.h"

namespace engine::devices::sim::detail {

Lanes::Lanes(const device::Profile& profile, const device::PlatformOptions& options, TraceWriter& trace)
{
    using trace::LaneRole;
    const bool isTorch = options.semantics == device::Semantics::Torch;
    const DeviceId host{0};
    static_cast<void>(trace.lane(host, LaneRole::Frontend, 0, "frontend"));
    cpuWorkers = options.computeWorkers > 0 ? options.computeWorkers : profile.engine.cpuWorkers;
    for (int i = 0; i < (isTorch ? 1 : cpuWorkers); ++i)
        cpu.push_back(trace.lane(host, LaneRole::CpuWorker, static_cast<std::uint16_t>(i),
                                 cpuWorkers > 1 ? "worker " + std::to_string(i) : "CPU"));
    pages = trace.lane(host, LaneRole::HostPages, 0, "host pages");
    computeStreams = isTorch ? 1 : options.computeStreams > 0 ? options.computeStreams : profile.engine.gpuWorkers;
    for (const device::GpuModel& model : profile.gpus) {
        Gpu& gpu = gpus.emplace_back();
        const DeviceId id{gpus.size()};
        for (int s = 0; s < computeStreams; ++s)
            gpu.compute.push_back(trace.lane(id, LaneRole::Compute, static_cast<std::uint16_t>(s),
                                             s == 0 ? "compute" : "stream " + std::to_string(s)));
        const auto addCopy = [&](CopyDirection direction, LaneRole role, const char* name, int count) {
            for (int i = 0; i < count; ++i)
                gpu.copy[static_cast<std::size_t>(direction)].push_back(
                    trace.lane(id, role, static_cast<std::uint16_t>(i), name, model.linkRate));
        };
        addCopy(CopyDirection::In, LaneRole::CopyIn, "copy in", model.enginesPerWay);
        addCopy(CopyDirection::Out, LaneRole::CopyOut, "copy out", model.enginesPerWay);
        addCopy(CopyDirection::Peer, LaneRole::CopyPeer, "to peer", profile.gpus.size() < 2 ? 0 : 1);
    }
}

}  // namespace engine::devices::sim::detail
