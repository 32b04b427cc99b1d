#pragma once

#include "ui/drawing/scene.h"

class QPainter;

namespace ui::drawing {

/// What a replay has not come to: bars under a veil, so that their places stay known.
void paintNotYetRun(QPainter& painter, const Scene& scene);

/// Beside the playhead's flag: how deep the queue is, how much runs, what the devices hold.
void paintMoment(QPainter& painter, const Scene& scene);

}  // namespace ui::drawing
