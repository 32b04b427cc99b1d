#pragma once

#include "ui/model/time_range.h"

#include <QString>
#include <cstdint>
#include <vector>

namespace ui::drawing {

/// The allowed distances between the ticks of an axis, each times a power of ten. Halves: 1, 2 and 5; Quarters: also
/// 2.5.
enum class Steps : std::uint8_t { Halves, Quarters };
/// The smallest step that is at least `atLeast`.
[[nodiscard]] double niceStep(double atLeast, Steps steps);
/// As niceStep(), for nanoseconds: returns a whole number.
[[nodiscard]] double niceTimeStep(double atLeast);

struct TimeTick {
    double x = 0;  ///< pixels from the left of the plot
    bool isMajor = false;
    QString label;  ///< empty except for major ticks at or after the origin
};

/// Ticks of a time axis: steps of 1, 2, 2.5 or 5 times a power of ten, in a suitable unit (s, ms, µs, ns), each divided
/// into five minor steps. Only the first label has the unit. The label at `origin` is 0; the warm-up before `origin`
/// has no numbers. Labels are at least `labelGap` pixels apart.
[[nodiscard]] std::vector<TimeTick> timeTicks(const model::TimeRange& range, engine::Nanoseconds origin, double width,
                                              double labelGap);

}  // namespace ui::drawing
