#include "engine/analysis/forecast.h"

#include "engine/analysis/memory.h"

#include <algorithm>

namespace engine::analysis {

namespace {

RefusalForecast describe(const trace::Trace& trace, const trace::MemoryRecord& record)
{
    RefusalForecast refusal{record.device, record.op, record.bytes};
    if (trace.error())
        refusal.line = trace.error()->line;
    if (!record.op.isValid() || record.op.index >= trace.opCount())
        return refusal;
    const trace::Op& refused = trace.op(record.op);
    if (refusal.line == 0)
        refusal.line = refused.line;
    for (std::size_t i = 0; i <= record.op.index; ++i) {
        const trace::Op& op = trace.op(OpId{i});
        refusal.nth += op.name == refused.name && op.line == refused.line && op.device == refused.device ? 1 : 0;
    }
    return refusal;
}

}  // namespace

MemoryForecast memoryForecast(const trace::Trace& trace)
{
    MemoryForecast forecast;
    const auto take = [&](trace::DeviceKind kind) {
        for (const trace::DeviceRecord& device : trace.devices()) {
            if (device.kind != kind || trace.memory(device.id).empty())
                continue;
            DeviceForecast here{device.id, {}, device.usedByOthers, device.capacity};
            for (const trace::MemoryRecord& record : trace.memory(device.id))
                here.peak = std::max({here.peak, record.reserved, record.allocated});
            forecast.devices.push_back(here);
        }
    };
    take(trace::DeviceKind::Gpu);
    if (forecast.devices.empty())
        take(trace::DeviceKind::Cpu);
    if (const auto refusal = lastRefusal(trace))
        forecast.refused = describe(trace, *refusal);
    return forecast;
}

bool isProduct(std::string_view name)
{
    return name == "mm" || name == "dot" || name == "matmul";
}

}  // namespace engine::analysis
