#pragma once

#include "ui/model/engine_names.h"

#include <algorithm>

namespace ui::model {

/// An interval of run time, [begin, end); not empty after normalised().
struct TimeRange {
    Nanoseconds begin{};
    Nanoseconds end{1};

    [[nodiscard]] Nanoseconds length() const { return end - begin; }
    [[nodiscard]] bool contains(Nanoseconds t) const { return begin <= t && t < end; }
    bool operator==(const TimeRange&) const = default;

    /// Zooms by `factor` (2: half as long); the time `fixed` keeps its position on the screen.
    [[nodiscard]] TimeRange zoomedAround(Nanoseconds fixed, double factor) const
    {
        const auto scaled = [&](Nanoseconds t) {
            return fixed + Nanoseconds{static_cast<std::int64_t>(static_cast<double>((t - fixed).count()) / factor)};
        };
        const TimeRange range{scaled(begin), scaled(end)};
        return range.end > range.begin ? range : TimeRange{range.begin, range.begin + Nanoseconds{1}};
    }
    [[nodiscard]] TimeRange movedBy(Nanoseconds distance) const { return {begin + distance, end + distance}; }
};

/// Converts a time to a pixel, linearly: `range.begin` is pixel 0 and `range.end` pixel `width`. The range must not be
/// empty.
[[nodiscard]] inline double timeToPixel(Nanoseconds t, const TimeRange& range, double width)
{
    return static_cast<double>((t - range.begin).count()) / static_cast<double>(range.length().count()) * width;
}

[[nodiscard]] inline Nanoseconds pixelToTime(double x, const TimeRange& range, double width)
{
    return range.begin +
           Nanoseconds{static_cast<std::int64_t>(x / width * static_cast<double>(range.length().count()))};
}

}  // namespace ui::model
