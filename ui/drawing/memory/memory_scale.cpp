#include "ui/drawing/memory/memory_scale.h"

#include "ui/drawing/time_ticks.h"

#include <algorithm>
#include <cmath>

namespace ui::drawing {

namespace {

/// A capacity up to this multiple of the peak is drawn to scale; a larger one would flatten the curve.
constexpr double kNear = 1.6;
constexpr int kMaxTicks = 5;

double unitOf(double bytes)
{
    constexpr double kBase = 1024;
    double unit = 1;
    while (bytes / unit >= kBase * 0.8 && unit < std::pow(kBase, 4))
        unit *= kBase;
    return unit;
}

}  // namespace

MemoryScale scaleOf(engine::Bytes peak, engine::Bytes capacity)
{
    MemoryScale scale;
    const double highest = std::max(1.0, static_cast<double>(peak.value));
    const double limit = static_cast<double>(capacity.value);
    scale.isBroken = limit > highest * kNear;
    const double shown = limit > 0 && !scale.isBroken ? std::max(highest, limit) : highest;
    scale.unit = unitOf(shown);
    const double step = niceStep(shown / scale.unit / kMaxTicks, Steps::Halves) * scale.unit;
    const double last = std::ceil(shown / step - 1e-9) * step;
    // Space above the last tick: for the capacity line beyond the break of the axis, or for a refused block.
    scale.top = last + (scale.isBroken ? step * 0.25 : step * 0.35);
    for (double tick = 0; tick <= last + step / 2; tick += step)
        scale.ticks.push_back(tick);
    return scale;
}

QString unitName(const MemoryScale& scale)
{
    static const char* const kNames[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    const long power = std::lround(std::log2(scale.unit) / 10);
    return QString::fromLatin1(kNames[static_cast<std::size_t>(std::clamp(power, 0L, 4L))]);
}

}  // namespace ui::drawing
