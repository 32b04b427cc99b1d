#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Paints bars and labels of one lane. Returns its idle labels.
[[nodiscard]] IdleLabels paintLane(QPainter& painter, const Scene& scene, const Row& row);
/// Paints the same without the bars, for an animation that moves them.
[[nodiscard]] IdleLabels paintLaneLabels(QPainter& painter, const Scene& scene, const Row& row);
/// Rate of a link over time, its capacity as a dashed line.
void paintLink(QPainter& painter, const Scene& scene, const Row& row);

/// The number of spans that are painted individually in this scene; above a limit views do not animate.
[[nodiscard]] int visibleSpans(const Scene& scene);

/// A text centred or elided within `rect`; nothing if not even a few letters fit.
void paintFittingText(QPainter& painter, const LabelCache* labels, const QRectF& rect, const QString& text,
                      Qt::Alignment alignment);

}  // namespace ui::drawing
