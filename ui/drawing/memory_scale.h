#pragma once

#include "engine/base/units.h"

#include <QString>
#include <vector>

namespace ui::drawing {

/// The vertical axis of a memory row: pure.
struct MemoryScale {
    double top = 1;             ///< bytes at the upper edge of the plot
    bool isBroken = false;      ///< the capacity lies far above: its line stands at the top, behind a break
    double unit = 1e9;          ///< bytes per labelled unit
    std::vector<double> ticks;  ///< in bytes

    /// Height in a plot of `height` pixels; 0 is the lower edge.
    [[nodiscard]] double pixels(double bytes, double height) const { return bytes / top * height; }
};

/// `peak`: highest level to be shown; `capacity` 0: not known. Binary units (GiB) where the framework's message counts
/// in them, decimal ones (GB) otherwise, as the book does.
[[nodiscard]] MemoryScale scaleOf(engine::Bytes peak, engine::Bytes capacity, bool isBinary);

/// In the same units.
[[nodiscard]] QString bytesText(engine::Bytes bytes, bool isBinary);

/// As the card's box says it where the driver reports a little less ("16 GB"); in binary units to the last MiB.
[[nodiscard]] QString capacityText(engine::Bytes capacity, bool isBinary);

/// "GB", "MiB": what one unit is called.
[[nodiscard]] QString unitName(const MemoryScale& scale);

}  // namespace ui::drawing
