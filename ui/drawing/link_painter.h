#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Paints the rate of a link over time and its capacity as a dashed line.
void paintLink(QPainter& painter, const Scene& scene, const Row& row);

}  // namespace ui::drawing
