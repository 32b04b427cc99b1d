#include "ui/drawing/memory_track.h"

namespace ui::drawing {

using engine::Bytes;
using engine::trace::DeviceRecord;
using engine::trace::MemoryAct;

void MemoryTrack::extend(const engine::trace::Trace& trace)
{
    const auto& records = trace.memory(device.id);
    curve.extend(records);
    m_scanned.resize(trace.devices().size());
    for (const DeviceRecord& other : trace.devices()) {
        const auto& all = trace.memory(other.id);
        for (std::size_t& i = m_scanned[other.id.index]; i < all.size(); ++i)
            if (all[i].act == MemoryAct::Refuse) {
                isAnyRefused = true;
                if (other.id == device.id)
                    refused = static_cast<std::ptrdiff_t>(i);
            }
    }
    const std::int64_t others = device.usedByOthers.value;
    const std::int64_t capacity = device.capacity.value;
    // Shown if other programs use much of the memory or if memory gets scarce; otherwise it would only raise the curve.
    showsOthers = others > 0 && capacity > 0 &&
                  (refused >= 0 || others * 10 > capacity ||
                   static_cast<double>(curve.highest() + others) > 0.7 * static_cast<double>(capacity));
    isBinary = isAnyRefused || showsOthers;
    scale = scaleOf(Bytes{curve.highestShown() + this->others()}, device.capacity, isBinary);
}

void MemoryTrack::findBlocks(const engine::trace::Trace& trace)
{
    ground = groundOf(trace.memory(device.id));
    blocks = engine::analysis::blocksOf(trace, device.id);
    stack = stackOf(blocks, trace.extent());
}

QString MemoryTrack::bytesText(std::int64_t bytes) const
{
    return drawing::bytesText(Bytes{bytes}, isBinary);
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
