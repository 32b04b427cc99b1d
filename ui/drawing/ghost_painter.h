#pragma once

#include "ui/drawing/lane_strip.h"
#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Height of the strip below the bars in which the run before stays visible; 0 if it has no lane behind this row.
[[nodiscard]] double ghostRail(const Scene& scene, const Row& row);

/// Paints the bars of the run before: pale, in the strip below `bars`, and behind `strip` wherever that is idle.
/// Returns its busy fraction by column; empty if it has no lane behind this row.
std::vector<float> paintGhostBars(QPainter& painter, const Scene& scene, const Row& row, const QRectF& bars,
                                  LaneStrip& strip);
/// Paints its waits and timed blocks.
void paintGhostWaits(QPainter& painter, const Scene& scene, const Row& row);
void paintGhostBlocks(QPainter& painter, const Scene& scene, const Row& row);
/// Paints the saved time: a bracket between the two ends, with a badge. Vermillion if the run is slower.
void paintSaved(QPainter& painter, const Scene& scene);

/// "−0.310 s (−24 %)", and "2.02×" as fast.
[[nodiscard]] QString changeText(engine::Nanoseconds before, engine::Nanoseconds now);
[[nodiscard]] QString speedUpText(engine::Nanoseconds before, engine::Nanoseconds now);

}  // namespace ui::drawing
