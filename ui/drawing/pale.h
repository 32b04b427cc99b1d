#pragma once

#include "ui/drawing/scene.h"

class QPainter;

/// Paints parts of a run paler: the time before the first timed block, and a run whose listing has changed since.
namespace ui::drawing {

[[nodiscard]] QColor withAlpha(QColor colour, double alpha);

/// Paints the pale layer over the bars of a row; texts are painted after it.
void paintPale(QPainter& painter, const Scene& scene, const Row& row);

/// The colour of `colour` at `x` of a row after paintPale().
[[nodiscard]] QColor paled(const Scene& scene, const Row& row, double x, const QColor& colour);

/// Whether the pale part ends between `left` and `right`.
[[nodiscard]] bool isPaleEndWithin(const Scene& scene, const Row& row, double left, double right);

}  // namespace ui::drawing
