#pragma once

#include "ui/drawing/scene.h"

#include <functional>

namespace ui::drawing {

/// Paints everything that depends neither on the pointer nor on the selection: rows, bars, brackets, axis. Returns the
/// idle labels, which paintMarks() paints over the sync marks.
[[nodiscard]] IdleLabels paintContent(const Surface& painter, const Scene& scene);

/// Calls `paint`. If the run is of an older version of the program, converts the painted colours to greys.
void paintByAge(const Surface& painter, const Scene& scene, const std::function<void(const Surface&)>& paint);

void paintAxis(const Surface& painter, const Scene& scene);
/// Paints the axis without the text at its left end.
void paintTicks(const Surface& painter, const Scene& scene);
/// Paints a line at every number of the axis, from `top` to `bottom`.
void paintGrid(const Surface& painter, const Scene& scene, double top, double bottom);
/// Returns two texts: why and where the program failed. Returns none if it did not fail.
[[nodiscard]] QStringList failureTexts(const Scene& scene);
/// The rectangles of the numbers on the axis.
[[nodiscard]] std::vector<QRectF> tickLabels(const Scene& scene);
/// Paints the texts of idle lanes over the sync marks, on opaque backgrounds.
void paintIdleLabels(const Surface& painter, const Scene& scene, const IdleLabels& labels);
/// Paints the program's failure in the row of its thread: a crossed box at its time, and the reason.
void paintRefused(const Surface& painter, const Scene& scene, const Row& row);

/// Erases the numbers of the axis that overlap or touch `chip`.
void hideTickLabels(const Surface& painter, const Scene& scene, const QRectF& chip);

}  // namespace ui::drawing
