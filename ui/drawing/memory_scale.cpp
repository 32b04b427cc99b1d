#include "ui/drawing/memory_scale.h"

#include "ui/drawing/time_ticks.h"
#include "ui/look/format.h"

#include <algorithm>
#include <cmath>

namespace ui::drawing {

namespace {

/// A capacity up to this multiple of the peak is drawn to scale; a larger one would flatten the curve.
constexpr double kNear = 1.6;
constexpr int kMaxTicks = 5;

double unitOf(double bytes, bool isBinary)
{
    const double base = isBinary ? 1024.0 : 1000.0;
    double unit = 1.0;
    while (bytes / unit >= base * 0.8 && unit < std::pow(base, 4))
        unit *= base;
    return unit;
}

}  // namespace

MemoryScale scaleOf(engine::Bytes peak, engine::Bytes capacity, bool isBinary)
{
    MemoryScale scale;
    const double highest = std::max(1.0, static_cast<double>(peak.value));
    const double limit = static_cast<double>(capacity.value);
    scale.isBroken = limit > highest * kNear;
    const double shown = limit > 0 && !scale.isBroken ? std::max(highest, limit) : highest;
    scale.unit = unitOf(shown, isBinary);
    const double step = niceStep(shown / scale.unit / kMaxTicks, Steps::Halves) * scale.unit;
    const double last = std::ceil(shown / step - 1e-9) * step;
    // Space above the last tick for the capacity line behind the break, or for a refused block.
    scale.top = last + (scale.isBroken ? step * 0.25 : step * 0.35);
    for (double tick = 0; tick <= last + step / 2; tick += step)
        scale.ticks.push_back(tick);
    return scale;
}

QString unitName(const MemoryScale& scale)
{
    static const char* const kDecimal[] = {"B", "kB", "MB", "GB", "TB"};
    static const char* const kBinary[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    const bool isBinary = std::fmod(std::log2(scale.unit), 10.0) == 0.0;
    const double base = isBinary ? 1024.0 : 1000.0;
    const auto power = static_cast<std::size_t>(std::clamp(std::lround(std::log(scale.unit) / std::log(base)), 0L, 4L));
    return QString::fromLatin1(isBinary ? kBinary[power] : kDecimal[power]);
}

QString bytesText(engine::Bytes bytes, bool isBinary)
{
    return isBinary ? look::binaryBytesText(bytes) : look::decimalBytesText(bytes);
}

QString capacityText(engine::Bytes capacity, bool isBinary)
{
    // GPU memory is sold in powers of two but labelled GB.
    constexpr double kLittle = 0.025;
    const double gib = static_cast<double>(capacity.value) / static_cast<double>(engine::kGiB.value);
    if (!isBinary && gib >= 1.0 && std::abs(gib - std::round(gib)) <= kLittle * gib)
        return QStringLiteral("%1 GB").arg(std::lround(gib));
    return bytesText(capacity, isBinary);
}

}  // namespace ui::drawing
