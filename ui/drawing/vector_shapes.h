#pragma once

#include "ui/look/theme.h"

#include <QPainterPath>
#include <QRectF>
#include <vector>

class QPainter;

/// Shapes for vector files: few paths with short numbers, since a file repeats pen and brush for each shape.
namespace ui::drawing {

/// Rounds to a tenth of a unit, which is too small to be visible.
[[nodiscard]] double tenth(double value);
[[nodiscard]] QRectF tenth(const QRectF& rect);

/// Adds the lines of a pattern inside `rect` to `path`. Unlike textures, lines are supported by every format.
void addPattern(QPainterPath& path, look::Pattern pattern, const QRectF& rect);

/// Fills `path`, antialiased and without outline.
void fillShape(QPainter& painter, const QPainterPath& path, const QColor& colour);
/// Fills rectangles as one path.
void fillRects(QPainter& painter, const std::vector<QRectF>& rects, const QColor& colour);
void strokeShape(QPainter& painter, const QPainterPath& path, const QColor& colour, double width);

}  // namespace ui::drawing
