#pragma once

#include "engine/device/machine.h"
#include "engine/trace/sink.h"

#include <map>
#include <string>
#include <vector>

namespace engine::devices::sim::detail {

[[nodiscard]] constexpr Nanoseconds at(std::int64_t ns)
{
    return Nanoseconds{ns};
}

/// Writes the records of a virtual machine to the trace. Numbers the lanes and caches the labels of host work.
class TraceWriter {
public:
    explicit TraceWriter(trace::Sink& sink) : m_sink(sink) {}

    void device(const trace::DeviceRecord& record) { m_sink.write(record); }
    [[nodiscard]] LaneId lane(DeviceId device, trace::LaneRole role, std::uint16_t index, const std::string& name,
                              double capacity = 0);
    void write(const auto& record) { m_sink.write(record); }

    /// Returns the id of a label such as "pin 64 MiB"; labels are cached.
    [[nodiscard]] NameId nameOfWork(const char* what, Bytes bytes);
    [[nodiscard]] NameId intern(std::string_view text) { return m_sink.intern(text); }

    void host(std::int64_t begin, std::int64_t end, NameId name, std::int32_t line, OpId op, LaneId lane);

private:
    trace::Sink& m_sink;
    std::uint32_t m_lanes = 0;
    std::map<std::pair<std::string, std::int64_t>, NameId> m_works;
};

}  // namespace engine::devices::sim::detail
