#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Paints the key: the kinds of operations of the run, the program's waits, and the run before.
void paintKey(QPainter& painter, const Scene& scene, const QRectF& rect);

}  // namespace ui::drawing
