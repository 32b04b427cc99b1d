#include "engine/devices/sim/detail/trace_writer.h"

#include "engine/memory/device_pool.h"

namespace engine::devices::sim::detail {

LaneId TraceWriter::lane(DeviceId device, trace::LaneRole role, std::uint16_t index, const std::string& name,
                         double capacity)
{
    const LaneId id{m_lanes++};
    m_sink.write(trace::LaneRecord{
        .id = id, .device = device, .role = role, .index = index, .name = name, .capacity = capacity});
    return id;
}

NameId TraceWriter::nameOfWork(const char* what, Bytes bytes)
{
    NameId& name = m_works[{what, bytes.value}];
    if (!name.isValid())
        name = m_sink.intern(std::string(what) + " " + memory::formatSize(bytes));
    return name;
}

void TraceWriter::host(std::int64_t begin, std::int64_t end, NameId name, std::int32_t line, OpId op, LaneId lane)
{
    if (end > begin)
        m_sink.write(
            trace::HostRecord{.begin = at(begin), .end = at(end), .line = line, .name = name, .op = op, .lane = lane});
}

}  // namespace engine::devices::sim::detail
