#include "engine/analysis/memory.h"

namespace engine::analysis {

namespace {

auto firstAfter(const trace::Column<trace::MemoryRecord, 1024>& events, Nanoseconds t)
{
    return std::ranges::upper_bound(events, t, {}, &trace::MemoryRecord::time);
}

}  // namespace

std::optional<trace::MemoryRecord> memoryAt(const trace::Trace& trace, DeviceId device, Nanoseconds t)
{
    const auto& events = trace.memory(device);
    const auto after = firstAfter(events, t);
    if (after == events.begin())
        return std::nullopt;
    return *(after - 1);
}

MemoryPeaks memoryPeaks(const trace::Trace& trace, DeviceId device, Scope scope)
{
    MemoryPeaks peaks;
    peaks.device = device;
    if (device.index < trace.devices().size()) {
        peaks.usedByOthers = trace.devices()[device.index].usedByOthers;
        peaks.capacity = trace.devices()[device.index].capacity;
    }
    const auto& events = trace.memory(device);
    auto event = firstAfter(events, scope.begin);
    if (event != events.begin())
        --event;
    for (; event != events.end() && event->time <= scope.end; ++event) {
        if (event->allocated > peaks.allocated) {
            peaks.allocated = event->allocated;
            peaks.allocatedAt = std::max(event->time, scope.begin);
        }
        peaks.held = std::max(peaks.held, event->held);
        peaks.reserved = std::max(peaks.reserved, event->reserved);
    }
    return peaks;
}

std::optional<Refusal> decidingRefusal(const trace::Trace& trace)
{
    std::optional<Refusal> deciding;
    // In PyTorch, each refusal raises an exception, so the program failed because of the last refusal. In MXNet, a
    // refusal lets further operations fail one after the other, so the program failed because of the first refusal of
    // the last series.
    const bool failsInRow = trace.run().dialect != "torch";
    for (const trace::DeviceRecord& device : trace.devices()) {
        const auto& records = trace.memory(device.id);
        bool isInRow = false;
        for (std::size_t i = 0; i < records.size(); ++i) {
            const trace::MemoryRecord& event = records[i];
            if (event.act == trace::MemoryAct::Refuse) {
                if (!isInRow && (!deciding || event.time >= deciding->record.time))
                    deciding = Refusal{event, i};
                isInRow = failsInRow;
            } else if (event.act == trace::MemoryAct::Allocate) {
                isInRow = false;
            }
        }
    }
    return deciding;
}

}  // namespace engine::analysis
