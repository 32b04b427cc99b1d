#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// Clears the part that a replay has not reached.
void paintNotYetRun(QPainter& painter, const Scene& scene);

/// Paints beside the playhead's flag: queue depth, running operations, allocated memory.
void paintMoment(QPainter& painter, const Scene& scene);

}  // namespace ui::drawing
