#pragma once

#include "ui/graph/detail/viewport.h"
#include "ui/graph/diagram.h"
#include "ui/look/theme.h"

#include <QPainter>
#include <QTransform>

// Marks that the canvas draws over a diagram, in the widget's coordinates and with a size that does not depend on the
// zoom.
namespace ui::graph::detail {

/// Draws the step numbers at the upper left corner of the nodes on the path. `place` maps the diagram to the painter.
void paintSteps(QPainter& painter, const Diagram& diagram, const QTransform& place, const look::Theme& theme);

/// Fades the diagram towards each edge of the widget beyond which the diagram continues, and draws an arrow there.
void paintContinuation(QPainter& painter, const Viewport& viewport, const look::Theme& theme);

}  // namespace ui::graph::detail
