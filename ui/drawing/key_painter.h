#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Paints the key: the run before, mistimed blocks, what lies outside the scope, an older program, the program's waits,
/// and the kinds of operations of the run.
void paintKey(QPainter& painter, const Scene& scene, const QRectF& rect);

}  // namespace ui::drawing
