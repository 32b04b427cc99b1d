#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Paints the interval that the user measures, with its length and the busy fraction of a lane.
void paintRuler(QPainter& painter, const Scene& scene);
/// The place of the ruler's text; empty without a ruler.
[[nodiscard]] std::optional<QRectF> rulerChip(const Scene& scene);

}  // namespace ui::drawing
