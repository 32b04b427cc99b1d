#pragma once

#include "ui/drawing/scene.h"

namespace ui::drawing {

/// Paints content that does not depend on the pointer: sync marks, dependency arrows, critical path, idle labels and
/// ruler.
void paintMarks(const Surface& painter, const Scene& scene, const IdleLabels& idle);
/// Paints playhead, hover and selection ring; called at each pointer move.
void paintOverlay(const Surface& painter, const Scene& scene);

/// Adds the critical path of a part of the run, in the order of time.
void addCriticalPath(SceneSelection& selection, const engine::trace::Trace& trace, model::TimeRange scope);

}  // namespace ui::drawing
