#include "engine/analysis/forecast.h"

namespace engine::analysis {

namespace {

RefusalForecast describe(const trace::Trace& trace, const trace::MemoryRecord& record)
{
    RefusalForecast refusal{record.device, record.op, record.bytes, 0, {}, 0};
    if (trace.error())
        refusal.line = trace.error()->line;
    if (trace.has(record.op)) {
        refusal.name = trace.op(record.op).name;
        refusal.line = trace.op(record.op).line > 0 ? trace.op(record.op).line : refusal.line;
    }
    // If the memory was refused before the operation was issued, the operator is unknown. Assume the operator that the
    // line issued last on the device.
    const bool isMissing = !refusal.name.isValid();
    // MXNet allocates when an operation runs; later operations may have been issued by then and are not counted.
    const std::size_t count = trace.has(record.op) ? record.op.index + 1 : trace.opCount();
    for (std::size_t i = 0; i < count; ++i) {
        const trace::Op& op = trace.op(OpId{i});
        if (op.issueBegin > record.time || op.line != refusal.line || op.device != record.device)
            continue;
        if (isMissing && op.name != refusal.name) {
            refusal.name = op.name;
            refusal.nth = 0;
        }
        refusal.nth += op.name == refusal.name ? 1 : 0;
    }
    refusal.nth += isMissing && refusal.name.isValid() ? 1 : 0;
    return refusal;
}

}  // namespace

MemoryForecast memoryForecast(const trace::Trace& trace)
{
    MemoryForecast forecast;
    const auto take = [&](trace::DeviceKind kind) {
        for (const trace::DeviceRecord& device : trace.devices())
            if (device.kind == kind && !trace.memory(device.id).empty())
                forecast.devices.push_back(memoryPeaks(trace, device.id, wholeRun(trace)));
    };
    take(trace::DeviceKind::Gpu);
    if (forecast.devices.empty())
        take(trace::DeviceKind::Cpu);
    if (const auto refusal = decidingRefusal(trace))
        forecast.refused = describe(trace, refusal->record);
    return forecast;
}

MemoryPeaks MemoryForecast::tightest() const
{
    const auto most = std::ranges::max_element(devices, {}, [this](const MemoryPeaks& peaks) {
        return std::pair(refused && refused->device == peaks.device, peaks.taken());
    });
    return most == devices.end() ? MemoryPeaks{} : *most;
}

bool isProduct(std::string_view name)
{
    return name == "mm" || name == "dot" || name == "matmul";
}

}  // namespace engine::analysis
