#pragma once

#include "engine/base/units.h"

#include <QString>
#include <vector>

namespace ui::drawing {

/// The vertical axis of a memory row.
struct MemoryScale {
    double top = 1;             ///< bytes at the upper edge of the plot
    bool isBroken = false;      ///< the capacity is far above the curve: its line is at the top, behind a break
    double unit = 1;            ///< bytes per labelled unit
    std::vector<double> ticks;  ///< values of the ticks, in bytes

    /// Height of `bytes` in a plot of `height` pixels; 0 is the lower edge.
    [[nodiscard]] double pixels(double bytes, double height) const { return bytes / top * height; }
};

/// `peak`: highest level of the curve; `capacity` 0: unknown. Uses binary units, as the frameworks do.
[[nodiscard]] MemoryScale scaleOf(engine::Bytes peak, engine::Bytes capacity);

/// The name of the unit: "GiB", "MiB".
[[nodiscard]] QString unitName(const MemoryScale& scale);

}  // namespace ui::drawing
