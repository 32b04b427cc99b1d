#pragma once

#include "ui/drawing/scene.h"

class QPainter;

/// What is paler than the rest: what lies before the stopwatch started, and a run that the listing has left behind.
namespace ui::drawing {

[[nodiscard]] QColor withAlpha(QColor colour, double alpha);

/// Over the bars of a row, below the words on them.
void paintPale(QPainter& painter, const Scene& scene, const Row& row);

/// How a colour looks at `x` of a row.
[[nodiscard]] QColor paled(const Scene& scene, const Row& row, double x, const QColor& colour);

/// The end of what is pale lies between `left` and `right`.
[[nodiscard]] bool isPaleEndWithin(const Scene& scene, const Row& row, double left, double right);

}  // namespace ui::drawing
