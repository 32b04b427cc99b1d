#pragma once

#include "ui/drawing/lane_strip.h"
#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Height of the strip below the bars in which the run before stays visible; 0: there is none behind this row.
[[nodiscard]] double ghostRail(const Scene& scene, const Row& row);

/// The bars of the run before: pale, in the strip below `bars`, and behind `strip`, wherever that is idle. Returns how
/// busy it was, by column; nothing where there is none behind this row.
std::vector<float> paintGhostBars(QPainter& painter, const Scene& scene, const Row& row, const QRectF& bars,
                                  LaneStrip& strip);
/// Its waits and timed blocks.
void paintGhostWaits(QPainter& painter, const Scene& scene, const Row& row);
void paintGhostBlocks(QPainter& painter, const Scene& scene, const Row& row);
/// What was gained: a bracket between the two ends, with a badge. In vermillion if it is a loss.
void paintSaved(QPainter& painter, const Scene& scene);

/// "−0.310 s (−24 %)", and "2.02×" as fast.
[[nodiscard]] QString changeText(engine::Nanoseconds before, engine::Nanoseconds now);
[[nodiscard]] QString speedUpText(engine::Nanoseconds before, engine::Nanoseconds now);

}  // namespace ui::drawing
