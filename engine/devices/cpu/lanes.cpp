#include "engine/devices/cpu/lanes.h"

namespace engine::devices::cpu {

namespace {

class Declaration {
public:
    Declaration(trace::Sink& sink, DeviceId device) : m_sink(sink), m_device(device) {}

    LaneId lane(trace::LaneRole role, std::string name)
    {
        const LaneId id(m_next++);
        const bool isWorker = role == trace::LaneRole::CpuWorker;
        const auto index = static_cast<std::uint16_t>(isWorker ? m_worker++ : 0);
        m_sink.write(trace::LaneRecord{id, m_device, role, index, std::move(name), 0});
        return id;
    }

    std::vector<LaneId> workers(int count, const std::string& name, int first = 0)
    {
        std::vector<LaneId> lanes;
        for (int i = 0; i < count; ++i)
            lanes.push_back(lane(trace::LaneRole::CpuWorker, name + " " + std::to_string(first + i)));
        return lanes;
    }

private:
    trace::Sink& m_sink;
    DeviceId m_device;
    std::uint32_t m_next = 0;
    int m_worker = 0;
};

}  // namespace

Lanes Lanes::declare(trace::Sink& sink, DeviceId device, const Counts& counts)
{
    Declaration declaration(sink, device);
    Lanes lanes;
    lanes.frontend = declaration.lane(trace::LaneRole::Frontend, "frontend");
    if (counts.compute == 1)
        lanes.compute = {declaration.lane(trace::LaneRole::CpuWorker, "CPU")};
    else
        lanes.compute = declaration.workers(counts.compute, "worker");
    lanes.cores = declaration.workers(counts.cores, "core", counts.compute);
    lanes.copy = declaration.workers(counts.copy, "copies");
    return lanes;
}

}  // namespace engine::devices::cpu
