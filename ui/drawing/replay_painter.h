#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Clears the part that a replay has not reached.
void paintNotYetRun(const Surface& painter, const Scene& scene);

/// Paints beside the playhead's flag: queue depth, running operations, allocated memory of the GPUs.
void paintMoment(const Surface& painter, const Scene& scene);

}  // namespace ui::drawing
