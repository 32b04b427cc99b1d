#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Paints bars and labels of one lane. Returns its idle labels.
[[nodiscard]] IdleLabels paintLane(QPainter& painter, const Scene& scene, const Row& row);
/// Paints the rate of a link over time and its capacity as a dashed line.
void paintLink(QPainter& painter, const Scene& scene, const Row& row);
/// Paints the labels only, for an animation that moves the bars.
[[nodiscard]] IdleLabels paintLaneLabels(QPainter& painter, const Scene& scene, const Row& row);

/// The number of spans that are painted individually in this scene. Views do not animate if it is above a limit.
[[nodiscard]] int visibleSpans(const Scene& scene);

/// Paints a text within `rect`, centred or elided; nothing if not even a few characters fit.
void paintFittingText(QPainter& painter, const LabelCache* labels, const QRectF& rect, const QString& text,
                      Qt::Alignment alignment);

}  // namespace ui::drawing
