#pragma once

#include "ui/model/time_range.h"

#include <QString>
#include <vector>

namespace ui::drawing {

/// The smallest of 1, 2, 2.5, 5 times a power of ten that is at least `atLeast`, and a whole number.
[[nodiscard]] double niceStep(double atLeast);

struct TimeTick {
    double x = 0;   ///< pixels from the left of the plot
    QString label;  ///< empty: a minor tick
};

/// Ticks of a time axis: steps of 1, 2, 2.5 or 5 of the unit that fits (s, ms, µs, ns), the unit on the first label
/// alone, five minor steps in between. `origin` reads 0.
/// Labels are at least `labelGap` pixels apart.
[[nodiscard]] std::vector<TimeTick> timeTicks(const model::TimeRange& range, engine::Nanoseconds origin, double width,
                                              double labelGap);

}  // namespace ui::drawing
