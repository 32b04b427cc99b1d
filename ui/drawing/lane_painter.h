#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Bars and labels of one lane. Returns why it is idle, and where.
[[nodiscard]] IdleLabels paintLane(QPainter& painter, const Scene& scene, const Row& row);
/// The same without the bars, for an animation that moves them.
[[nodiscard]] IdleLabels paintLaneLabels(QPainter& painter, const Scene& scene, const Row& row);
/// Rate of a link over time, its capacity as a dashed line.
void paintLink(QPainter& painter, const Scene& scene, const Row& row);

/// How many spans the lanes show one by one in this scene; motion is off when there are too many.
[[nodiscard]] int visibleSpans(const Scene& scene);

/// A text centred or elided within `rect`; nothing if not even a few letters fit.
void paintFittingText(QPainter& painter, const LabelCache* labels, const QRectF& rect, const QString& text,
                      Qt::Alignment alignment);

}  // namespace ui::drawing
