#pragma once

#include "ui/drawing/scene.h"

class QPainter;

/// Painting paler: the time before the first stopwatch, and a run whose listing has changed since.
namespace ui::drawing {

[[nodiscard]] QColor withAlpha(QColor colour, double alpha);

/// Painted over the bars of a row, below their texts.
void paintPale(QPainter& painter, const Scene& scene, const Row& row);

/// The colour that results at `x` of a row.
[[nodiscard]] QColor paled(const Scene& scene, const Row& row, double x, const QColor& colour);

/// Whether the pale part ends between `left` and `right`.
[[nodiscard]] bool isPaleEndWithin(const Scene& scene, const Row& row, double left, double right);

}  // namespace ui::drawing
