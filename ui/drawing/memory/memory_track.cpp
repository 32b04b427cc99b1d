#include "ui/drawing/memory/memory_track.h"

#include "engine/analysis/memory.h"
#include "ui/model/visible_range.h"

#include <algorithm>
#include <array>

namespace ui::drawing {

using engine::Bytes;
using engine::trace::DeviceRecord;
using engine::trace::MemoryAct;

void MemoryTrack::extend(const engine::trace::Trace& trace)
{
    const auto& records = trace.memory(device.id);
    curve.extend(records);
    for (; m_scanned < records.size(); ++m_scanned)
        if (records[m_scanned].act == MemoryAct::Refuse)
            refused = static_cast<std::ptrdiff_t>(m_scanned);
    const std::int64_t others = device.usedByOthers.value;
    const std::int64_t capacity = device.capacity.value;
    // Memory of other programs is shown only if it is large or if memory gets scarce; otherwise it would only raise the
    // curve.
    showsOthers = others > 0 && capacity > 0 &&
                  (refused >= 0 || others * 10 > capacity ||
                   static_cast<double>(curve.highest() + others) > 0.7 * static_cast<double>(capacity));
    scale = scaleOf(Bytes{curve.highestShown() + this->others()}, device.capacity);
}

void MemoryTrack::findBlocks(const engine::trace::Trace& trace)
{
    ground = groundOf(trace.memory(device.id));
    blocks = engine::analysis::blocksOf(trace, device.id);
    stack = stackOf(blocks, trace.extent());
}

bool MemoryTrack::isFlat(const model::TimeRange& range) const
{
    constexpr int kColumns = 240;                // enough to detect each change that is wide enough to be visible
    constexpr int kMostBriefly = kColumns / 20;  // a curve that leaves its level only for 5 % of the time is flat
    const CurveColumns columns = curve.columns(range, kColumns);
    const auto tolerance = static_cast<std::int64_t>(scale.top / 50);
    const auto isLevel = [&](const std::vector<CurveColumn>& level) {
        if (level.empty())
            return true;
        std::vector<std::int64_t> sorted;
        for (const CurveColumn& column : level)
            sorted.push_back(column.last);
        std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2), sorted.end());
        const std::int64_t usual = sorted[sorted.size() / 2];
        return std::count_if(level.begin(), level.end(), [&](const CurveColumn& column) {
                   return column.low < usual - tolerance || column.high > usual + tolerance;
               }) <= kMostBriefly;
    };
    return isLevel(columns.allocated) && isLevel(columns.held) && (!curve.showsPool() || isLevel(columns.pool));
}

bool MemoryTrack::isScarce(const engine::trace::Trace& trace) const
{
    return refused >= 0 || showsOthers || engine::analysis::decidingRefusal(trace).has_value();
}

bool MemoryTrack::isAsIn(const engine::trace::TracePtr& before, const engine::trace::TracePtr& trace) const
{
    if (!before || before == trace || device.id.index >= before->devices().size())
        return false;
    const auto highestOf = [&](const engine::trace::Trace& run) {
        std::array<Bytes, 3> highest{};
        const auto& records = run.memory(device.id);
        for (std::size_t i = 0; i < records.size(); ++i) {
            const engine::trace::MemoryRecord& record = records[i];
            highest[0] = std::max(highest[0], record.allocated);
            highest[1] = std::max(highest[1], record.held);
            highest[2] = std::max(highest[2], record.reserved);
        }
        return highest;
    };
    return highestOf(*before) == highestOf(*trace);
}

bool isMemoryInformative(const engine::trace::TracePtr& trace, const engine::trace::TracePtr& before)
{
    const model::TimeRange whole{model::originOf(*trace), trace->extent()};
    const std::vector<const DeviceRecord*> devices = devicesWithMemory(*trace);
    const auto tells = [&](const DeviceRecord* device) {
        if (device->kind != devices.front()->kind)
            return false;  // figures show the GPUs, or without GPUs the CPU
        MemoryTrack track(*device);
        track.extend(*trace);
        return track.isScarce(*trace) || (!track.isFlat(whole) && !track.isAsIn(before, trace));
    };
    return std::any_of(devices.begin(), devices.end(), tells);
}

std::vector<const DeviceRecord*> devicesWithMemory(const engine::trace::Trace& trace)
{
    std::vector<const DeviceRecord*> devices;
    for (const auto wanted : {engine::trace::DeviceKind::Gpu, engine::trace::DeviceKind::Cpu})
        for (const DeviceRecord& device : trace.devices())
            if (device.kind == wanted && !trace.memory(device.id).empty())
                devices.push_back(&device);
    return devices;
}

}  // namespace ui::drawing
