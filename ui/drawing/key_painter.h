#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Paints the timeline's legend (key): the previous run, mistimed blocks, everything outside the scope, an older
/// program, merged spans, the program's waits, and the kinds of operations in the visible range. Entries without room
/// are left out.
void paintKey(const Surface& painter, const Scene& scene, const QRectF& rect);

/// Paints the sample of merged spans for legends: the stronger the colour, the busier the lane.
void paintMergedSwatch(const Surface& painter, const look::Theme& theme, const QColor& ground, const QRectF& rect);

}  // namespace ui::drawing
