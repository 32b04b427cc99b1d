#pragma once

#include "ui/drawing/lane_geometry.h"
#include "ui/drawing/scene.h"

#include <vector>

namespace ui::drawing {

/// Paints bars and labels of one lane. Returns its idle labels.
[[nodiscard]] IdleLabels paintLane(const Surface& painter, const Scene& scene, const Row& row);
/// Paints the rate of a link over time and its capacity as a dashed line.
void paintLink(const Surface& painter, const Scene& scene, const Row& row);

// The following functions paint parts of the lanes, for a file that animates the bars.
/// Paints only the labels of a lane.
[[nodiscard]] IdleLabels paintLaneLabels(const Surface& painter, const Scene& scene, const Row& row);
/// Paints, for all lanes, the spans that are merged into columns.
void paintMerged(const Surface& painter, const Scene& scene);
struct LaneBar {
    LaneGeometry::Bar bar;
    engine::OpId op;
};
/// Returns, for all lanes, the spans that are not merged. Cost: bounded by the width and the number of lanes.
[[nodiscard]] std::vector<LaneBar> barsOf(const Scene& scene);
void paintBar(const Surface& painter, const Scene& scene, const LaneGeometry::Bar& bar);

/// The number of spans that are painted individually in this scene. Views do not animate if it is above a limit.
[[nodiscard]] int visibleSpans(const Scene& scene);

/// Paints a text within `rect`, vertically centred, and elided if it is too wide; nothing if only a few characters fit.
void paintFittingText(const Surface& painter, const LabelCache* labels, const QRectF& rect, const QString& text,
                      Qt::Alignment alignment);

}  // namespace ui::drawing
